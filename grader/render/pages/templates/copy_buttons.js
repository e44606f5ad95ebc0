// Buttons that copy a command; without access to the clipboard they select it.

function addCopyButtons() {
  const region = document.getElementById("copied");
  const announce = (text) => {
    region.textContent = "";
    setTimeout(() => { region.textContent = text; }, 50);
  };
  const select = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  const copy = async (part) => {
    try {
      await navigator.clipboard.writeText(part.textContent);
      return true;
    } catch {
      select(part);
      return document.execCommand("copy");
    }
  };
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = false;
    const label = button.firstChild;
    button.addEventListener("click", async () => {
      const done = await copy(document.getElementById(button.dataset.copies));
      label.data = done ? "Copied" : "Selected";
      announce(done ? "copied" : "selected: copy it with Ctrl+C");
      setTimeout(() => { label.data = "Copy"; }, 3000);
    });
  }
}
