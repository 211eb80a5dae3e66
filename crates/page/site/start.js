// What can be drawn before the engine has come: a whole bar, or heaps, and the moves that were made meanwhile.
//
// Only the shape; what is allowed and what comes of it is the engine's to say. Anything that is not plain is left to it.

// What a move leaves of rows or heaps; nothing where it is none.
function left(lengths, move, nim) {
  const [, a, b] = (nim ? /^(\d{1,2}) from (\d{1,2})$/ : /^(\d{1,2}),(\d{1,2})$/).exec(move) ?? [];
  const [row, keep] = nim ? [b, lengths[b - 1] - a] : [a, b - 1];
  if (!(keep >= 0 && keep < lengths[row - 1])) return null;
  return lengths.map((length, i) => ((nim ? i === row - 1 : i >= row - 1) ? Math.min(length, keep) : length));
}

export function startOf({ game, start, moves, at, lesson }) {
  if (start || lesson || at < moves.length) return null;
  const bar = /^chomp:(\d{1,2})x(\d{1,2})$/.exec(game);
  const heaps = /^nim:(\d{1,2}(?:,\d{1,2}){0,19})$/.exec(game);
  const whole = bar ? Array(Number(bar[1])).fill(Number(bar[2])) : heaps?.[1].split(",").map(Number);
  if (!whole || whole.length < 1 || whole.length > 20 || whole.some((n) => n < 1 || n > (bar ? 20 : 99))) return null;
  const positions = [{ position: "", lengths: whole }];
  for (const move of moves) {
    const lengths = left(positions.at(-1).lengths, move, Boolean(heaps));
    if (!lengths) return null;
    positions.push({ position: "", lengths });
  }
  return {
    game, name: bar ? "chomp" : "nim", rule: "", whole, poison: bar ? "1,1" : null, misere: false, positions,
    moves: moves.map((move) => ({ move, described: move, told: "" })), over: null,
  };
}
