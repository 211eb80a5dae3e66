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

// A game counts once, however often it is looked at; says whether it counts now.
export function countGame(score) {
  const counted = listed(stored("counted"));
  if (score.won === null || counted.includes(score.game)) return false;
  add(score, 1);
  store("counted", [...counted.slice(-50), score.game]);
  return true;
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

// ---------------------------------------------------------------- practice

// What this device knows about the puzzles that were tried; damaged entries are ignored.
export function practised() {
  const kept = stored("puzzles") ?? {};
  const whole = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
  const texts = (list) => (Array.isArray(list) ? list.filter((item) => typeof item?.game === "string" && typeof item.position === "string") : []);
  return { streak: whole(kept.streak), best: whole(kept.best), solved: whole(kept.solved), missed: texts(kept.missed), done: Array.isArray(kept.done) ? kept.done : [] };
}

// The day of the person at this device, and not that of Greenwich.
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

// The puzzle of the day: how it was tried, and on how many days in a row it was solved.
export function daily(today) {
  const { day, tries, last, many, best } = stored("daily") ?? {};
  const mine = day === today && typeof tries === "string" ? tries.replace(/[^ox]/g, "").slice(0, 60) : "";
  const row = count(last) >= today - 1 ? count(many) : 0;
  return { tries: mine, solved: mine.endsWith("o"), many: row, best: Math.max(count(best), row), last: count(last) };
}

// Notes a try at today's puzzle; after it was solved, tries no longer count.
export function noteDaily(today, right) {
  const { tries, solved, many, best, last } = daily(today);
  if (solved) return;
  const row = right ? many + 1 : many;
  store("daily", { day: today, tries: tries + (right ? "o" : "x"), last: right ? today : last, many: row, best: Math.max(best, row) });
}

// ---------------------------------------------------------------- where people left off

// A game that goes on, or a step of the course; a game that is over or has not begun changes nothing.
export function keepLast({ address, title, at, over, lesson, moves }) {
  if (lesson) return store("last", { address: `lesson=${lesson.number}`, title: lesson.title, told: `Step ${lesson.number} of ${lesson.of}`, number: lesson.number, of: lesson.of });
  if (over) return stored("last")?.title === title && store("last", null);
  if (at) store("last", { address, title, told: moves.length === 1 ? "1 move so far" : `${moves.length} moves so far` });
}

// Where to go on; nothing that is damaged.
export function lastPlayed() {
  const { address, title, told, number, of } = stored("last") ?? {};
  if (![address, title, told].every((text) => typeof text === "string" && text)) return null;
  return { address, title, told, number: count(number), of: count(of) };
}
