// The form for marks by hand: it fills in a table of marks and saves it. It shows whom the list of students shows.

const SHOWN_AT_FIRST = 100;

function markingForm(students) {
  const section = document.getElementById("marking");
  if (!section) return { follow() {}, openFor() {}, markAgain() {} };
  const part = (name) => document.getElementById(`marking-${name}`);
  const [view, by, when, body, student, item, status] = ["view", "by", "when", "rows", "student", "item", "status"].map(part);
  const options = [...item.options].filter((one) => one.value);
  const items = new Map(options.map((one, at) => [one.value, { at, title: one.textContent, points: one.dataset.points, item: one.dataset.item }]));
  const names = students.map(studentId);
  const entryOf = new WeakMap();
  const places = new Map(students.map((row, at) => [row, at]));
  const whole = students.map((row, at) => ({ id: names[at], data: row.dataset }));
  const folder = new URL(".", location.href).pathname;
  const first = [new Marks(whole, items), new KeptMarks(folder)];
  const second = [new Marks(whole, items, true), new KeptMarks(folder, "second marking")];
  let [marks, kept] = first;
  const presets = part("presets");
  const boxes = [...document.querySelectorAll("input[data-need]")];
  let unsaved = false;
  let listed = new Set(students.keys());
  let current = null;

  const inList = (entry) => listed.has(entry.at);
  const inView = (wanted) => marks.inView(wanted).filter(inList);

  function fillViews() {
    const chosen = view.value;
    const waiting = new Map();
    for (const entry of marks.all().filter(inList)) if (entry.automatic === null) waiting.set(entry.item, (waiting.get(entry.item) || 0) + 1);
    const lines = [...waiting].map(([value, count]) => element("option", { value }, `${items.get(value)?.title ?? value} (${count})`));
    const changed = inView(CHANGED).length;
    view.replaceChildren(...lines, element("option", { value: CHANGED }, `changed points of other items (${changed})`));
    view.value = chosen && [...view.options].some((one) => one.value === chosen) ? chosen : view.options[0].value;
  }

  // A large class has thousands of rows: those that are needed are made.
  function show(wanted, least = SHOWN_AT_FIRST) {
    view.value = wanted;
    const all = inView(wanted);
    const shown = all.slice(0, least);
    body.replaceChildren(...shown.map((entry) => entry.row || rowOf(entry)));
    part("none").hidden = shown.length > 0;
    part("table").hidden = shown.length === 0;
    part("more").hidden = shown.length === all.length;
    count();
    renewPresets();
  }

  function reveal(entry) {
    const wanted = entry.automatic === null ? entry.item : CHANGED;
    if (!inList(entry)) follow(students);
    show(wanted, Math.max(SHOWN_AT_FIRST, inView(wanted).indexOf(entry) + 1));
    entry.pointsInput.focus();
  }

  function showMore() {
    show(view.value, body.rows.length + SHOWN_AT_FIRST);
  }

  function rowOf(entry) {
    const known = items.get(entry.item);
    const title = known?.title ?? entry.item;
    const link = students[entry.at].cells[0].querySelector("a");
    const written = writtenIn(students[entry.at].cells[0]);
    const name = link ? element("a", { href: `${link.getAttribute("href")}#marking` }, written) : written;
    const id = written === entry.student ? "" : entry.student;
    makeFields(entry, title, `marking-problem-${entry.at}-${known?.at ?? 0}`);
    entry.row = element("tr", {},
      element("th", { scope: "row" }, name, element("small", { className: "muted" }, id)),
      element("td", {}, title, element("small", { className: "muted" }, notesOn(entry))),
      element("td", { className: "points" }, entry.pointsInput, ` of ${known?.points ?? "?"}`),
      element("td", {}, entry.commentInput, entry.problemText),
      element("td", {}, entry.button));
    entryOf.set(entry.row, entry);
    updateFields(entry, marks);
    return entry.row;
  }

  function count() {
    const shown = inView(view.value);
    const proposals = shown.filter((entry) => entry.proposed && entry.points === "").length;
    part("accept").hidden = !proposals;
    part("accept").textContent = `Accept ${proposals} proposed`;
    part("many").textContent = `Give to all ${listed.size.toLocaleString("en")} in the list`;
    const where = unsaved ? `; not ${kept.works ? "in the reports yet, but kept in this browser" : "saved yet"}` : "";
    status.textContent = `${filledText(shown, marks)}${where}`;
  }

  function edit(entry, changes) {
    Object.assign(entry, changes, { edited: true });
    unsaved = true;
    kept.keep([entry]);
    if ("points" in changes && entry.pointsInput.value !== entry.points) entry.pointsInput.value = entry.points;
    if (typeof changes.comment === "string" && changes.points !== undefined) entry.commentInput.value = changes.comment;
    // An item and its checks depend on each other: all rows of the student may be right or wrong now.
    for (const other of marks.entries.values()) if (other.at === entry.at && other.row) updateFields(other, marks);
    count();
  }

  // Boxes to tick when what needs a person is dealt with: they become rows of the same file.
  function boxKeys(box) {
    return box.dataset.students.split("\n").map((name) => `${name}\nneeds:${box.dataset.need}`);
  }

  function tick(box) {
    first[1].change(({ drafts }) => {
      for (const key of boxKeys(box)) {
        if (box.checked === box.defaultChecked) drafts.delete(key);
        else drafts.set(key, [box.checked ? "done" : "open", "", "", ""]);
      }
    });
    unsaved = true;
    count();
  }

  function fillBoxes() {
    const { drafts } = kept.read();
    const settled = [];
    for (const box of boxes) {
      const [said] = drafts.get(boxKeys(box)[0]) ?? [];
      if (said) box.checked = said === "done";
      if (box.checked === box.defaultChecked) settled.push(...boxKeys(box));
      box.parentElement.hidden = false;
    }
    if (settled.some((key) => drafts.has(key))) kept.change((all) => settled.forEach((key) => all.drafts.delete(key)));
  }

  function boxRows() {
    const changed = boxes.filter((box) => box.checked !== box.defaultChecked);
    const cells = (box) => [box.checked ? "done" : "open", "", by.value.trim(), when.value.trim(), "", ""];
    return changed.flatMap((box) => boxKeys(box).map((key) => [...key.split("\n"), ...cells(box)]));
  }

  function renewPresets() {
    showPresets(presets, view.value, kept, choose);
  }

  function choose(points, comment) {
    const entry = current && body.contains(current.row) ? current : inView(view.value).find((one) => one.points === "" && one.row);
    if (!entry || entry.item !== view.value) return;
    edit(entry, { points, comment });
    next(entry, 1);
  }

  function next(entry, step) {
    const at = [...body.rows].indexOf(entry.row) + step;
    if (at === body.rows.length) showMore();
    const other = entryOf.get(body.rows[at]);
    if (other) other.pointsInput.select();
    else if (step > 0) part("save").focus();
  }

  function act(entry) {
    const offered = actionOf(entry);
    if (offered.points !== null) {
      edit(entry, { points: offered.points });
      next(entry, 1);
      return;
    }
    marks.remove(entry);
    kept.forget([entry]);
    fillViews();
    show(view.value);
  }

  function changed(at, name) {
    const lost = new Map(records(students[at].dataset.lost, 2));
    const automatic = lost.get(name) === "" ? null : lost.get(name) ?? items.get(name).points;
    return marks.add({ at, student: names[at], item: name, automatic, version: students[at].dataset.version ?? "" });
  }

  function add() {
    const at = names.indexOf(student.value.trim());
    if (at < 0 || !item.value) {
      status.textContent = at < 0 ? "No student with a mark has this id." : "Choose an item or check.";
      (at < 0 ? student : item).focus();
      return;
    }
    const entry = marks.find(at, item.value) ?? changed(at, item.value);
    fillViews();
    reveal(entry);
  }

  // Points for everybody in the list, such as all who made one mistake: 8, or +2 and -1 on top of what each has.
  function giveMany() {
    const [points, comment] = [part("points").value.trim().replace(",", "."), part("comment").value.trim()];
    const signed = /^[+-]/.test(points) && item.value !== LATENESS;
    const problem = !item.value ? "Choose an item or check." : !NUMBER.test(points.replace(/^[+-]/, "")) ? "Points are a number such as 4.5, or +2, or -1." : "";
    if (problem || !comment) {
      status.textContent = problem || "Give a reason: each of them reads it.";
      (!item.value ? item : problem ? part("points") : part("comment")).focus();
      return;
    }
    const given = [];
    const most = Number(items.get(item.value).points);
    for (const at of listed) {
      const known = marks.find(at, item.value);
      const entry = known ?? changed(at, item.value);
      const has = [entry.points, entry.automatic ?? "", entry.proposed].find((one) => NUMBER.test(one)) ?? NaN;
      const sum = signed ? Math.min(most, Math.max(0, Math.round(100 * (Number(has) + Number(points))) / 100)) : points;
      const before = { points: entry.points, comment: entry.comment, edited: entry.edited };
      Object.assign(entry, { points: String(sum), comment, edited: true });
      if (!marks.problem(entry)) given.push(entry);
      else if (known) Object.assign(entry, before);
      else marks.remove(entry);
    }
    take(given);
    const others = listed.size - given.length;
    const left = others ? `; ${others} left out, who have no points to add to, or points for the whole item` : "";
    status.textContent = `${points} for ${given.length}${left}; ${status.textContent}`;
  }

  function acceptAll() {
    const open = inView(view.value).filter((entry) => entry.proposed && entry.points === "");
    take(open.map((entry) => Object.assign(entry, { points: entry.proposed, edited: true })));
  }

  function take(given) {
    kept.keep(given);
    unsaved = true;
    for (const entry of marks.all()) if (entry.row) updateFields(entry, marks);
    fillViews();
    show(given.length && given[0].automatic !== null ? CHANGED : given[0]?.item ?? view.value);
  }

  function follow(rows) {
    listed = new Set(rows.map((row) => places.get(row)).filter((at) => at !== undefined));
    fillViews();
    show(view.value);
  }

  // For one check, or the item that several are of; if they are of several items, a person chooses.
  function openFor(checks) {
    const whole = new Set(checks.map((name) => items.get(name)?.item));
    item.value = checks.length === 1 ? checks[0] : whole.size === 1 ? [...whole][0] : "";
    part("change").scrollIntoView({ block: "center" });
    (item.value ? part("points") : item).focus({ preventScroll: true });
  }

  const fileName = () => (marks.again ? "second.csv" : "marks.csv");

  function save() {
    const wrong = marks.all().find((entry) => marks.problem(entry));
    if (wrong) {
      reveal(wrong);
      status.textContent = `Not saved: ${wrong.student}, ${wrong.item}: ${marks.problem(wrong)}`;
      return;
    }
    const rows = marks.rows(by.value.trim(), when.value.trim());
    saveCsv(fileName(), marks.again ? rows : [...rows, ...boxRows()]);
    unsaved = unsaved && kept.works;
    count();
  }

  // What was typed on this page or on those of students, in another window or before.
  function fill() {
    kept.fill(marks, whole, marks.again ? undefined : changed);
    if (!marks.again) fillBoxes();
    unsaved = marks.all().some((entry) => entry.edited) || boxRows().length > 0;
    for (const entry of marks.all()) if (entry.row) updateFields(entry, marks);
  }

  // Second marking: fields for what is marked already, empty, and a file of its own.
  function markAgain(again) {
    if (again === marks.again) return;
    [marks, kept] = again ? second : first;
    for (const name of document.querySelectorAll(".marking-file")) name.textContent = fileName();
    part("change").hidden = again;
    fill();
    fillViews();
    show(view.value);
  }

  for (const box of boxes) box.addEventListener("change", () => tick(box));
  view.addEventListener("change", () => show(view.value));
  part("add").addEventListener("click", add);
  part("many").addEventListener("click", giveMany);
  part("accept").addEventListener("click", acceptAll);
  part("save").addEventListener("click", save);
  part("more").addEventListener("click", showMore);
  student.addEventListener("focus", () => {
    const known = part("students");
    if (!known.children.length) known.append(...names.map((value) => element("option", { value })));
  });
  body.addEventListener("input", (event) => {
    edit(entryOf.get(event.target.closest("tr")), typedInto(event.target));
  });
  body.addEventListener("focusin", (event) => {
    current = entryOf.get(event.target.closest("tr"));
  });
  body.addEventListener("change", (event) => {
    const entry = entryOf.get(event.target.closest("tr"));
    if (!marks.problem(entry)) kept.learn(entry);
    renewPresets();
  });
  body.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) act(entryOf.get(button.closest("tr")));
  });
  body.addEventListener("keydown", (event) => {
    const entry = event.target.localName === "input" && entryOf.get(event.target.closest("tr"));
    if (!entry || event.isComposing) return;
    const preset = presetOf(event, entry.item, kept);
    if (preset) {
      event.preventDefault();
      edit(entry, { points: preset[0], comment: preset[1] });
      next(entry, 1);
      return;
    }
    const steps = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const offered = entry.points === "" && (entry.earlier || entry.proposed) ? actionOf(entry) : null;
    if (event.key === "Enter" && offered) edit(entry, { points: offered.points });
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
    if (unsaved && !kept.works) event.preventDefault();
  });
  addEventListener("storage", (event) => {
    if (event.key !== kept.key) return;
    fill();
    count();
    renewPresets();
  });
  section.hidden = false;
  for (const one of document.querySelectorAll("[data-scripted]")) one.hidden = false;
  kept.open();
  kept.learnFrom(marks.all());
  fill();
  fillViews();
  show(view.value);
  return { follow, openFor, markAgain };
}
