// Sorts and filters the table of students, and keeps the choice in the page's address, so that a view can be shared.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const body = document.getElementById("rows");
  for (const part of document.querySelectorAll("[hidden][role=search], button[hidden]")) part.hidden = false;
  markingForm([...body.rows]);
  const search = document.getElementById("q");
  const status = document.getElementById("shown");
  const heading = document.getElementById("students");
  const selects = ["line", "check", "mistake"].map((id) => document.getElementById(id)).filter(Boolean);
  const headers = [...table.tHead.rows[0].cells];
  const keys = ["q", "sort", ...selects.map((one) => one.id)];
  const columns = { student: null, mark: 0, lost: 1, time: 2 };
  const kept = table.querySelectorAll(".kept tr").length;
  const collected = [];
  let sort = { column: "student", down: false };
  let pristine = true;

  const normalized = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  // Collected when first needed, or when the browser is idle: opening the page does not wait for it.
  function rows() {
    if (!collected.length) {
      [...body.rows].forEach((row, at) => {
        const names = [...row.cells[0].childNodes].filter((node) => node.localName !== "small");
        const text = normalized(names.map((node) => node.textContent).join(" "));
        const order = row.dataset.o.split(" ").map(Number);
        collected.push({ row, at, text, order, tags: ` ${row.dataset.t} ` });
      });
    }
    return collected;
  }

  function show() {
    const words = normalized(search.value).split(/\s+/).filter(Boolean);
    const tags = selects.filter((one) => one.value).map((one) => ` ${one.selectedOptions[0].dataset.tag} `);
    const filtered = words.length + tags.length > 0;
    const plain = !filtered && sort.column === "student" && !sort.down;
    if (!(plain && pristine)) {
      const found = rows().filter((one) => words.every((word) => one.text.includes(word)) && tags.every((tag) => one.tags.includes(tag)));
      const column = columns[sort.column];
      const sign = sort.down ? -1 : 1;
      found.sort((a, b) => (column === null ? sign * (a.at - b.at) : sign * (a.order[column] - b.order[column]) || a.at - b.at));
      const fragment = document.createDocumentFragment();
      fragment.append(...found.map((one) => one.row));
      body.replaceChildren(fragment);
      pristine = false;
    }
    const count = pristine ? body.rows.length : body.childElementCount;
    const total = (collected.length || count) + kept;
    const always = filtered && kept ? `, ${kept} of them without a mark, which no filter hides` : "";
    status.textContent = `${(count + kept).toLocaleString("en")} of ${total.toLocaleString("en")} shown${always}`;
    document.getElementById("nobody").hidden = count > 0;
    for (const header of headers) {
      if (header.dataset.sort !== sort.column) header.removeAttribute("aria-sort");
      else header.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
    }
  }

  function address() {
    const parameters = new URLSearchParams();
    if (search.value) parameters.set("q", search.value);
    for (const one of selects) if (one.value) parameters.set(one.id, one.value);
    if (sort.column !== "student" || sort.down) parameters.set("sort", (sort.down ? "-" : "") + sort.column);
    const text = parameters.toString();
    return location.href.split("#")[0] + (text && `#${text}`);
  }

  function keep(jumped) {
    history[jumped ? "pushState" : "replaceState"](null, "", address());
  }

  function read() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    if (location.hash && !keys.some((key) => parameters.has(key))) return false;
    // Anybody may write an address, so only values that the page itself offers are taken from it.
    search.value = (parameters.get("q") || "").slice(0, 200);
    for (const one of selects) {
      const wanted = parameters.get(one.id) || "";
      one.value = [...one.options].some((option) => option.value === wanted) ? wanted : "";
    }
    const wanted = parameters.get("sort") || "student";
    const column = wanted.replace(/^-/, "");
    sort = Object.hasOwn(columns, column) ? { column, down: wanted !== column } : { column: "student", down: false };
    show();
    return Boolean(location.hash);
  }

  function reset() {
    search.value = "";
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
      jump();
    } else if (button.parentElement.dataset.sort) {
      const column = button.parentElement.dataset.sort;
      // The first click sorts interesting rows to the top: the lowest mark, the most lines lost, the longest time.
      const first = column === "lost" || column === "time";
      sort = { column, down: sort.column === column ? !sort.down : first };
      show();
      keep(false);
    } else if (button.id === "reset" || "reset" in button.dataset) {
      reset();
      show();
      keep(false);
      search.focus();
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target === search || selects.includes(event.target)) {
      show();
      keep(false);
    }
  });
  addEventListener("popstate", () => read());

  for (const header of headers) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    header.replaceChildren(button);
  }
  if (read()) jump();
  (window.requestIdleCallback || setTimeout)(rows);
})();
