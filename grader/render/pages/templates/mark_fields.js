// The fields for the mark of one item: points, comment, what is wrong with them, and a button for what is most useful.

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function makeFields(entry, title, id) {
  entry.pointsInput = element("input", { value: entry.points, inputMode: "decimal", maxLength: 20, autocomplete: "off", name: "points" });
  entry.commentInput = element("input", { value: entry.comment, maxLength: 500, autocomplete: "off", name: "comment" });
  entry.pointsInput.setAttribute("aria-label", `Points for ${entry.student}, ${title}`);
  entry.commentInput.setAttribute("aria-label", `Comment for ${entry.student}, ${title}`);
  entry.problemText = element("small", { className: "fail", id });
  entry.pointsInput.setAttribute("aria-describedby", id);
  entry.button = element("button", { type: "button" });
}

// What is known about an item, to be read before points are given.
function notesOn(entry) {
  const { earlier } = entry;
  return [
    entry.automatic === null ? "" : `the grader gave ${entry.automatic}`,
    earlier && `marked ${earlier.points} for an earlier version${earlier.comment && `: ${earlier.comment}`}`,
    entry.proposed && `proposed: ${entry.proposed}`,
    entry.why,
    entry.typed,
  ].filter(Boolean).join("; ");
}

function actionOf(entry) {
  if (entry.points === "" && entry.earlier) return { text: `Keep: ${entry.earlier.points}`, points: "keep" };
  if (entry.points === "" && entry.proposed) return { text: `OK: ${entry.proposed}`, points: entry.proposed };
  if (entry.stored !== null) return entry.points === "auto" ? { text: "Keep", points: entry.stored } : { text: "Take back", points: "auto" };
  return entry.automatic === null || entry.earlier ? null : { text: "Remove", points: null };
}

function updateFields(entry, marks) {
  const problem = marks.problem(entry);
  entry.problemText.textContent = problem;
  entry.pointsInput.setAttribute("aria-invalid", String(Boolean(problem)));
  const offered = actionOf(entry);
  entry.button.hidden = !offered;
  entry.button.replaceChildren(offered?.text ?? "", element("span", { className: "unseen" }, ` for ${entry.student}`));
  for (const [input, text] of [[entry.pointsInput, entry.points], [entry.commentInput, entry.comment]]) {
    if (input !== document.activeElement && input.value !== text) input.value = text;
  }
}

// How many of the entries have points, and how many cannot be saved.
function filledText(entries, marks) {
  const filled = entries.filter((entry) => entry.points !== "").length;
  const wrong = entries.filter((entry) => marks.problem(entry)).length;
  return `${filled} of ${entries.length} filled in${wrong ? `; ${wrong} not right yet` : ""}`;
}

// What was typed into a field, as a change of its entry.
function typedInto(input) {
  const typed = input.value.trim();
  if (input.name === "comment") return { comment: typed };
  return { points: typed.toLowerCase().replace(/^([0-9]+),([0-9]+)$/, "$1.$2") };
}
