// The page: reads the state from the address, asks the engine, and shows what it answers.
//
// Every change goes through the address: `go` writes it, the browser tells us, `show` draws it. So back, reload and a
// shared link all do what a click does.

import { announce } from "./announce.js";
import { readAddress, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { showGraph, showHistory, showReview, showTree, showWhy } from "./cards.js";
import { askNewGame, showLinks } from "./dialog.js";
import { byId, counted, make } from "./element.js";
import { makeEngine } from "./engine.js";
import { showLesson } from "./lesson.js";
import { download, recordOf } from "./record.js";
import { startOf } from "./start.js";

const engine = makeEngine();
const board = new Board({ play: playMove, hover: showUnder });

let state = null;
let view = null;
let lesson = null;
// Whether the engine has answered yet.
let came = false;
// Counts what is shown; an answer to something that is shown no more is not shown either.
let ticket = 0;
let since = performance.now();
let hinted = null;
let analysed = null;
let stopped = false;
// What is known beside the moves: the time and the nodes of each, by the moves up to it.
const notes = new Map(Object.entries(stored("notes", {})));
const answers = new Map();

function stored(name, usual, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(`lastbite.${name}`)) ?? usual;
  } catch {
    return usual;
  }
}

function store(name, value, storage = "localStorage") {
  try {
    globalThis[storage].setItem(`lastbite.${name}`, JSON.stringify(value));
  } catch {
    // Where nothing may be stored, it is forgotten.
  }
}

// The engine, with a memory, and a sign that it is at work when that takes long.
let working = 0;
async function ask(name, parameters, more) {
  const question = JSON.stringify([name, parameters]);
  if (answers.has(question)) return answers.get(question);
  const notice = setTimeout(showBusy, 200);
  working += 1;
  try {
    const answer = await engine.ask(name, parameters, more);
    if (answers.size > 2000) answers.clear();
    if (!more) answers.set(question, answer);
    return answer;
  } finally {
    clearTimeout(notice);
    working -= 1;
    if (!working) byId("busy").hidden = true;
  }
}

function showBusy() {
  byId("progress").removeAttribute("value");
  byId("busy").hidden = false;
}

engine.watch((share) => {
  byId("progress").value = share;
});

// Goes to another state: a step that back takes back, or in place of this one.
function go(change, replace = false) {
  const next = writeAddress({ ...state, ...change });
  if (next === location.hash) return;
  if (replace) location.replace(next);
  else location.hash = next;
}

const LEVELS = ["easy", "medium", "strong", "perfect"];
const PLAIN = { start: "", moves: [], at: 0, resigned: 0, lesson: 0, seed: "1" };

// What the people here are called.
function ownNames() {
  const { you, other } = { you: "You", other: "The other", ...stored("names", {}) };
  return { you: you || "You", other: other || "The other" };
}

// A game from a file has the names of those who played it, while it is looked at.
function names() {
  const guests = stored("guests", null, "sessionStorage");
  return guests?.game === state.game && guests.start === state.start ? guests : ownNames();
}

function nameOf(side) {
  const { you, other } = names();
  if (state.vs === "computer") return side === state.me ? you : "Computer";
  // Of two people neither is "you".
  if (side === state.me) return you === "You" ? "Player 1" : you;
  return other === "The other" ? "Player 2" : other;
}

const bothNames = () => [nameOf(1), nameOf(2)];
const toMove = () => (state.at % 2) + 1;
const isOver = () => state.at === state.moves.length && view.over !== null;
const isComputers = (side) => state.vs === "computer" && side !== state.me;
const here = () => view.positions[state.at].position;
const noteKey = (length) => [state.game, state.start, ...state.moves.slice(0, length)].join(" ");
const noteList = () => state.moves.map((_, i) => notes.get(noteKey(i + 1)));

function keepNote(move, note) {
  const key = [state.game, state.start, ...state.moves.slice(0, state.at), move].join(" ");
  notes.set(key, note);
  // The last few games are enough.
  while (notes.size > 400) notes.delete(notes.keys().next().value);
  store("notes", Object.fromEntries(notes));
}

// ---------------------------------------------------------------- showing

async function show() {
  const mine = ++ticket;
  const before = state;
  const next = readAddress(location.hash);
  if (next.lesson) {
    try {
      lesson ??= await ask("lesson", {});
    } catch (error) {
      return showTrouble(error);
    }
    const step = lesson.steps[next.lesson - 1];
    Object.assign(next, { game: step.game, start: step.position, vs: "computer", level: "perfect", engine: "auto", me: 1 });
  }
  state = next;
  let shown;
  if (!came) {
    // The first look need not wait for the engine, nor need a move that is made meanwhile.
    const first = startOf(state);
    if (first) {
      view = first;
      draw();
    }
  }
  try {
    shown = await ask("game", {
      game: state.game, position: state.start, moves: state.moves.join(";"), resigned: state.resigned || "",
      first: nameOf(1), second: nameOf(2),
    });
  } catch (error) {
    if (mine !== ticket) return;
    state = before ?? readAddress("");
    return showTrouble(error);
  }
  if (mine !== ticket) return;
  if (!came) setTimeout(() => engine.warm(), 0);
  came = true;
  view = shown;
  hinted = null;
  analysed = null;
  // Who was stopped stays so until there is something else to think about.
  stopped &&= before !== null && ["game", "start", "at", "me", "vs"].every((part) => before[part] === state[part]) && before.moves.join() === state.moves.join();
  since = performance.now();
  tell(before);
  draw();
  byId("tree").replaceChildren();
  if (byId("tree-card").open) drawTree(mine);
  await Promise.all([think(mine), analyse(mine), lookBack(mine), teach(mine)]);
}

function showTrouble(error) {
  document.querySelector("main").classList.toggle("nothing", !view);
  byId("turn").textContent = "That cannot be shown";
  byId("over").hidden = false;
  byId("over").replaceChildren(make("p", {}, error.message), make("button", { type: "button", onclick: () => go({ ...PLAIN, game: "chomp:4x7" }) }, "Play 4x7"));
  announce(error.message);
}

function draw() {
  document.querySelector("main").classList.remove("nothing");
  const over = isOver();
  const last = view.positions[state.at - 1];
  board.show({
    view,
    lengths: view.positions[state.at].lengths,
    before: last ? last.lengths : null,
    fresh: true,
    marks: marks(),
    hint: hinted,
    playable: !over && !isComputers(toMove()),
  });
  const name = nameOf(toMove());
  const turn = byId("turn");
  if (over) turn.textContent = `${nameOf(view.over.winner)} ${nameOf(view.over.winner) === "You" ? "win" : "wins"}!`;
  else if (isComputers(toMove())) turn.textContent = stopped || state.at < state.moves.length ? "The computer is to move" : "The computer thinks …";
  else if (state.vs === "computer") turn.textContent = name === "You" ? "Your turn" : `Your turn, ${name}`;
  else turn.textContent = `${name} to move`;
  if (view.rule) byId("rule").textContent = view.rule.replace("the poison, P,", "the poison ☠").replace("\n", " ");
  drawOver(over);
  const thought = noteList().map((note, i) => (isComputers((i % 2) + 1) ? note : null));
  showHistory({ view, names: bothNames(), at: state.at, notes: thought, go: (at) => go({ at }) });
  if (!state.analysis) showWhy(null);
  // After the game the review tells why, unless somebody looks closer.
  byId("why-card").hidden = over && !state.analysis;
  showKey();
  for (const link of document.querySelectorAll("nav a")) {
    const current = state.lesson ? "lesson" : view.name;
    if (link.dataset.page === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const lengths = view.whole;
  const title = view.name === "nim" ? `Nim ${lengths.join(", ")}` : `Chomp ${lengths.length}x${lengths[0]}`;
  document.title = `${title} · lastbite`;
  byId("undo").disabled = undoTo() === null;
  byId("redo").disabled = state.at === state.moves.length;
  byId("hint").disabled = over || isComputers(toMove());
  byId("swap").disabled = state.lesson > 0 || over;
  byId("swap").hidden = state.vs !== "computer";
  byId("resign").disabled = over || state.at < state.moves.length || isComputers(toMove()) || state.lesson > 0;
  byId("analysis").setAttribute("aria-pressed", String(state.analysis));
  byId("grundy").hidden = !state.analysis;
  byId("grundy").setAttribute("aria-pressed", String(state.grundy));
  showScore();
}

function drawOver(over) {
  const card = byId("over");
  const paused = !over && isComputers(toMove()) && (stopped || state.at < state.moves.length);
  card.hidden = !(over || paused);
  if (over) {
    const again = (change) => () => go({ ...PLAIN, start: state.start, lesson: state.lesson, seed: state.lesson ? "1" : fresh(), ...change });
    const easier = LEVELS[LEVELS.indexOf(state.level) - 1];
    const lost = state.vs === "computer" && view.over.winner !== state.me && !state.lesson;
    card.replaceChildren(make("p", {}, view.over.sentence),
      make("button", { type: "button", class: "main", onclick: again({}) }, "Play again"),
      lost && easier ? make("button", { type: "button", onclick: again({ level: easier }) }, `Play a weaker computer (${easier})`) : "");
  } else if (paused) {
    card.replaceChildren(make("p", {}, stopped ? "The computer was stopped." : "You are looking back."),
      make("button", { type: "button", onclick: goOn }, "Let the computer move here"));
  }
}

// Lets the computer move where it was stopped, or where somebody looks back to.
function goOn() {
  if (!stopped) return go({ moves: state.moves.slice(0, state.at), at: state.at, resigned: 0 });
  stopped = false;
  return show();
}

// What has just happened, for those who do not see it.
function tell(before) {
  const words = [];
  const moved = state.at > 0 && (!before || before.at < state.at || before.game !== state.game);
  if (moved) words.push(`${nameOf(2 - (state.at % 2))} ${view.moves[state.at - 1].told}.`);
  else if (before && before.at > state.at) words.push(`Back to move ${state.at}.`);
  if (isOver()) words.push(`${nameOf(view.over.winner)} wins. ${view.over.sentence}`);
  else if (!isComputers(toMove())) words.push(`${nameOf(toMove())} to move.`);
  if (words.length) announce(words.join(" "));
}

function plies(distance) {
  return distance == null ? "" : `, ${counted(distance, "ply")} to the end`;
}

// What stands in each piece while the analysis is on: outcome and plies, or Grundy values.
function marks() {
  if (!state.analysis || !analysed?.moves) return null;
  const all = new Map();
  for (const judged of analysed.moves) {
    const value = analysed.values?.get(judged.move);
    const text = state.grundy ? (value ?? "") : (judged.distance ?? (judged.outcome === "win" ? "✓" : "–"));
    const words = `${judged.outcome === "win" ? "wins" : "loses"}${plies(judged.distance)}${state.grundy && value != null ? `, Grundy value ${value}` : ""}`;
    all.set(judged.move, { outcome: judged.outcome, text: String(text), words });
  }
  return all;
}

function showKey() {
  const key = byId("key");
  key.hidden = !(state.analysis && analysed?.moves);
  const dot = (kind, words) => make("span", {}, make("i", { class: `dot ${kind}` }), words);
  key.replaceChildren(...(state.grundy
    ? [dot("w", "wins: leaves Grundy value 0"), dot("l", "loses: leaves the value shown")]
    : analysed?.distance == null
      ? [dot("w", "wins"), dot("l", "loses; how many plies are left is out of reach")]
      : [dot("w", "wins; the number is the plies (single moves) to the end"), dot("l", "loses, in that many")]));
}

// What the piece under the pointer would do, and how it is answered.
function showUnder(at) {
  const line = byId("under");
  if (!at || !view) {
    line.textContent = "";
    return;
  }
  const words = [];
  if (at.poison) words.push("Eats the poison: whoever does that has lost.");
  else words.push(view.name === "nim" ? `Takes ${counted(at.taken, "stone")}.` : `${at.move}: eats ${counted(at.taken, "square")}.`);
  const judged = analysed?.moves?.find((judged) => judged.move === at.move);
  if (state.analysis && judged) {
    words.push(judged.outcome === "win" ? `Wins${plies(judged.distance)}.` : `Loses${plies(judged.distance)}.`);
    if (judged.reply) words.push(`The answer is ${judged.reply}.`);
  }
  line.textContent = words.join(" ");
}

// ---------------------------------------------------------------- asking

async function think(mine) {
  if (stopped || isOver() || !isComputers(toMove()) || state.at < state.moves.length) return;
  const started = performance.now();
  let reply;
  try {
    reply = await ask("move", { game: state.game, position: here(), level: state.level, engine: state.engine, seed: state.seed, turn: state.at });
  } catch (error) {
    if (mine !== ticket) return;
    stopped = true;
    draw();
    if (!error.stopped) announceTrouble(error);
    return;
  }
  if (mine !== ticket) return;
  keepNote(reply.move, { seconds: Math.round(performance.now() - started) / 1000, nodes: reply.nodes, why: reply.why });
  // In place of the person's move, so that back leads to their choice and not into the computer's.
  go({ moves: [...state.moves, reply.move], at: state.at + 1 }, true);
}

function announceTrouble(error) {
  byId("over").hidden = false;
  byId("over").prepend(make("p", {}, error.message));
  announce(error.message);
}

async function analyse(mine) {
  if (!state.analysis) {
    if (!view.over) showGraph([], 0, go);
    return;
  }
  // The computer's move comes first; what it leaves is analysed then.
  if (isComputers(toMove()) && !isOver() && !stopped && state.at === state.moves.length) return;
  const place = { game: state.game, position: here() };
  try {
    const found = { ...(await ask("analyze", place)) };
    if (mine !== ticket) return;
    analysed = found;
    if (state.grundy) {
      try {
        const grundy = await ask("grundy", place);
        found.values = new Map(grundy.moves.map(({ move, grundy }) => [move, grundy]));
        found.grundy = grundy.grundy;
      } catch (error) {
        if (mine === ticket) announce(error.message);
        found.trouble = error.message;
      }
    }
    if (mine !== ticket) return;
    draw();
    const explained = await ask("explain", place);
    if (mine !== ticket) return;
    const sentences = [...explained.sentences, ...(found.trouble ? [found.trouble] : [])];
    showWhy({ ...explained, sentences, grundy: found.grundy });
    announce(explained.sentences[0]);
  } catch (error) {
    if (mine === ticket) showWhy({ error: error.message });
    return;
  }
  await drawGraph(mine);
}

async function drawGraph(mine) {
  const points = [];
  for (let ply = 0; ply < view.positions.length; ply++) {
    try {
      const found = await ask("analyze", { game: state.game, position: view.positions[ply].position });
      points.push({ ply, distance: found.distance, outcome: found.outcome });
    } catch {
      points.push(null);
    }
    if (mine !== ticket) return;
  }
  showGraph(points, state.at, (at) => go({ at }));
}

async function lookBack(mine) {
  if (!view.over || !state.moves.length) return showReview(null);
  try {
    const review = await ask("review", { game: state.game, position: state.start, moves: state.moves.join(";"), resigned: state.resigned || "", first: nameOf(1), second: nameOf(2) });
    if (mine !== ticket) return;
    showReview(review, bothNames(), (at) => go({ at, analysis: true }));
    if (!state.analysis) await drawGraph(mine);
  } catch (error) {
    if (mine === ticket) showReview(null);
  }
}

async function teach(mine) {
  if (!state.lesson) return showLesson(null);
  const done = isOver() && view.over.winner === 1;
  showLesson(lesson, state.lesson, isOver() && !done ? "Not this time." : null, done, start);
  if (done) announce(lesson.steps[state.lesson - 1].done);
  if (!state.at || done) return;
  // A win that was given away is told at once.
  const review = await ask("review", { game: state.game, position: state.start, moves: state.moves.slice(0, state.at).join(";") });
  if (mine !== ticket) return;
  const gave = review.moves.find((move) => move.player === 1 && move.before === "win" && move.after === "loss");
  if (gave) showLesson(lesson, state.lesson, `Your move ${gave.move} gave the win away. Undo it, or try again.`, false, start);
}

function start(change) {
  go({ ...PLAIN, vs: "computer", level: "perfect", engine: "auto", me: 1, ...change });
}

async function drawTree(mine = ticket) {
  try {
    const svg = await ask("tree.svg", { game: state.game, position: here() });
    if (mine === ticket) showTree(svg, (position) => writeAddress({ ...state, ...PLAIN, lesson: 0, start: position }));
  } catch (error) {
    if (mine === ticket) showTree({ error: error.message });
  }
}

// ---------------------------------------------------------------- doing

function playMove(move) {
  if (isOver() || isComputers(toMove())) return;
  keepNote(move, { seconds: Math.round(performance.now() - since) / 1000, nodes: null, why: null });
  go({ moves: [...state.moves.slice(0, state.at), move], at: state.at + 1, resigned: 0 });
}

// Back to the last choice that a person had.
function undoTo() {
  if (state.resigned && isOver()) return state.at;
  for (let at = state.at - 1; at >= 0; at--) if (!isComputers((at % 2) + 1)) return at;
  return null;
}

function undo() {
  const at = undoTo();
  if (at !== null) go({ at, resigned: 0 });
}

function redo() {
  for (let at = state.at + 1; at <= state.moves.length; at++) {
    if (at === state.moves.length || !isComputers((at % 2) + 1)) return go({ at });
  }
}

async function hint() {
  const mine = ticket;
  const explained = await ask("explain", { game: state.game, position: here() }).catch((error) => ({ error: error.message }));
  if (mine !== ticket) return;
  hinted = explained.best ?? null;
  draw();
  showWhy(explained);
  announce(explained.error ?? explained.sentences.join(" "));
}

const fresh = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

async function begin(chosen) {
  const game = { game: chosen.game };
  try {
    await ask("game", game);
  } catch (error) {
    return error.message;
  }
  store("names", { you: chosen.you, other: chosen.other ?? ownNames().other });
  store("guests", null, "sessionStorage");
  go({ ...PLAIN, ...game, seed: fresh(), vs: chosen.vs, level: chosen.level, engine: chosen.engine, me: chosen.vs === "computer" ? Number(chosen.me) : 1 });
  return null;
}

// A game counts once, however often it is looked at.
function showScore() {
  // Games against the computer are counted apart from those of two people, each pair by itself.
  const kind = state.vs === "computer" ? "score.computer" : `score.${bothNames().join("\n")}`;
  const score = stored(kind, { me: 0, other: 0 });
  const counted = stored("counted", []);
  const key = noteKey(state.moves.length) + state.resigned + state.seed;
  if (isOver() && !state.lesson && state.moves.length + state.resigned && !counted.includes(key)) {
    score[view.over.winner === state.me ? "me" : "other"] += 1;
    store(kind, score);
    store("counted", [...counted.slice(-50), key]);
  }
  byId("score").replaceChildren(`${nameOf(state.me)} `, make("b", {}, `${score.me} : ${score.other}`), ` ${nameOf(3 - state.me)}`);
}

async function save() {
  const players = [1, 2].map((side) => ({ name: nameOf(side), level: isComputers(side) ? state.level : null }));
  try {
    const { record } = await engine.ask("record", {}, { body: recordOf(state, view, players, noteList()) });
    download(`${view.game.replace(/[^a-z0-9]+/gi, "-")}.json`, `${record}\n`);
    announce("The game was saved.");
  } catch (error) {
    announceTrouble(error);
  }
}

async function load(file) {
  try {
    const read = await engine.ask("record", {}, { body: await file.text() });
    const computer = read.players.findIndex((player) => player.level);
    const me = computer === 0 ? 2 : 1;
    store("guests", { game: read.game, start: read.start, you: read.players[me - 1].name, other: read.players[2 - me].name }, "sessionStorage");
    read.moves.forEach((_, i) => notes.delete([read.game, read.start, ...read.moves.slice(0, i + 1)].join(" ")));
    go({ ...PLAIN, game: read.game, start: read.start, moves: read.moves, at: read.moves.length, resigned: read.resigned ?? 0, seed: read.seed,
      engine: read.engine, vs: computer < 0 ? "human" : "computer", level: read.players[computer]?.level ?? "perfect", me });
  } catch (error) {
    byId("over").hidden = false;
    byId("over").replaceChildren(make("p", {}, error.message));
    announce(error.message);
  }
}

function share() {
  const at = (change) => location.href.replace(/#.*$/, "") + writeAddress({ ...state, analysis: false, grundy: false, ...change });
  showLinks([["The whole game", at({})], ["This position", at({ ...PLAIN, start: here() })]]);
}

const actions = {
  undo, redo, hint, share, save,
  analysis: () => go({ analysis: !state.analysis }, true),
  grundy: () => go({ grundy: !state.grundy }, true),
  swap: () => go({ me: 3 - state.me, moves: state.moves.slice(0, state.at), resigned: 0 }),
  resign: () => go({ resigned: toMove() }),
  new: () => askNewGame(state, ownNames(), begin),
  open: () => byId("file").click(),
  stop: () => engine.stop(),
  skip: () => board.focus(),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
for (const button of document.querySelectorAll("#more button")) button.addEventListener("click", () => (byId("more").open = false));
document.addEventListener("click", (event) => {
  if (!event.target.closest("#more")) byId("more").open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("more").open = false;
});
byId("file").addEventListener("change", (event) => {
  if (event.target.files[0]) load(event.target.files[0]);
  event.target.value = "";
});
byId("tree-card").addEventListener("toggle", () => byId("tree-card").open && view && drawTree());
// Letters only while the board has the focus, so that they are in nobody's way.
const KEYS = { u: "undo", r: "redo", h: "hint", a: "analysis", g: "grundy", n: "new" };
byId("board").addEventListener("keydown", (event) => {
  const action = !event.altKey && !event.ctrlKey && !event.metaKey && KEYS[event.key.toLowerCase()];
  if (action && !byId(action).disabled) actions[action]();
});
window.addEventListener("hashchange", show);
byId("where").textContent = engine.words;
if ("serviceWorker" in navigator && document.querySelector('meta[name="engine"]').content === "wasm" && location.protocol !== "file:") {
  navigator.serviceWorker.register("service-worker.js");
}
show();
