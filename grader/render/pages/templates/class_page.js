// Sorts and filters the roster, keeps the choice in the page's address so that a view can be shared, and leads from one
// student's page to the next one in that view.
(() => {
  addCopyButtons();
  const table = document.getElementById("table");
  if (!table) return;
  const SHOWN_AT_FIRST = 100;
  const body = document.getElementById("rows");
  const later = document.getElementById("later");
  const all = [...body.rows, ...(later ? later.rows : [])];
  for (const part of document.querySelectorAll("[hidden][role=search], button[data-set], button[data-marks], button[data-reset]")) part.hidden = false;
  const form = markingForm(all.filter((row) => !row.classList.contains("none")));
  let followed = new Set(all);
  if (later) later.remove();
  const search = document.getElementById("q");
  const status = document.getElementById("shown");
  const heading = document.getElementById("students");
  const everybody = document.getElementById("everybody");
  const selects = ["status", "section", "item", "check", "mistake"].map((id) => document.getElementById(id)).filter(Boolean);
  const headers = [...table.tHead.rows[0].cells];
  const columns = new Map(headers.map((header, at) => [header.dataset.sort, at]).filter(([name]) => name));
  const [mine, second] = ["mine", "second"].map((id) => document.getElementById(id));
  const keys = ["q", "sort", "mine", "second", ...selects.map((one) => one.id)];
  const KEPT_VIEW = `view of ${location.pathname}`;
  const collected = [];
  let sort = { column: "student", down: false };
  let most = SHOWN_AT_FIRST;

  // As the rows are sorted: letters without an accent to leave out are found by the letters that most keyboards have.
  const PLAIN_LETTERS = { æ: "ae", ð: "d", ø: "o", þ: "th", đ: "d", ħ: "h", ı: "i", ł: "l", œ: "oe", ŧ: "t", ß: "ss" };
  const plain = (letter) => PLAIN_LETTERS[letter];
  const normalized = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[æðøþđħıłœŧß]/g, plain);
  const names = table.classList.contains("ids") ? [0, 1] : [0];

  // Collected when first needed, or when the browser is idle: opening the page does not wait for it.
  function rows() {
    if (!collected.length) {
      all.forEach((row, at) => {
        const text = normalized([...names.map((cell) => row.cells[cell].textContent), row.dataset.q || ""].join(" "));
        collected.push({ row, at, text, order: row.dataset.o.split(" ").map(Number), tags: ` ${row.dataset.t} ` });
      });
    }
    return collected;
  }

  // What a row is sorted by. Points that are still open, and those of students without a mark, come before all others.
  function placeIn(column) {
    const place = ["mark", "status", "time"].indexOf(column);
    if (place >= 0) return (one) => one.order[place];
    if (column === "student") return (one) => one.at;
    const cell = columns.get(column);
    if (column === "id") {
      const ids = [...rows()].sort((a, b) => (a.row.cells[cell].textContent < b.row.cells[cell].textContent ? -1 : 1));
      const places = new Map(ids.map((one, at) => [one, at]));
      return (one) => places.get(one);
    }
    return (one) => {
      const points = parseFloat(one.row.cells[cell].textContent);
      return Number.isNaN(points) ? -1 : points;
    };
  }

  // How many students are marked a second time; 0 for the usual view.
  const sampled = () => (/^[1-9]\d*$/.test(second.value.trim()) ? Number(second.value) : 0);

  function view() {
    const words = normalized(search.value).split(/\s+/).filter(Boolean);
    const [, part, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(mine.value.trim()) || [0, 1, 1];
    const sample = sampled();
    const isMine = ({ row }) => Number(row.dataset.m) % parts === part - 1 && (!sample || Number(row.dataset.s) < sample);
    const tags = selects.filter((one) => one.value).map((one) => ` ${one.selectedOptions[0].dataset.tag} `);
    const found = rows().filter((one) => isMine(one) && words.every((word) => one.text.includes(word)) && tags.every((tag) => one.tags.includes(tag)));
    const place = placeIn(sort.column);
    const keyed = found.map((one) => ({ one, key: place(one) }));
    const sign = sort.down ? -1 : 1;
    return keyed.sort((a, b) => sign * (a.key - b.key) || a.one.at - b.one.at).map(({ one }) => one.row);
  }

  // Where rows are drawn as blocks, on a phone, some browsers forget that they are rows.
  function named(row) {
    if (row.hasAttribute("role")) return;
    row.setAttribute("role", "row");
    for (const cell of row.cells) cell.setAttribute("role", cell.localName === "th" ? "rowheader" : "cell");
  }

  function show() {
    const found = view();
    const shown = found.slice(0, most);
    shown.forEach(named);
    body.replaceChildren(...shown);
    const count = (rows) => rows.length.toLocaleString("en");
    const parts = [shown, ...(shown.length < found.length && found.length < all.length ? [found] : []), all];
    status.textContent = `${parts.map(count).join(" of ")} shown`;
    everybody.hidden = shown.length === found.length;
    everybody.textContent = `Show all ${found.length.toLocaleString("en")}`;
    document.getElementById("nobody").hidden = found.length > 0;
    // The form stays as it is where only the order changes.
    form.markAgain(sampled() > 0);
    table.classList.toggle("unmarked", sampled() > 0);
    if (found.length !== followed.size || found.some((row) => !followed.has(row))) form.follow(found);
    followed = new Set(found);
    for (const header of headers) {
      if (header.dataset.sort !== sort.column) header.removeAttribute("aria-sort");
      else header.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    }
    return found;
  }

  function parameters() {
    const chosen = new URLSearchParams();
    if (search.value) chosen.set("q", search.value);
    for (const one of [mine, second]) if (one.value) chosen.set(one.id, one.value);
    for (const one of selects) if (one.value) chosen.set(one.id, one.value);
    if (sort.column !== "student" || sort.down) chosen.set("sort", (sort.down ? "-" : "") + sort.column);
    return chosen.toString();
  }

  // The page of a student leads back to this view, and to the next student in it. Some browsers keep nothing for files.
  function remember() {
    try {
      sessionStorage.setItem(KEPT_VIEW, parameters());
    } catch {}
  }

  function keep(jumped) {
    const text = parameters();
    history[jumped ? "pushState" : "replaceState"](null, "", location.href.split("#")[0] + (text && `#${text}`));
    remember();
  }

  function kept() {
    try {
      return sessionStorage.getItem(KEPT_VIEW) || "";
    } catch {
      return "";
    }
  }

  // Anybody may write an address, so only values that the page itself offers are taken from it.
  function choose(text) {
    const given = new URLSearchParams(text);
    search.value = (given.get("q") || "").slice(0, 200);
    mine.value = (given.get("mine") || "").slice(0, 9);
    second.value = (given.get("second") || "").slice(0, 4);
    for (const one of selects) {
      const wanted = given.get(one.id) || "";
      one.value = [...one.options].some((option) => option.value === wanted) ? wanted : "";
    }
    const wanted = given.get("sort") || "student";
    const column = wanted.replace(/^-/, "");
    sort = columns.has(column) ? { column, down: wanted !== column } : { column: "student", down: false };
  }

  function read() {
    const text = location.hash.slice(1);
    const given = new URLSearchParams(text);
    if (given.has("go")) return go(given.get("go"), given.get("student") || "", given.has("marking") ? "#marking" : "");
    if (text && !keys.some((key) => given.has(key))) return false;
    choose(text);
    show();
    remember();
    return Boolean(text);
  }

  // From a student's page: to the one before or after in the view that was open last, or back to that view.
  function go(where, student, part) {
    const link = (row) => row?.cells[0].querySelector("a");
    const folder = (row) => decodeURIComponent(link(row).getAttribute("href").split("/")[0]);
    const own = all.find((row) => link(row) && folder(row) === student);
    choose(kept());
    let linked = view().filter(link);
    if (own && !linked.includes(own)) {
      choose("");
      linked = view().filter(link);
    }
    const at = linked.indexOf(own);
    const step = { next: 1, previous: -1 }[where] || 0;
    const target = at >= 0 && step ? link(linked[at + step]) : null;
    if (target) {
      location.replace(target.href + part);
      return false;
    }
    if (at >= most) most = Infinity;
    keep(false);
    show();
    if (at >= 0 && step) status.textContent = `${step > 0 ? "Last" : "First"} student; ${status.textContent}`;
    if (at < 0) return true;
    link(own).focus({ preventScroll: true });
    own.scrollIntoView({ block: "center" });
    return false;
  }

  function reset() {
    search.value = mine.value = second.value = "";
    for (const one of selects) one.value = "";
  }

  function jump() {
    heading.focus({ preventScroll: true });
    heading.scrollIntoView();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.set) {
      reset();
      document.getElementById(button.dataset.set).value = button.dataset.to;
      show();
      keep(true);
      if (button.dataset.checks) form.openFor(button.dataset.checks.split(" "));
      else jump();
    } else if (button.parentElement.dataset.sort) {
      const column = button.parentElement.dataset.sort;
      // The first click sorts interesting rows to the top: the fewest points, the longest time.
      sort = { column, down: sort.column === column ? !sort.down : column === "time" };
      show();
      keep(false);
    } else if (button === everybody) {
      most = Infinity;
      const first = body.rows[body.rows.length - 1];
      show();
      first?.nextElementSibling?.querySelector("a")?.focus();
    } else if (button.id === "reset" || "reset" in button.dataset) {
      reset();
      show();
      keep(false);
      search.focus();
    }
  });
  document.addEventListener("input", (event) => {
    if ([search, mine, second].includes(event.target) || selects.includes(event.target)) {
      show();
      keep(false);
    }
  });
  addEventListener("popstate", () => read());
  // Buttons, but text in print: a browser that repeats the head of a table on each page leaves buttons out there.
  function namedIn(tag) {
    for (const header of headers.filter((one) => one.dataset.sort)) {
      const within = header.querySelector(":scope > [data-name]") ?? header;
      const named = element(tag, { type: "button" }, ...within.childNodes);
      named.dataset.name = "";
      header.replaceChildren(named);
    }
  }
  addEventListener("beforeprint", () => {
    body.replaceChildren(...view());
    namedIn("span");
  });
  addEventListener("afterprint", () => {
    namedIn("button");
    show();
  });

  namedIn("button");
  for (const part of [table.tHead, body]) part.setAttribute("role", "rowgroup");
  table.setAttribute("role", "table");
  named(table.tHead.rows[0]);
  for (const header of headers) header.setAttribute("role", "columnheader");
  if (read()) jump();
  if (all.length > SHOWN_AT_FIRST && everybody.hidden) show();
  (window.requestIdleCallback || setTimeout)(rows);
})();
