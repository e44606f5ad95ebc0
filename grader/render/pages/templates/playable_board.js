// A board to play on against the student's AI: its recorded moves, or its moves as it gives them now.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const EMPTY = ".........";
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const symbolCount = (board) => CELLS.filter((cell) => board[cell] !== ".").length;
const turnOn = (board) => (symbolCount(board) % 2 ? "O" : "X");
const fullLine = (board) =>
  LINES.find(([a, b, c]) => board[a] !== "." && board[a] === board[b] && board[b] === board[c]);
const freeOn = (board) => (fullLine(board) ? [] : CELLS.filter((cell) => board[cell] === "."));
const put = (board, cell) => board.slice(0, cell) + turnOn(board) + board.slice(cell + 1);
const rowOf = (cell) => Math.floor(cell / 3);
const pair = (cell) => `(${rowOf(cell)},\u00a0${cell % 3})`;
// Cells of which any one will do, as `(0, 0), (0, 2) or (2, 1)`.
const cellsText = (cells) => [cells.slice(0, -1).map(pair).join(", "), pair(cells.at(-1))].filter(Boolean).join(" or ");

// Every board that a game can reach, in canonical order (fewest symbols first, then as strings), with its value under
// perfect play (1: X wins, -1: O wins, 0: a tie), the moves that keep this value, and how many moves the game still
// takes if the winner hurries and the loser delays.
function solvedPositions() {
  const known = new Map();
  const judge = (board) => {
    if (known.has(board)) return known.get(board).value;
    const free = freeOn(board);
    const values = free.map((cell) => judge(put(board, cell)));
    const side = turnOn(board) === "X" ? 1 : -1;
    const line = fullLine(board);
    const ended = line ? (board[line[0]] === "X" ? 1 : -1) : 0;
    const value = free.length ? side * Math.max(...values.map((one) => side * one)) : ended;
    const best = free.filter((_, at) => values[at] === value);
    const lengths = best.map((cell) => 1 + known.get(put(board, cell)).left);
    const left = best.length ? Math[value === side ? "min" : "max"](...lengths) : 0;
    known.set(board, { value, best, left });
    return value;
  };
  judge(EMPTY);
  const order = (a, b) => symbolCount(a[0]) - symbolCount(b[0]) || (a[0] < b[0] ? -1 : 1);
  return new Map([...known].sort(order));
}

// The character of the policy for each board on which a move is possible: the policy is a string in canonical order.
function policyByBoard(policy, known) {
  const open = [...known].filter(([, position]) => position.best.length).map(([board]) => board);
  return new Map(open.map((board, at) => [board, policy[at]]));
}

// An AI of which the move on each board is known. A reply has the `cell` that it plays, or says `why` it plays none.
function recordedOpponent(policy, known) {
  const moves = policyByBoard(policy, known);
  const reasons = { "?": "was not asked for its move here", "-": "gives no legal move here" };
  return {
    isLive: false,
    begin() {},
    reply: (board) => (moves.get(board) in reasons ? { why: reasons[moves.get(board)] } : { cell: Number(moves.get(board)) }),
  };
}

// Makes the board work. `moves` is the game, of which the first `at` moves are shown. No text is written as HTML.
// A `live` opponent does not know every reply at once: then `reply` is null, and `ask` is a promise of one.
function playableBoard(table, live = null) {
  const known = solvedPositions();
  const opponent = live ?? recordedOpponent(table.dataset.policy, known);
  const games = JSON.parse(table.dataset.games);
  const find = (name) => table.querySelector(name);
  const squares = [...table.querySelectorAll(".square")];
  let ai = games.length ? games[0].ai : table.dataset.sides.at(-1);
  let moves = [];
  let base = EMPTY;
  let at = 0;
  let replay = false;
  let isTouched = false;

  const boardAt = (ply) => moves.slice(0, ply).reduce(put, base);
  const isOpen = (board) => freeOn(board).length > 0;
  const isAsked = (board) => turnOn(board) === ai && isOpen(board);
  const isThinking = (board) => isAsked(board) && opponent.reply(board) === null;
  const stuck = (board) => isAsked(board) && opponent.reply(board) !== null && !("cell" in opponent.reply(board));
  // Where a live AI gives no legal move the person may choose one for it.
  const isHelped = (board) => opponent.isLive && stuck(board) && !opponent.reply(board).ends;
  const isPlayedByAi = (ply) => turnOn(boardAt(ply)) === ai && !isHelped(boardAt(ply));
  const playerName = (ply) => {
    const symbol = turnOn(boardAt(ply));
    if (isPlayedByAi(ply)) return `${symbol}, your\u00a0AI`;
    if (symbol === ai) return `${symbol}, you for it`;
    return replay ? symbol : `${symbol}, you`;
  };
  const cellList = (cells, board) =>
    cells.length === freeOn(board).length && cells.length > 1 ? "any" : cellsText(cells);
  const sideValue = (symbol) => (symbol === "X" ? 1 : -1);
  // What `who`, whose turn it is, can reach.
  const hint = (board, who) => {
    const { value, best, left } = known.get(board);
    const side = sideValue(turnOn(board));
    if (value === side) {
      const quickest = best.filter((cell) => known.get(put(board, cell)).left === left - 1);
      const soon = left === 1 ? "at once" : `with ${(left + 1) / 2} more moves, starting`;
      return `${who} can win ${soon} at ${cellsText(quickest)}.`;
    }
    if (value === -side) return "Every move loses against best play.";
    if (best.length < freeOn(board).length) return `Best: ${cellsText(best)}.`;
    return best.length === 1 ? `Only ${cellsText(best)} is left.` : "Every move is equally good.";
  };

  function answer() {
    const board = boardAt(moves.length);
    if (isThinking(board)) {
      const asked = moves;
      // A person who started again or went back and played on does not wait for this move any more.
      opponent.ask(board).then(() => {
        if (moves !== asked) return;
        answer();
        show();
      });
    } else if (isAsked(board) && !stuck(board)) {
      moves.push(opponent.reply(board).cell);
    }
    at = moves.length;
  }

  function start(side) {
    ai = side;
    base = EMPTY;
    moves = [];
    replay = false;
    say("");
    opponent.begin();
    answer();
    show();
  }

  // What the reader sees instead of a new game; nothing during a game that was begun here.
  function say(text) {
    find("#opened").textContent = text;
    find("#opened").hidden = !text;
  }

  // Shows a game at the move that matters: the one that loses it, or its end.
  function showGame(game) {
    ({ ai, moves } = game);
    base = EMPTY;
    replay = true;
    const lost = -sideValue(ai);
    const valueAt = (ply) => known.get(boardAt(ply)).value;
    const wrong = moves.findIndex((_, ply) => isPlayedByAi(ply) && valueAt(ply) !== lost && valueAt(ply + 1) === lost);
    at = game.lost ? wrong + 1 : moves.length;
    const where = game.lost ? "at the move that loses it" : "where it gives no legal move";
    say(`A game in which your AI ${game.lost ? "loses" : "gets stuck"} as ${ai}, opened ${where}.`);
    show();
  }

  // Begins at a board of the report, on which the AI has made its move.
  function showMove({ board, played }) {
    ai = turnOn(board);
    base = board;
    moves = [Number(played)];
    at = 1;
    replay = false;
    say("A board of this report, after the move of your AI. Play on from here.");
    show();
  }

  function play(cell) {
    const board = boardAt(at);
    if ((turnOn(board) === ai && !isHelped(board)) || !freeOn(board).includes(cell)) return;
    moves = [...moves.slice(0, at), cell];
    replay = false;
    isTouched = true;
    say("");
    answer();
    show();
  }

  // What is wrong with a move, as a phrase; empty for a best move.
  function mistakeAt(ply) {
    const before = boardAt(ply);
    const { value, best } = known.get(before);
    if (best.includes(moves[ply])) return "";
    const side = sideValue(turnOn(before));
    const after = known.get(boardAt(ply + 1)).value * side;
    if (value * side === 1) return after === 0 ? "gives away the win" : "turns a win into a loss";
    return "gives away the draw";
  }

  function describeMove(ply) {
    const before = boardAt(ply);
    const symbol = turnOn(before);
    const who = isPlayedByAi(ply) ? "Your AI" : symbol === ai ? "For your AI you" : "You";
    const mistake = mistakeAt(ply);
    const best = known.get(before).best;
    const free = freeOn(before);
    const tail = mistake ? `: this ${mistake}. Best: ${cellList(best, before)}.`
      : best.length === free.length ? "."
      : best.length === 1 ? ", the only best move." : ", one of the best moves.";
    const played = `played ${pair(moves[ply])}${tail}`;
    return replay && !isPlayedByAi(ply) ? `${symbol} ${played}` : `${who} (${symbol}) ${played}`;
  }

  function describePosition(board) {
    const line = fullLine(board);
    if (line) return board[line[0]] === ai ? "Your AI wins." : replay ? "Your AI has lost." : "You win: your AI has lost.";
    if (!freeOn(board).length) return "A tie.";
    if (isThinking(board)) return `${ai}, your AI, is thinking.`;
    if (stuck(board)) {
      const { why, ends } = opponent.reply(board);
      if (ends) return ends;
      return `Your AI ${why}. ${hint(board, "It")}${opponent.isLive ? " Choose a move for it, or start again." : ""}`;
    }
    if (turnOn(board) === ai) return `${ai}, your AI, is to move. ${hint(board, "It")}`;
    const symbol = turnOn(board);
    return replay ? `${symbol} is to move. ${hint(board, symbol)}` : `Your turn, as ${symbol}. ${hint(board, "You")}`;
  }

  function cellKinds(board) {
    const found = {};
    // The cell that a live AI named although it is taken.
    if (stuck(board) && board[opponent.reply(board).taken]) return { [opponent.reply(board).taken]: "played" };
    if (!at) return found;
    const last = moves[at - 1];
    found[last] = "new";
    for (const ply of [at - 2, at - 1]) {
      // The AI's last mistake stays visible: its move in red, the best moves in green.
      if (ply < 0 || !isPlayedByAi(ply) || !mistakeAt(ply)) continue;
      for (const cell of known.get(boardAt(ply)).best) if (board[cell] === ".") found[cell] = "asked";
      found[moves[ply]] = "played";
    }
    for (const cell of fullLine(board) ?? []) found[cell] = "line";
    return found;
  }

  function show() {
    const board = boardAt(at);
    const found = cellKinds(board);
    const open = turnOn(board) === ai && !isHelped(board) ? [] : freeOn(board);
    squares.forEach((square, cell) => {
      const symbol = board[cell] === "." ? "empty" : board[cell];
      const more = { asked: ", was best", played: ", your AI's mistake", line: ", in the winning line" }[found[cell]] ?? "";
      square.dataset.symbol = board[cell];
      square.dataset.kind = found[cell] ?? "";
      square.setAttribute("aria-disabled", String(!open.includes(cell)));
      square.setAttribute("aria-label", `row ${rowOf(cell)}, column ${cell % 3}, ${symbol}${more}`);
    });
    for (const button of table.querySelectorAll("[data-ai]")) {
      button.setAttribute("aria-pressed", String(button.dataset.ai === ai));
    }
    find("#previous").setAttribute("aria-disabled", String(at === 0));
    find("#next").setAttribute("aria-disabled", String(at === moves.length));
    const before = symbolCount(base);
    find("#step").textContent = moves.length ? `move ${before + at} of ${before + moves.length}` : "no move yet";
    const plies = replay ? [at - 1] : at && turnOn(boardAt(at - 1)) === ai ? [at - 2, at - 1] : [at - 1];
    find("#says").textContent = [...plies.filter((ply) => ply >= 0).map(describeMove), describePosition(board)].join("\n");
    showMoves();
    opponent.show?.(isThinking(board), shownReply(board));
  }

  // The reply that the page explains: why the game is stuck, or else the AI's last move.
  function shownReply(board) {
    if (stuck(board)) return opponent.reply(board);
    const ply = [at - 1, at - 2].find((one) => one >= 0 && isPlayedByAi(one));
    return ply === undefined ? null : opponent.reply(boardAt(ply));
  }

  function showMoves() {
    const rows = moves.slice(0, at).map((cell, ply) => {
      const before = boardAt(ply);
      const row = document.createElement("tr");
      const number = symbolCount(before) + 1;
      const texts = [String(number), playerName(ply), pair(cell), cellList(known.get(before).best, before)];
      texts.forEach((text, column) => {
        const box = document.createElement("td");
        box.textContent = text;
        if (column === 0) box.className = "right";
        if (column === 2 && mistakeAt(ply)) box.className = "fail";
        row.append(box);
      });
      const mistake = mistakeAt(ply);
      if (mistake) row.children[2].append(`, ${mistake}`);
      return row;
    });
    find("#moves").replaceChildren(...rows);
    find("table").hidden = !rows.length;
  }

  function step(by) {
    isTouched = true;
    at = Math.min(Math.max(at + by, 0), moves.length);
    show();
  }

  function arrow(event) {
    const cell = squares.indexOf(event.target);
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (cell < 0 || !by) return;
    const [row, column] = [Math.floor(cell / 3) + by[0], (cell % 3) + by[1]];
    if (row in [0, 1, 2] && column in [0, 1, 2]) squares[3 * row + column].focus();
    event.preventDefault();
  }

  squares.forEach((square, cell) => square.addEventListener("click", () => play(cell)));
  find("#previous").addEventListener("click", () => step(-1));
  find("#next").addEventListener("click", () => step(1));
  find("#again").addEventListener("click", () => start(ai));
  for (const button of table.querySelectorAll("[data-ai]")) {
    button.addEventListener("click", () => start(button.dataset.ai));
  }
  for (const button of table.querySelectorAll("[data-game]")) {
    button.addEventListener("click", () => {
      isTouched = true;
      showGame(games[Number(button.dataset.game)]);
      find("#next").focus();
    });
  }
  const links = [...document.querySelectorAll("[data-board]")].filter(
    ({ dataset }) => table.dataset.sides.includes(turnOn(dataset.board)));
  for (const link of links) {
    link.closest("[hidden]").hidden = false;
    link.addEventListener("click", () => {
      isTouched = true;
      showMove(link.dataset);
    });
  }
  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "r" || event.key === "R") start(ai);
    else arrow(event);
  });
  if (games.length) showGame(games[0]);
  else if (links.length) showMove(links[0].dataset);
  else start(ai);
  table.hidden = false;
  document.getElementById("without").hidden = true;
  const human = () =>
    base !== EMPTY || moves.slice(0, at).some((_, ply) => replay || turnOn(boardAt(ply)) !== ai);
  return { isBeingPlayed: () => isTouched && (replay ? at < moves.length : human() && freeOn(boardAt(at)).length > 0) };
}
