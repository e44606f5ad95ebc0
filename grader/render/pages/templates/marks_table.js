// Marks by hand as the page holds them, and as the CSV file that `grader report --manual` reads.

const CHANGED = "changed";
// The item with points that are taken off for late work: 0, or less.
const LATENESS = "lateness";
const NUMBER = /^[0-9]{1,6}(\.[0-9]{1,2})?$/;
// A spreadsheet runs a cell that begins with one of these signs as a formula, unless an apostrophe stands before it.
const FORMULA = /^'*\s*[=+\-@＝＋－＠]/;

// The id of the student in a row of the roster, which has a column for it where names are not ids.
function studentId(row) {
  return writtenIn(row.cells[document.getElementById("table").classList.contains("ids") ? 1 : 0]);
}

// What a cell says first: behind a name stand the group and the section.
function writtenIn(cell) {
  return cell.firstChild.textContent.trim();
}

function records(text, size) {
  const lines = text ? text.split("\n") : [];
  return Array.from({ length: Math.floor(lines.length / size) }, (_, at) => lines.slice(at * size, (at + 1) * size));
}

function csv(rows) {
  const cell = (text) => {
    const guarded = FORMULA.test(text) ? `'${text}` : text;
    return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
  };
  // Spreadsheets tell by the first character that the text is Unicode.
  return `\ufeff${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function saveCsv(name, rows) {
  const file = new Blob([csv(rows)], { type: "text/csv" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// One entry for each mark of `students`, which have an id and the data of their page. `automatic` are the grader's points, null in an item
// that waits for a person; `stored` are the points by hand in the reports; `earlier` is what an earlier version of the file was given.
// With `again`, what is marked already is to be marked by somebody else, without a look at those marks.
class Marks {
  constructor(students, items, again = false) {
    this.items = items;
    this.again = again;
    this.entries = new Map();
    students.forEach(({ id, data }, at) => {
      const known = { at, student: id, version: data.version ?? "" };
      if (again) {
        for (const [item, , , , , was, proposed] of records(data.given, 7)) if (was === "") this.add({ ...known, item, proposed });
        return;
      }
      for (const [item, proposed, why] of records(data.waiting, 3)) this.add({ ...known, item, proposed, why });
      for (const [item, points, comment, by, when, was, proposed] of records(data.given, 7)) {
        const automatic = was === "" ? null : was;
        this.add({ ...known, item, proposed, automatic, points, comment, by, when, stored: points, storedComment: comment });
      }
      for (const [item, points, comment, was] of records(data.confirm, 4)) {
        const entry = this.find(at, item) ?? this.add({ ...known, item, automatic: was === "" ? null : was });
        entry.earlier = { points, comment };
      }
    });
  }

  add(entry) {
    const empty = { proposed: "", why: "", typed: "", automatic: null, earlier: null, points: "", comment: "", by: "", when: "", stored: null, storedComment: "", edited: false };
    const whole = { ...empty, ...entry };
    this.entries.set(`${whole.at} ${whole.item}`, whole);
    return whole;
  }

  find(at, item) {
    return this.entries.get(`${at} ${item}`);
  }

  remove(entry) {
    this.entries.delete(`${entry.at} ${entry.item}`);
  }

  all() {
    const place = (entry) => this.items.get(entry.item)?.at ?? 0;
    return [...this.entries.values()].sort((a, b) => a.at - b.at || place(a) - place(b));
  }

  inView(view) {
    return this.all().filter((entry) => (entry.automatic === null ? entry.item === view : view === CHANGED));
  }

  // Why an entry cannot be saved; empty if it can.
  problem(entry) {
    const { points, comment, automatic } = entry;
    const item = this.items.get(entry.item);
    if (points === "auto") return "";
    if (points === "" && entry.stored !== null) return `no points; they were ${entry.stored}, or write auto to take them back`;
    if (points === "") return comment ? "a comment, but no points" : "";
    if (points === "keep") return entry.earlier ? "" : "an earlier version had no points; write a number";
    if (points === "ok") return entry.proposed ? "" : "no points are proposed; write a number";
    const takesOff = entry.item === LATENESS;
    if (!NUMBER.test(takesOff ? points.replace(/^-/, "") : points)) return "points are a number such as 4.5, with at most 2 decimals";
    if (takesOff && Number(points) > 0) return "points are taken off here: 0, or less such as -10";
    if (!takesOff && item && Number(points) > Number(item.points)) return `at most ${item.points} points`;
    if (automatic !== null && !comment) return "say in the comment why the grader's points are changed";
    const counts = (other) => other && other.points !== "" && other.points !== "auto";
    const whole = item?.item ? this.find(entry.at, item.item) : null;
    return counts(whole) ? `the item ${whole.item} has points by hand already; take them back first` : "";
  }

  rows(by, when) {
    const header = ["student", "item", "points", "comment", "by", "when", "proposed", "earlier", ...(this.again ? ["second"] : [])];
    return [header, ...this.all().map((entry) => {
      const given = entry.edited && entry.points !== "" ? [by, when] : [entry.by, entry.when];
      return [entry.student, entry.item, entry.points, entry.comment, ...given, entry.proposed, entry.earlier?.points ?? "", ...(this.again ? ["second marking"] : [])];
    })];
  }
}
