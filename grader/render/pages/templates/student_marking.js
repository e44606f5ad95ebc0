// On a student's page: the items to be marked by hand are filled in beside the code, in the browser of whoever opened the page of the class.
function studentMarking() {
  const bar = document.getElementById("by-hand");
  if (!bar) return;
  const kept = new KeptMarks(new URL("..", location.href).pathname);
  if (location.hash !== "#marking" && !kept.isOpen()) return;
  const places = [...document.querySelectorAll("[data-by-hand]")];
  const items = new Map(places.map((place, at) => [place.dataset.byHand, { at, title: place.dataset.title, points: place.dataset.points, item: place.dataset.item }]));
  const student = bar.dataset.student;
  const whole = [{ id: student, data: bar.dataset }];
  const marks = new Marks(whole, items);
  const status = bar.querySelector("[role=status]");
  const name = `marks-${student}.csv`;

  function show() {
    const all = marks.all();
    for (const entry of all) if (entry.button) updateFields(entry, marks);
    status.textContent = `${filledText(all, marks)}; ${kept.works ? "kept in this browser" : `save ${name} before you leave this page`}`;
  }

  function edit(entry, changes) {
    Object.assign(entry, changes, { edited: true });
    kept.keep([entry]);
    show();
  }

  function build(place) {
    const entry = marks.find(0, place.dataset.byHand);
    if (!entry) return;
    makeFields(entry, place.dataset.title, `${place.closest("details").id}-problem`);
    const presets = element("div", { className: "presets" });
    const apply = (points, comment) => {
      edit(entry, { points, comment });
      entry.pointsInput.focus();
      show();
    };
    const renew = () => showPresets(presets, entry.item, kept, apply);
    place.append(
      element("p", { className: "muted small" }, entry.automatic === null ? entry.typed : notesOn(entry)),
      element("div", { className: "fields" }, element("label", {}, "Points ", entry.pointsInput, ` of ${place.dataset.points}`), element("label", { className: "comment" }, "Comment ", entry.commentInput), entry.button, entry.problemText),
      presets);
    place.addEventListener("input", (event) => edit(entry, typedInto(event.target)));
    place.addEventListener("change", () => {
      if (!marks.problem(entry)) kept.learn(entry);
      renew();
    });
    place.addEventListener("keydown", (event) => {
      const preset = presetOf(event, entry.item, kept);
      const accepts = event.key === "Enter" && event.target.name === "points" && entry.points === "" && actionOf(entry);
      if (preset) apply(...preset);
      else if (accepts) edit(entry, { points: accepts.points });
      else if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      entry.pointsInput.value = entry.points;
      if (event.key === "Enter" && !marks.problem(entry)) goOn(entry);
    });
    entry.button.addEventListener("click", () => {
      edit(entry, { points: actionOf(entry).points });
      entry.pointsInput.focus();
      entry.pointsInput.value = entry.points;
    });
    place.hidden = false;
    place.closest("details").open = true;
    renew();
  }

  // Enter leads through the fields of this page, and then to the next student's.
  function goOn(entry) {
    const inputs = places.map((place) => marks.find(0, place.dataset.byHand)?.pointsInput).filter(Boolean);
    const next = inputs[inputs.indexOf(entry.pointsInput) + 1];
    if (next) next.select();
    else document.querySelector(".class-links a:last-child")?.click();
  }

  function fill() {
    kept.fill(marks, whole);
    show();
  }

  fill();
  places.forEach(build);
  show();
  bar.querySelector("button").addEventListener("click", () => {
    const wrong = marks.all().find((entry) => marks.problem(entry));
    if (wrong) wrong.pointsInput.focus();
    else saveCsv(name, marks.rows("", ""));
  });
  addEventListener("storage", (event) => {
    if (event.key === kept.key) fill();
  });
  // Whoever marks reads the code: it comes right below the fields.
  const code = document.getElementById("code");
  if (code) {
    places[places.length - 1].closest("details").after(code);
    code.querySelector("details").open = true;
  }
  bar.hidden = false;
  if (location.hash !== "#marking" && kept.isOpen()) return;
  // The next student's page knows by its address that somebody marks, and where the cursor belongs.
  for (const link of document.querySelectorAll(".class-links a")) link.href += "&marking=yes";
  const first = marks.all().find((entry) => entry.points === "" && entry.pointsInput) ?? marks.all().find((entry) => entry.pointsInput);
  first?.pointsInput.focus();
}
