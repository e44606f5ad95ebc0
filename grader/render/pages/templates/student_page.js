addCopyButtons();
openLinkedParts();
const table = document.getElementById("table");
const game = table ? playableBoard(table) : { isBeingPlayed: () => false };
const refresh = Number(document.getElementById("main").dataset.refresh);
if (refresh > 0) refreshEvery(refresh, game.isBeingPlayed);
if (document.getElementById("by-hand")) studentMarking();
