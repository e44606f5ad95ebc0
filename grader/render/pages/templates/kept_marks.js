// What is typed into the forms for marks by hand is kept in this browser, for all pages of a class, until the reports have it.

const MOST_PRESETS = 9;
const MOST_CHARACTERS = 500;

// What an entry was when somebody began to type: if it is something else now, the reports have newer marks.
function baseOf(entry) {
  return entry.stored === null ? "" : `${entry.stored} ${entry.storedComment}`.slice(0, MOST_CHARACTERS);
}

class KeptMarks {
  constructor(folder, what = "marks by hand") {
    this.key = `grader: ${what} in ${folder}`;
    this.memory = "";
    this.works = true;
    this.change(() => {});
  }

  // Other pages on this computer may have written there too, so nothing is taken on trust.
  read() {
    let whole = {};
    try {
      whole = JSON.parse((this.works ? localStorage.getItem(this.key) : this.memory) || "{}") || {};
    } catch {}
    const texts = (list, size) => Array.isArray(list) && list.length === size && list.every((one) => typeof one === "string" && one.length <= MOST_CHARACTERS);
    const lists = (given, size) => Object.entries(Object(given)).filter(([, list]) => texts(list, size));
    const presets = Object.entries(Object(whole.presets)).filter(([, list]) => Array.isArray(list));
    return {
      drafts: new Map(lists(whole.drafts, 4)),
      presets: new Map(presets.map(([item, list]) => [item, list.filter((one) => texts(one, 2)).slice(0, MOST_PRESETS)])),
    };
  }

  change(edit) {
    const all = this.read();
    edit(all);
    this.memory = JSON.stringify({ drafts: Object.fromEntries(all.drafts), presets: Object.fromEntries(all.presets) });
    try {
      if (this.works) localStorage.setItem(this.key, this.memory);
    } catch {
      this.works = false;
    }
  }

  // Whether the page of the class was opened in this browser: then somebody marks here.
  isOpen() {
    try {
      return localStorage.getItem(`${this.key}, open`) === "yes";
    } catch {
      return false;
    }
  }

  open() {
    try {
      localStorage.setItem(`${this.key}, open`, "yes");
    } catch {}
  }

  keep(entries) {
    this.change(({ drafts }) => {
      for (const one of entries) drafts.set(`${one.student}\n${one.item}`, [one.points, one.comment, one.version, baseOf(one)]);
    });
  }

  forget(entries) {
    if (!entries.length) return;
    this.change(({ drafts }) => {
      for (const entry of entries) drafts.delete(`${entry.student}\n${entry.item}`);
    });
  }

  // A comment that was given once, with its points, is one key away for the next student.
  learn(entry) {
    if (!entry.comment || !NUMBER.test(entry.points)) return;
    this.change(({ presets }) => {
      const known = presets.get(entry.item) ?? [];
      const others = known.filter(([points, comment]) => points !== entry.points || comment !== entry.comment);
      if (others.length === known.length) presets.set(entry.item, [...known, [entry.points, entry.comment]].slice(-MOST_PRESETS));
    });
  }

  // The comments that the reports have most often, for items about which nothing was typed here yet.
  learnFrom(entries) {
    const { presets } = this.read();
    const counts = new Map();
    for (const { item, stored, storedComment } of entries) {
      if (stored === null || !storedComment || presets.has(item)) continue;
      const key = JSON.stringify([item, stored, storedComment]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (!counts.size) return;
    this.change((all) => {
      for (const [key] of [...counts].sort((a, b) => b[1] - a[1])) {
        const [item, ...preset] = JSON.parse(key);
        const known = all.presets.get(item) ?? [];
        if (known.length < MOST_PRESETS) all.presets.set(item, [...known, preset]);
      }
    });
  }

  presets(item) {
    return this.read().presets.get(item) ?? [];
  }

  // Fills `marks` with what was typed before for `students`; `missing` makes the entry for points that were changed, if there is none.
  fill(marks, students, missing) {
    const places = new Map(students.map(({ id, data }, at) => [id, { at, version: data.version ?? "" }]));
    const outdated = [];
    for (const [key, [points, comment, typedFor, base]] of this.read().drafts) {
      const [name, item] = key.split("\n");
      const place = places.get(name);
      const entry = place && marks.items.has(item) ? marks.find(place.at, item) ?? missing?.(place.at, item) : undefined;
      if (!entry) continue;
      if (typedFor !== place.version) entry.typed = `typed here for an earlier version of the file: ${[points, comment].filter(Boolean).join(", ")}`;
      else if (base === baseOf(entry)) Object.assign(entry, { points, comment, edited: true });
      else outdated.push(entry);
    }
    this.forget(outdated);
  }
}

// The comments given before to an item, to be chosen by a click or by Alt and the number.
function showPresets(place, item, kept, apply) {
  const known = kept.presets(item);
  place.hidden = known.length === 0;
  const buttons = known.map(([points, comment], at) => {
    const button = element("button", { type: "button" }, element("kbd", {}, String(at + 1)), ` ${points}: ${comment}`);
    button.addEventListener("click", () => apply(points, comment));
    return button;
  });
  place.replaceChildren(element("span", { className: "muted" }, "Used before, also by Alt and the number: "), ...buttons);
}

function presetOf(event, item, kept) {
  const digit = event.altKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.slice(5)) : 0;
  return digit ? kept.presets(item)[digit - 1] : undefined;
}
