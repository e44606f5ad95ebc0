// The student's AI as `grader play` runs it: each reply is asked of the server, which takes as long as the AI does.

const ENDED = "The grader has ended. Run the command again to go on.";

function liveOpponent(thinking, facts) {
  let replies = new Map();
  let game = null;
  let since = 0;

  async function post(action, body) {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(action, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(response.statusText);
    return response.json();
  }

  // Asks until there is a reply: the server answers after some seconds at the latest, even if the AI still thinks.
  async function receive(begun, board) {
    const { game: number, problem } = await begun;
    let found = problem === undefined ? { thinking: true } : { problem };
    while (found.thinking && begun === game) found = await post("ask", { game: number, board });
    return found;
  }

  async function ask(board) {
    const [begun, known] = [game, replies];
    since = Date.now();
    let found;
    try {
      found = await receive(begun, board);
    } catch {
      found = { problem: ENDED };
    }
    const more = { facts: found.facts ?? [], taken: found.taken };
    if (found.problem !== undefined) known.set(board, { ends: found.problem, ...more });
    else if (found.cell === null) known.set(board, { why: "gives no legal move here", ...more });
    else known.set(board, { cell: found.cell, ...more });
  }

  function showThinking(isThinking) {
    thinking.hidden = !isThinking;
    if (isThinking) thinking.textContent = `Thinking for ${Math.round((Date.now() - since) / 1000)} s.`;
  }

  function showFacts(pairs) {
    const rows = pairs.map(([label, text]) => {
      const row = document.createElement("div");
      const [name, value, code] = ["dt", "dd", "code"].map((tag) => document.createElement(tag));
      name.textContent = label;
      code.textContent = text;
      value.append(code);
      row.append(name, value);
      return row;
    });
    facts.replaceChildren(...rows);
    facts.hidden = !rows.length;
  }

  setInterval(() => showThinking(!thinking.hidden), 500);
  return {
    isLive: true,
    begin() {
      replies = new Map();
      game = post("start", {});
      game.catch(() => {}); // `receive` reports it
    },
    reply: (board) => replies.get(board) ?? null,
    ask,
    show(isThinking, reply) {
      showThinking(isThinking);
      showFacts(reply?.facts ?? []);
    },
    bye: () => post("bye", {}),
  };
}
