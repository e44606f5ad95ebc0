// Opens what is folded around the part that a link leads to: not every browser does that itself.

function openLinkedParts() {
  const open = () => {
    const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = part?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    part?.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", open);
  // A second click on the same link changes no hash.
  for (const link of document.querySelectorAll("a[href^='#code-']")) {
    link.addEventListener("click", () => { if (link.hash === location.hash) open(); });
  }
  if (location.hash) open();
}
