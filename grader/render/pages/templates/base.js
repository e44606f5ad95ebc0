"use strict";
// Printing opens every part but what says more about another; afterwards those that were closed are closed again.
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not([open], .folded, .run, .line)")) {
    part.dataset.closed = "";
    part.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("details[data-closed]")) {
    delete part.dataset.closed;
    part.open = false;
  }
});
