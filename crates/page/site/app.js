// The page: asks the engine about the address, shows the answer, and passes on what people do.
//
// The state is the address, and the engine reads and writes it: a link shares a position or a whole game,
// back works, and reload loses nothing. Every action goes in with the address and comes out as a new address.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { celebrate, showGraph, showHistory, showLesson, showReview, showTree, showWayOn, showWhy } from "./cards.js";
import { askNewGame, described, learn, showKeys, showLinks, showSettings } from "./dialog.js";
import { watchEdges } from "./edges.js";
import { byId, counted, make } from "./element.js";
import { makeEngine } from "./engine.js";
import { FIRST } from "./first.js";
import { focusHome, openHome, tellHome } from "./home.js";
import { closeScreen, openScreen, screenOf, showWhere } from "./screen.js";
import { pause, settingsFields } from "./settings.js";
import { play } from "./sound.js";
import { explained } from "./terms.js";
import { countGame, keepLast, keepNote, notesOf, scoreOf, store, stored, takeBackGame } from "./storage.js";

const engine = makeEngine();
const board = new Board({ element: byId("board"), play: (move) => act(`play ${move}`), hover: showUnder, bitten: () => TOOLS.bitten() });
const usual = FIRST.games.games[0];

let view = null;
// The engine's latest answer to an action, which need not be asked for again.
let landed = null;
// Whether the engine has answered yet.
let came = false;
// Counts what is shown, so that late answers to earlier questions are dropped.
let ticket = 0;
let since = performance.now();
// When the person's last move was painted.
let painted = -Infinity;
let hint = null;
let analysed = null;
let stopped = false;
const answers = new Map();

const query = () => location.hash.slice(1);
const here = () => ({ game: view.game, position: view.positions[view.at] });
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const moment = () => new Promise((done) => setTimeout(done, Math.max(0, painted + pause() - performance.now())));
const seconds = (from) => Math.round(performance.now() - from) / 1000;

function names() {
  const kept = stored("names") ?? {};
  const text = (name) => (typeof name === "string" && !["You", "The other"].includes(name) ? name : "");
  return { you: text(kept.you), other: text(kept.other) };
}

// The address, with the name of the person at this device if it has none.
function question(more = "") {
  const { you } = names();
  const named = you && !/(^|&)you=/.test(query()) ? `&you=${encodeURIComponent(you)}` : "";
  return `${query()}${named}${more}`;
}

// The engine, with a cache, and a sign that it is working if that takes long.
let working = 0;
async function ask(name, parameters, keep = true) {
  const question = JSON.stringify([name, parameters]);
  if (answers.has(question)) return answers.get(question);
  const notice = setTimeout(() => {
    byId("progress").removeAttribute("value");
    byId("busy").hidden = false;
  }, 200);
  working += 1;
  try {
    const answer = await engine.ask(name, parameters);
    if (answers.size > 500) answers.clear();
    if (keep) answers.set(question, answer);
    return answer;
  } finally {
    clearTimeout(notice);
    working -= 1;
    if (!working) byId("busy").hidden = true;
  }
}

engine.watch((share) => {
  byId("progress").value = share;
});

const askGames = () => ask("games", {}).then(learn).catch(() => {});

// ---------------------------------------------------------------- showing

async function show() {
  const mine = ++ticket;
  if (screenOf(query()) || !query()) {
    if (came) engine.drop();
    if (screenOf(query())) {
      if (!came) askGames();
      return openScreen(query(), TOOLS);
    }
    closeScreen("home");
    showWhere((link) => link.dataset.page === "play");
    openHome(TOOLS);
    // What is drawn already does not wait for this.
    if (!came) setTimeout(() => engine.warm(), 0);
    return askGames().then(() => mine === ticket && tellHome(TOOLS));
  }
  closeScreen("play");
  // What is asked for from here on is about what will be shown, even if it is answered sooner.
  hint = null;
  analysed = null;
  const before = view;
  // Earlier thinking is no longer needed.
  if (came) engine.drop();
  const first = FIRST.tables[query()];
  if (!came && first) {
    // The first look need not wait for the engine.
    view = first;
    draw();
  }
  let next = landed && `#${landed.address}` === location.hash ? landed : null;
  landed = null;
  try {
    next ??= await ask("session", question());
  } catch (error) {
    if (mine === ticket) showTrouble(error);
    return;
  }
  if (mine !== ticket) return;
  if (!came) {
    setTimeout(() => engine.warm(), 0);
    askGames();
  }
  came = true;
  view = next;
  // A stopped computer stays stopped until there is something else to think about.
  stopped &&= before?.score.game === view.score.game && before.at === view.at;
  since = performance.now();
  announce(view.told);
  draw();
  keepLast(view);
  byId("tree").replaceChildren();
  if (byId("tree-card").open) drawTree(mine);
  await Promise.all([think(mine), analyse(mine), lookBack(mine), teach(mine)]);
}

// Goes to the address of an answer, as a new step of the history or in place of this one.
function land(next, replace = false) {
  landed = next;
  const hash = `#${next.address}`;
  if (hash === location.hash) show();
  else if (replace) location.replace(hash);
  else location.hash = hash;
}

function go(address) {
  if (`#${address}` !== location.hash) location.hash = `#${address}`;
}

function notice(sentence, ...buttons) {
  byId("over").hidden = false;
  byId("over").replaceChildren(make("p", {}, sentence), ...buttons);
}

const button = (words, act, main) => make("button", { type: "button", class: main ? "main" : null, onclick: act }, words);

function showTrouble(error) {
  byId("play").classList.toggle("nothing", !view);
  byId("title").textContent = "";
  byId("turn").textContent = "This link cannot be shown";
  notice(error.message, button(`Play ${usual.title}`, () => go(usual.address)));
  announce(error.message);
}

function complain(error) {
  byId("over").hidden = false;
  byId("over").prepend(make("p", {}, error.message));
  announce(error.message);
}

function draw() {
  const main = byId("play");
  const focused = main.contains(document.activeElement);
  main.classList.remove("nothing");
  main.classList.toggle("taught", Boolean(view.lesson));
  board.show(view, { marks: marks(), hint: hint?.whole ? hint.move : null });
  byId("turn").textContent = stopped ? "The computer's turn" : view.headline;
  byId("title").textContent = view.title;
  byId("rule").textContent = view.rule.replace("\n", " ");
  byId("limit").textContent = view.limit ?? "";
  byId("limit").hidden = !view.limit;
  byId("over").hidden = true;
  byId("over").classList.toggle("won", view.score.won === true || Boolean(view.lesson?.done));
  if (stopped) notice("The computer was stopped.", button("Let the computer move here", goOn));
  else if (view.notice) notice(view.notice.sentence, ...view.notice.choices.map((choice, i) => button(choice.words, () => act(choice.do), view.over && !i)));
  showHistory(view, notesOf(view), (at) => act(`back ${at}`));
  if (!view.analysis && !hint) showWhy(null);
  if (!view.analysis || !analysed) showReason("");
  byId("hinted").replaceChildren(...explained(hint?.said ?? "", false));
  byId("hinted").hidden = !hint;
  // After the game the review explains it, unless people look closer.
  byId("why-card").hidden = view.over && !view.analysis;
  showKey();
  document.title = `${view.title} · lastbite`;
  for (const action of ["undo", "redo", "hint", "swap", "resign"]) byId(action).disabled = !view.can[action];
  byId("swap").hidden = !view.computer;
  byId("analysis").setAttribute("aria-pressed", String(view.analysis));
  byId("grundy").hidden = !view.analysis;
  byId("grundy").setAttribute("aria-pressed", String(view.grundy));
  const { me, other } = scoreOf(view.score);
  byId("score").replaceChildren(make("bdi", {}, view.score.names[0]), make("b", {}, ` ${me} : ${other} `), make("bdi", {}, view.score.names[1]));
  showLevel();
  showWhere((link) => link.dataset.page === (view.lesson ? "lesson" : "play"));
  // A button that has gone leaves the focus to the board.
  if (focused && !main.contains(document.activeElement)) board.focus();
}

// How well the computer plays, always in sight; another level goes on with the same game.
function showLevel() {
  byId("level").hidden = !view.computer || Boolean(view.lesson);
  const list = byId("level").querySelector("select");
  const { levels } = described();
  if (list.children.length !== levels.length) list.replaceChildren(...levels.map((level) => make("option", { value: level }, level)));
  list.value = view.level;
}

const plies = (distance) => (distance == null ? "" : `, ${counted(distance, "ply")} to the end`);

// What each piece shows while the analysis is on: outcome and plies, or Grundy values.
function marks() {
  if (!view.analysis || !analysed?.moves) return null;
  const all = new Map();
  for (const judged of analysed.moves) {
    const value = analysed.values?.get(judged.move);
    const text = view.grundy ? (value ?? "") : (judged.distance ?? (judged.outcome === "win" ? "✓" : "–"));
    const words = `${judged.outcome === "win" ? "wins" : "loses"}${plies(judged.distance)}${view.grundy && value != null ? `, Grundy value ${value}` : ""}`;
    all.set(judged.move, { outcome: judged.outcome, text: String(text), words });
  }
  return all;
}

function showKey() {
  const key = byId("key");
  key.hidden = !(view.analysis && analysed?.moves);
  byId("play").classList.toggle("analysed", view.analysis);
  const dot = (kind, words) => make("span", {}, make("i", { class: `dot ${kind}` }), make("span", {}, ...explained(words)));
  key.replaceChildren(...(view.grundy
    ? [dot("w", "wins: leaves Grundy value 0"), dot("l", "loses: leaves the value shown")]
    : analysed?.distance == null
      ? [dot("w", "wins"), dot("l", "loses; how many moves are left could not be found")]
      : [dot("w", "wins"), dot("l", "loses"), make("span", {}, make("span", {}, "Numbers: ", ...explained("plies to the end")))]));
}

// Where the reasons are not beside the board, the first sentence of them is below it.
function showReason(sentence) {
  byId("reason").replaceChildren(...explained(sentence, false));
}

// What the piece under the pointer would do, and the answer to it.
function showUnder(piece) {
  const judged = piece && view.analysis && analysed?.moves?.find((judged) => judged.move === piece.move);
  const words = judged ? `: ${judged.outcome === "win" ? "wins" : "loses"}${plies(judged.distance)}${judged.reply ? `; the answer is ${judged.reply}` : ""}` : "";
  byId("under").replaceChildren(...explained(piece ? `${piece.label}${words}.` : "", false));
}

// What the other screens may use.
const TOOLS = {
  ask, go, seed, moment,
  bitten: () => {
    painted = performance.now();
    play("own");
  }, usual: usual.address.replace("game=", ""),
  // Replaces the address without drawing anything again.
  replace: (address) => history.replaceState(null, "", `#${address}`),
  busy: (long) => (byId("screen-busy").hidden = !long),
};

// ---------------------------------------------------------------- asking

// Lets the computer move, replacing the step of the person's move, so that back leads to their choice.
async function think(mine) {
  if (stopped || !view.thinks) return;
  const started = performance.now();
  try {
    const next = await ask("reply", question());
    const spent = seconds(started);
    await moment();
    if (mine !== ticket) return;
    keepNote(next, { seconds: spent, ...next.thought });
    land(next, true);
    play("reply");
    if (countGame(next.score)) ended(next);
  } catch (error) {
    if (mine !== ticket) return;
    stopped = true;
    draw();
    if (!error.stopped) complain(error);
  }
}

function goOn() {
  stopped = false;
  return show();
}

async function analyse(mine) {
  if (!view.analysis) {
    if (!view.ended) showGraph([], 0);
    return;
  }
  // The computer moves first; then the new position is analysed.
  if (view.thinks && !stopped) return;
  try {
    const found = { ...(await ask("analyze", here())) };
    if (mine !== ticket) return;
    analysed = found;
    let value = found.grundy == null ? "" : `Grundy value ${found.grundy}.`;
    if (found.value_without_blunders != null) value = `If nobody makes the move that loses at once, the Grundy value is ${found.value_without_blunders}.`;
    if (view.grundy) {
      const grundy = await ask("grundy", here()).catch((error) => ({ error }));
      if (mine !== ticket) return;
      found.values = new Map(grundy.moves?.map(({ move, grundy }) => [move, grundy]));
      value = grundy.error?.message ?? `Grundy value ${grundy.grundy}.`;
    }
    draw();
    const why = await ask("explain", here());
    if (mine !== ticket) return;
    showWhy({ ...why, value });
    showReason(why.sentences[0]);
    announce(why.sentences[0]);
  } catch (error) {
    if (mine === ticket) showWhy({ error: error.message });
    return;
  }
  await drawGraph(mine);
}

async function drawGraph(mine) {
  const points = [];
  for (const [ply, position] of view.positions.entries()) {
    const found = await ask("analyze", { game: view.game, position }).catch(() => null);
    if (mine !== ticket) return;
    points.push(found && { ply, distance: found.distance, outcome: found.outcome });
  }
  showGraph(points, view.at, (at) => act(`back ${at}`));
}

async function lookBack(mine) {
  if (!view.ended || !view.moves.length || view.lesson) return showReview(null);
  const review = await ask("review", view.line).catch(() => null);
  if (mine !== ticket) return;
  showReview(review, (at) => act(`back ${at}`));
  if (!view.analysis) await drawGraph(mine);
}

async function teach(mine) {
  showLesson(view.lesson, null, go);
  if (view.lesson && view.over) showWayOn();
  if (!view.lesson || !view.at || view.lesson.done) return;
  // A win that was given away is reported at once.
  const review = await ask("review", view.line).catch(() => null);
  if (mine !== ticket) return;
  const gave = review?.moves.find((move) => move.player === view.me && move.gave_away);
  if (gave) showLesson(view.lesson, `Your move ${gave.move} gave the win away. Undo it, or try again.`, go);
}

async function drawTree(mine = ticket) {
  const svg = await ask("tree.svg", here()).catch((error) => ({ error: error.message }));
  if (mine === ticket) showTree(svg, described().games.find(({ name }) => name === view.name)?.figures);
}

// ---------------------------------------------------------------- doing

// Does something in the game: the engine answers with the game after it.
async function act(action) {
  const mine = ticket;
  const before = view;
  const spent = seconds(since);
  try {
    const next = await ask("session", question(`&do=${encodeURIComponent(action)}&fresh=${seed()}`), false);
    if (mine !== ticket) return;
    if (action.startsWith("play ")) keepNote(next, { seconds: spent, nodes: null, why: null });
    // Only a game that ends here counts, and not one that is looked at.
    const counts = (action.startsWith("play ") || action === "resign") && countGame(next.score);
    if (action === "undo" && next.score.won === null) takeBackGame(before.score);
    land(next, ["analysis", "grundy"].includes(action));
    if (counts) ended(next);
  } catch (error) {
    if (mine !== ticket) return;
    // The board may show the move already.
    draw();
    announce(error.message, true);
  }
}

// A game that was played here to its end: a win is celebrated.
function ended({ score }) {
  play(score.won ? "won" : "lost");
  if (score.won) celebrate(byId("board"));
}

// A hint comes in stages: each press says more.
async function giveHint() {
  const mine = ticket;
  const found = await ask("hint", question()).catch((error) => ({ stages: [error.message], move: null }));
  if (mine !== ticket) return;
  const stage = Math.min((hint?.stage ?? -1) + 1, found.stages.length - 1);
  const whole = stage === found.stages.length - 1;
  const more = whole ? [] : ["Press Hint again to hear more."];
  const said = [found.stages[stage], ...more].join(" ");
  hint = { stage, whole, move: found.move, said };
  draw();
  showWhy({ sentences: [...found.stages.slice(0, stage + 1), ...more], best: found.move });
  announce(said);
  // Its words lie over the lower part of the board where there is no room beside it.
  document.querySelector("#board .hint")?.scrollIntoView({ block: "nearest" });
}

async function begin(chosen) {
  const computer = chosen.vs === "computer";
  try {
    const { address } = await engine.ask("new", {
      kind: chosen.kind, values: chosen.values, vs: chosen.vs, level: chosen.level, engine: chosen.engine,
      me: computer ? chosen.me : "1", seed: seed(), you: chosen.you, other: computer ? "" : chosen.other,
    });
    store("names", { you: chosen.you, other: chosen.other });
    go(address);
    return null;
  } catch (error) {
    return error.message;
  }
}

// A picture in points, at twice its size and on white.
async function inPoints(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = make("canvas", { width: 2 * picture.width, height: 2 * picture.height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Gives a file to whoever sits here.
function handOut(file, contents, type) {
  const link = make("a", { href: URL.createObjectURL(new Blob([contents], { type })), download: file });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The position as a picture, for a text or a blackboard: as drawn, as points, or to be pasted.
const pictureName = (end) => `${view.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.${end}`;

async function savePicture() {
  try {
    handOut(pictureName("svg"), await ask("picture.svg", here()), "image/svg+xml");
    announce("The picture was saved.");
  } catch (error) {
    complain(error);
  }
}

async function savePoints() {
  try {
    handOut(pictureName("png"), await inPoints(await ask("picture.svg", here())), "image/png");
    announce("The picture was saved.");
  } catch (error) {
    complain(error);
  }
}

async function copyPicture() {
  try {
    // Some browsers want the promise of a picture, while the click is still theirs.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": ask("picture.svg", here()).then(inPoints) })]);
    byId("under").textContent = "The picture was copied.";
    announce("The picture was copied.");
  } catch {
    // Where nothing may be copied, it is saved.
    savePoints();
  }
}

async function save() {
  try {
    const { file, record } = await engine.ask("save", question(), { body: JSON.stringify(notesOf(view)) });
    handOut(file, `${record}\n`, "application/json");
    announce("The game was saved.");
  } catch (error) {
    complain(error);
  }
}

async function load(file) {
  try {
    const { address } = await engine.ask("record", {}, { body: await file.text() });
    go(address);
  } catch (error) {
    notice(error.message);
    announce(error.message);
  }
}

const link = (address) => `${location.href.replace(/#.*$/, "")}#${address}`;

// Letters work only while the board has the focus, so that they do not get in the way.
const KEYS = [
  ["Everywhere", ["?", "this sheet"], ["Tab", "to the next part of the page; a board is a single stop"]],
  ["On a board", ["←  ↑  →  ↓", "move over the pieces; Home and End go to the ends of a row"], ["Enter", "take the piece, and what goes with it"],
    ["u", "undo"], ["r", "redo"], ["h", "hint; press it again for more"], ["a", "analysis"], ["g", "Grundy values, in the analysis"], ["n", "new game, or another puzzle"]],
  ["Setting up", ["←  ↑  →  ↓", "move over all places, empty ones too"], ["Enter", "take the piece away, or put it back; with Draw lines on, choose a node"],
    ["Delete", "remove the chosen node"], ["←  ↑  →  ↓", "at the corner of a bar, change its size"]],
  ["Watching a search", ["→", "a step"], ["←", "a step back"], ["Home, End", "to the start, to the end"], ["p", "run, or pause"]],
  ["On a tree", ["+, −, 0", "larger, smaller, the whole"]],
  ["On a map", ["←  ↑  →  ↓", "move; with Shift, ten cells at a time"], ["+, −", "zoom in, zoom out"], ["Enter", "play that game"]],
];
const LETTERS = { u: "undo", r: "redo", h: "hint", a: "analysis", g: "grundy", n: "new" };

// The other screens, where the window is too narrow for all links.
function showOthers(open) {
  byId("rest").classList.toggle("open", open);
  byId("others").setAttribute("aria-expanded", String(open));
}

const actions = {
  others: () => showOthers(!byId("rest").classList.contains("open")),
  undo: () => act("undo"), redo: () => act("redo"), resign: () => act("resign"), swap: () => act("swap"),
  analysis: () => act("analysis"), grundy: () => act("grundy"), hint: giveHint, save,
  share: () => showLinks(view.links.map(({ words, address }) => [words, link(address)])),
  new: () => askNewGame(view, names(), begin),
  open: () => byId("file").click(),
  keys: () => showKeys(KEYS),
  stop: () => engine.stop(),
  "screen-stop": () => engine.stop(),
  help: () => showKeys(KEYS),
  picture: savePicture,
  points: savePoints,
  "copy-picture": copyPicture,
  settings: () => showSettings(settingsFields()),
  skip: () => (query() ? board.focus() : focusHome()),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
for (const button of document.querySelectorAll("#more button")) button.addEventListener("click", () => (byId("more").open = false));
document.addEventListener("click", (event) => {
  if (!event.target.closest("#more")) byId("more").open = false;
  if (!event.target.closest("#others")) showOthers(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    byId("more").open = false;
    showOthers(false);
  }
  if (event.key === "?" && !event.target.closest("input:not([type=range]), select, dialog")) actions.keys();
});
// Its words may lie over the board.
byId("hinted").addEventListener("click", (event) => {
  if (!event.target.closest(".term")) byId("hinted").hidden = true;
});
byId("level").addEventListener("change", (event) => go(`${query().replace(/&level=[^&]*/, "")}&level=${event.target.value}`));
byId("file").addEventListener("change", (event) => {
  if (event.target.files[0]) load(event.target.files[0]);
  event.target.value = "";
});
byId("tree-card").addEventListener("toggle", () => byId("tree-card").open && came && drawTree());
byId("board").addEventListener("keydown", (event) => {
  const action = !event.altKey && !event.ctrlKey && !event.metaKey && LETTERS[event.key.toLowerCase()];
  if (action && !byId(action).disabled && !byId(action).hidden) actions[action]();
});
window.addEventListener("hashchange", show);
watchEdges();
byId("where").textContent = engine.words;
if ("serviceWorker" in navigator && document.querySelector('meta[name="engine"]').content === "wasm" && location.protocol !== "file:") {
  navigator.serviceWorker.register("service-worker.js");
}
show();
