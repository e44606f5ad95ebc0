const find = (id) => document.getElementById(id);
const opponent = liveOpponent(find("thinking"), find("facts"));
playableBoard(find("table"), opponent);
find("bye").addEventListener("click", async () => {
  const ended = "The grader has stopped. You can close this page.";
  await opponent.bye().catch(() => {});
  find("stopped").textContent = ended;
  find("bye").disabled = true;
});
