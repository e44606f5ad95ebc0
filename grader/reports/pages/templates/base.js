"use strict";
// On paper everything that can be opened is open, and afterwards as it was.
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not([open])")) {
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
