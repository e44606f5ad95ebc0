// The form for marks by hand: it fills in a table of marks and saves it.

const SHOWN_AT_FIRST = 100;

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function markingForm(students) {
  const section = document.getElementById("marking");
  if (!section) return;
  const part = (name) => document.getElementById(`marking-${name}`);
  const [view, by, when, body, student, item, status] = ["view", "by", "when", "rows", "student", "item", "status"].map(part);
  const options = [...item.options].filter((one) => one.value);
  const items = new Map(options.map((one, at) => [one.value, { at, title: one.textContent, points: one.dataset.points, line: one.dataset.line }]));
  const names = students.map(studentId);
  const entryOf = new WeakMap();
  const marks = new Marks(students, items);
  let unsaved = false;

  function fillViews() {
    const chosen = view.value;
    const waiting = new Map();
    for (const entry of marks.all()) if (entry.automatic === null) waiting.set(entry.item, (waiting.get(entry.item) || 0) + 1);
    const lines = [...waiting].map(([value, count]) => element("option", { value }, `${items.get(value)?.title ?? value} (${count})`));
    const changed = marks.inView(CHANGED).length;
    view.replaceChildren(...lines, element("option", { value: CHANGED }, `changed points of other items (${changed})`));
    view.value = chosen && [...view.options].some((one) => one.value === chosen) ? chosen : view.options[0].value;
  }

  // A large class has thousands of rows: those that are needed are made.
  function show(wanted, least = SHOWN_AT_FIRST) {
    view.value = wanted;
    const all = marks.inView(wanted);
    const shown = all.slice(0, least);
    body.replaceChildren(...shown.map((entry) => entry.row || rowOf(entry)));
    part("none").hidden = shown.length > 0;
    part("table").hidden = shown.length === 0;
    part("more").hidden = shown.length === all.length;
    count();
  }

  function reveal(entry) {
    const wanted = entry.automatic === null ? entry.item : CHANGED;
    show(wanted, Math.max(SHOWN_AT_FIRST, marks.inView(wanted).indexOf(entry) + 1));
    entry.pointsInput.focus();
  }

  function showMore() {
    show(view.value, body.rows.length + SHOWN_AT_FIRST);
  }

  function rowOf(entry) {
    const known = items.get(entry.item);
    const title = known?.title ?? entry.item;
    const link = students[entry.at].cells[0].querySelector("a");
    const id = link ? element("a", { href: link.getAttribute("href") }, entry.student) : entry.student;
    const written = students[entry.at].cells[0].textContent.trim();
    const name = written === entry.student ? "" : written;
    const notes = [entry.automatic === null ? "" : `the grader gave ${entry.automatic}`, entry.proposed && `proposed: ${entry.proposed}`, entry.why];
    entry.pointsInput = element("input", { value: entry.points, inputMode: "decimal", maxLength: 20, autocomplete: "off", name: "points" });
    entry.commentInput = element("input", { value: entry.comment, maxLength: 500, autocomplete: "off", name: "comment" });
    entry.pointsInput.setAttribute("aria-label", `Points for ${entry.student}, ${title}`);
    entry.commentInput.setAttribute("aria-label", `Comment for ${entry.student}, ${title}`);
    entry.problemText = element("small", { className: "fail", id: `marking-problem-${entry.at}-${known?.at ?? 0}` });
    entry.pointsInput.setAttribute("aria-describedby", entry.problemText.id);
    entry.button = element("button", { type: "button" });
    entry.row = element("tr", {},
      element("th", { scope: "row" }, id, element("small", { className: "muted" }, name)),
      element("td", {}, title, element("small", { className: "muted" }, notes.filter(Boolean).join("; "))),
      element("td", { className: "points" }, entry.pointsInput, ` of ${known?.points ?? "?"}`),
      element("td", {}, entry.commentInput, entry.problemText),
      element("td", {}, entry.button));
    entryOf.set(entry.row, entry);
    update(entry);
    return entry.row;
  }

  // The button does what is most useful in this state of its row.
  function action(entry) {
    if (entry.points === "" && entry.proposed) return { text: `OK: ${entry.proposed}`, points: entry.proposed };
    if (entry.stored !== null) return entry.points === "auto" ? { text: "Keep", points: entry.stored } : { text: "Take back", points: "auto" };
    return entry.automatic === null ? null : { text: "Remove", points: null };
  }

  function update(entry) {
    const problem = marks.problem(entry);
    entry.problemText.textContent = problem;
    entry.pointsInput.setAttribute("aria-invalid", String(Boolean(problem)));
    const offered = action(entry);
    entry.button.hidden = !offered;
    entry.button.replaceChildren(offered?.text ?? "", element("span", { className: "unseen" }, ` for ${entry.student}`));
  }

  function count() {
    const shown = marks.inView(view.value);
    const filled = shown.filter((entry) => entry.points !== "").length;
    const wrong = shown.filter((entry) => marks.problem(entry)).length;
    const unclear = wrong ? `; ${wrong} not right yet` : "";
    status.textContent = `${filled} of ${shown.length} filled in${unclear}${unsaved ? "; not saved yet" : ""}`;
  }

  function edit(entry, changes) {
    Object.assign(entry, changes, { edited: true });
    unsaved = true;
    if ("points" in changes && entry.pointsInput.value !== entry.points) entry.pointsInput.value = entry.points;
    // A line and its checks depend on each other: all rows of the student may be right or wrong now.
    for (const other of marks.entries.values()) if (other.at === entry.at && other.row) update(other);
    count();
  }

  function next(entry, step) {
    const at = [...body.rows].indexOf(entry.row) + step;
    if (at === body.rows.length) showMore();
    const other = entryOf.get(body.rows[at]);
    if (other) other.pointsInput.select();
    else if (step > 0) part("save").focus();
  }

  function act(entry) {
    const offered = action(entry);
    if (offered.points !== null) {
      edit(entry, { points: offered.points });
      next(entry, 1);
      return;
    }
    marks.remove(entry);
    fillViews();
    show(view.value);
  }

  function add() {
    const at = names.indexOf(student.value.trim());
    if (at < 0 || !item.value) {
      status.textContent = at < 0 ? "No student with a mark has this id." : "Choose an item or check.";
      (at < 0 ? student : item).focus();
      return;
    }
    const lost = new Map(records(students[at].dataset.lost, 2));
    const automatic = lost.get(item.value) === "" ? null : lost.get(item.value) ?? items.get(item.value).points;
    const entry = marks.find(at, item.value) ?? marks.add({ at, student: names[at], item: item.value, automatic });
    fillViews();
    reveal(entry);
  }

  function save() {
    const wrong = marks.all().find((entry) => marks.problem(entry));
    if (wrong) {
      reveal(wrong);
      status.textContent = `Not saved: ${wrong.student}, ${wrong.item}: ${marks.problem(wrong)}`;
      return;
    }
    const file = new Blob([csv(marks.rows(by.value.trim(), when.value.trim()))], { type: "text/csv" });
    const link = element("a", { href: URL.createObjectURL(file), download: "marks.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    unsaved = false;
    count();
  }

  view.addEventListener("change", () => show(view.value));
  part("add").addEventListener("click", add);
  part("save").addEventListener("click", save);
  part("more").addEventListener("click", showMore);
  student.addEventListener("focus", () => {
    const known = part("students");
    if (!known.children.length) known.append(...names.map((value) => element("option", { value })));
  });
  body.addEventListener("input", (event) => {
    const typed = event.target.value.trim();
    const points = typed.toLowerCase().replace(/^([0-9]+),([0-9]+)$/, "$1.$2");
    const entry = entryOf.get(event.target.closest("tr"));
    if (event.target.name === "comment") edit(entry, { comment: typed });
    else edit(entry, { points });
  });
  body.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) act(entryOf.get(button.closest("tr")));
  });
  body.addEventListener("keydown", (event) => {
    const entry = event.target.localName === "input" && entryOf.get(event.target.closest("tr"));
    if (!entry || event.isComposing) return;
    const steps = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    if (event.key === "Enter" && entry.points === "" && entry.proposed) edit(entry, { points: entry.proposed });
    if (event.key !== "Enter" || !marks.problem(entry)) next(entry, steps[event.key]);
  });
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-marks]");
    if (!opener) return;
    show(opener.dataset.marks);
    part("heading").scrollIntoView();
    (body.querySelector("input") || student).focus({ preventScroll: true });
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });
  section.hidden = false;
  for (const one of document.querySelectorAll("[data-scripted]")) one.hidden = false;
  fillViews();
  show(view.value);
}
