// With `--watch` the page loads itself again. What is open, the scroll position and the focus stay as they are.
function refreshEvery(seconds, isBusy) {
  const key = `grader:${location.pathname}`;
  const all = [...document.querySelectorAll("details[id]")];
  const first = new Map(all.map((part) => [part.id, part.open]));
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null");
    for (const id of stored?.changed ?? []) {
      const part = document.getElementById(id);
      if (first.has(id)) part.open = !first.get(id);
    }
    if (stored) scrollTo(0, stored.y);
    if (stored?.focus) document.getElementById(stored.focus)?.focus({ preventScroll: true });
  } catch {
    // If the browser stores nothing, the page starts at its top.
  }
  setInterval(() => {
    if (document.hidden || isBusy() || !getSelection().isCollapsed) return;
    const changed = all.filter((part) => part.open !== first.get(part.id)).map((part) => part.id);
    try {
      sessionStorage.setItem(key, JSON.stringify({ changed, y: scrollY, focus: document.activeElement?.id }));
    } catch {
      // Then the page starts at its top after it is loaded.
    }
    location.reload();
  }, seconds * 1000);
}
