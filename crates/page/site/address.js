// The state is the address: a link shares a position or a whole game, back works, and reload loses nothing.
//
//   #game=chomp:4x7&moves=3,4;2,6&at=1&vs=computer&level=easy&me=2
//
// `moves` is the whole line, `at` how many of them stand on the board: undo, redo and walking through the history
// only change `at`.

const USUAL = {
  game: "chomp:4x7", start: "", moves: [], at: null, vs: "computer", level: "perfect", engine: "auto",
  me: 1, seed: 1, resigned: 0, analysis: false, grundy: false, lesson: 0,
};

export function readAddress(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const state = { ...USUAL, moves: [] };
  const oneOf = (name, ...words) => (words.includes(given.get(name)) ? given.get(name) : USUAL[name]);
  const number = (name, most) => {
    const value = Number.parseInt(given.get(name) ?? "", 10);
    return value >= 0 && value <= most ? value : USUAL[name];
  };
  state.game = given.get("game") || USUAL.game;
  state.start = given.get("start") || "";
  state.moves = (given.get("moves") || "").split(";").filter((move) => move !== "");
  state.at = Math.min(number("at", 1e6) ?? state.moves.length, state.moves.length);
  state.vs = oneOf("vs", "computer", "human");
  state.level = oneOf("level", "easy", "medium", "strong", "perfect");
  state.engine = oneOf("engine", "auto", "minimax", "alphabeta", "negamax", "memo", "sieve");
  state.me = given.get("me") === "2" ? 2 : 1;
  state.seed = /^\d{1,20}$/.test(given.get("seed") ?? "") ? given.get("seed") : "1";
  state.resigned = number("resigned", 2);
  state.analysis = given.get("analysis") === "1";
  state.grundy = given.get("grundy") === "1";
  state.lesson = number("lesson", 7);
  return state;
}

export function writeAddress(state) {
  const parts = [];
  const put = (name, value) => {
    // What may stand in an address as it is stays readable.
    const text = encodeURIComponent(value).replace(/%(3A|2C|3B|40|2F)/gi, decodeURIComponent).replace(/%20/g, "+");
    parts.push(`${name}=${text}`);
  };
  if (state.lesson) put("lesson", state.lesson);
  else {
    put("game", state.game);
    if (state.start) put("start", state.start);
  }
  if (state.moves.length) put("moves", state.moves.join(";"));
  if (state.at < state.moves.length) put("at", state.at);
  if (state.vs !== USUAL.vs) put("vs", state.vs);
  if (state.level !== USUAL.level) put("level", state.level);
  if (state.engine !== USUAL.engine) put("engine", state.engine);
  if (state.me !== 1) put("me", state.me);
  if (String(state.seed) !== "1") put("seed", state.seed);
  if (state.resigned) put("resigned", state.resigned);
  if (state.analysis) put("analysis", 1);
  if (state.grundy) put("grundy", 1);
  return `#${parts.join("&")}`;
}
