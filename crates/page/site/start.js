// What can be drawn before the engine has come: a whole bar, or heaps that nobody has touched.
//
// Only the shape; what is allowed and what comes of it is the engine's to say. Anything that is not plain is left to it.

export function startOf({ game, start, moves, lesson }) {
  if (start || moves.length || lesson) return null;
  const bar = /^chomp:(\d{1,2})x(\d{1,2})$/.exec(game);
  const heaps = /^nim:(\d{1,2}(?:,\d{1,2}){0,19})$/.exec(game);
  const whole = bar ? Array(Number(bar[1])).fill(Number(bar[2])) : heaps?.[1].split(",").map(Number);
  if (!whole || whole.length < 1 || whole.length > 20 || whole.some((n) => n < 1 || n > (bar ? 20 : 99))) return null;
  return {
    game, name: bar ? "chomp" : "nim", rule: "", whole, poison: bar ? "1,1" : null, misere: false,
    positions: [{ position: "", lengths: whole }], moves: [], over: null,
  };
}
