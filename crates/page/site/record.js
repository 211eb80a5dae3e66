// Records of games, the same files as the terminal's. The engine reads and writes them; here they only get their shape.

import { make } from "./element.js";

export function recordOf(state, view, players, notes) {
  const played = view.moves.slice(0, state.at);
  const over = state.at === view.moves.length ? view.over : null;
  const moves = played.map((move, i) => ({
    player: (i % 2) + 1, move: move.move, seconds: notes[i]?.seconds ?? 0, nodes: notes[i]?.nodes ?? null,
    why: notes[i]?.why ?? null, outcome_before: null, outcome_after: null,
  }));
  const text = JSON.stringify({
    format: "lastbite-record 2", game: view.game, start: view.positions[0].position,
    players: players.map(({ name, level }) => (level ? { name, kind: "computer", level } : { name, kind: "human" })),
    seed: 0, engine: state.engine, moves,
    resigned: over?.ending === "resigned" ? 3 - over.winner : null, winner: over?.winner ?? null, ending: over?.ending ?? null,
  });
  // A seed may be larger than a number of JavaScript, so it is put in as text.
  return text.replace('"seed":0', `"seed":${state.seed}`);
}

export function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
