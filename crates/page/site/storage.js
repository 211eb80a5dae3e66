// What the browser keeps. If it may not store anything, it is forgotten; damaged entries are ignored.

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`lastbite.${name}`));
  } catch {
    return null;
  }
}

// A text; whatever else was put there is ignored.
export function storedText(name) {
  const value = stored(name);
  return typeof value === "string" ? value : "";
}

export function store(name, value) {
  try {
    localStorage.setItem(`lastbite.${name}`, JSON.stringify(value));
  } catch {
    // It is forgotten.
  }
}

// ---------------------------------------------------------------- the score

const listed = (value) => (Array.isArray(value) ? value : []);
const count = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);

export function scoreOf({ pair }) {
  const { me, other } = stored(`score.${pair}`) ?? {};
  return { me: count(me), other: count(other) };
}

function add(score, many) {
  const now = scoreOf(score);
  now[score.won ? "me" : "other"] += many;
  store(`score.${score.pair}`, now);
}

// A game counts once, however often it is looked at.
export function countGame(score) {
  const counted = listed(stored("counted"));
  if (score.won === null || counted.includes(score.game)) return;
  add(score, 1);
  store("counted", [...counted.slice(-50), score.game]);
}

// When the end of a game is taken back, it no longer counts.
export function takeBackGame(score) {
  const counted = listed(stored("counted"));
  if (score.won === null || !counted.includes(score.game)) return;
  add(score, -1);
  store("counted", counted.filter((game) => game !== score.game));
}

// ---------------------------------------------------------------- notes

// Notes on moves for the record: the time, the nodes and the reason of each, by the moves up to it.
const notes = new Map(Object.entries(stored("notes") ?? {}));

const keyOf = (view, many) => [view.game, view.positions[0], ...view.moves.slice(0, many).map(({ move }) => move)].join(" ");

export const notesOf = (view) => view.moves.map((_, i) => {
  const note = notes.get(keyOf(view, i + 1));
  return typeof note?.seconds === "number" ? note : null;
});

export function keepNote(view, note) {
  notes.set(keyOf(view, view.at), note);
  // The last few games are enough.
  while (notes.size > 400) notes.delete(notes.keys().next().value);
  store("notes", Object.fromEntries(notes));
}
