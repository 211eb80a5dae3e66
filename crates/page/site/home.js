// The home: a bar that can be bitten at once, where people left off, and all games. It needs no answer of the engine
// to be drawn.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { celebrate } from "./cards.js";
import { described } from "./dialog.js";
import { byId, make } from "./element.js";
import { FIRST } from "./first.js";
import { familiesOf } from "./gallery.js";
import { play } from "./sound.js";
import { daily, lastPlayed, today } from "./storage.js";

const usualGame = FIRST.games.games[0];
let bar = null;
// The session of the bar: its address, and what the engine said of it last.
let barAddress = FIRST.door;
let barView = FIRST.tables[usualGame.address];
let barTurn = 0;

function drawBar(said) {
  bar.show(barView, { marks: null, hint: null });
  byId("bar-said").textContent = said;
  const goesOn = barView.at && !barView.over;
  byId("play-now").href = `#${goesOn ? barAddress : FIRST.door}`;
  byId("play-now").textContent = goesOn ? "Go on" : "Play now";
}

function beginBar() {
  barTurn += 1;
  barAddress = FIRST.door;
  barView = FIRST.tables[usualGame.address];
}

// A bite, and the answer of the computer after a moment.
async function biteBar(move, { ask, moment }) {
  const mine = ++barTurn;
  try {
    barView = await ask("session", `${barAddress}&do=${encodeURIComponent(`play ${move}`)}`, false);
    if (mine !== barTurn) return;
    barAddress = barView.address;
    if (barView.thinks) {
      drawBar(barView.headline);
      byId("bar").setAttribute("aria-busy", "true");
      const [answered] = await Promise.all([ask("reply", barAddress, false), moment()]);
      if (mine !== barTurn) return;
      barView = answered;
      play("reply");
      barAddress = barView.address;
    }
    drawBar(barView.over ? `${barView.headline} ${barView.notice?.sentence ?? ""}` : barView.headline);
    announce(barView.told);
    if (barView.over) play(barView.score.won ? "won" : "lost");
    if (barView.score.won) celebrate(byId("bar"));
    if (barView.over) setTimeout(() => mine === barTurn && biteAgain(), 4000);
  } catch (error) {
    if (mine !== barTurn) return;
    beginBar();
    drawBar(error.message);
  } finally {
    byId("bar").removeAttribute("aria-busy");
  }
}

function biteAgain() {
  beginBar();
  drawBar("Once more? Bite.");
}

// What this device remembers: a game that goes on, or else the next step of the course.
function remember() {
  const last = lastPlayed();
  const { solved, many, best } = daily(today());
  const row = many > 1 ? ` ${many} days in a row, best ${best}.` : "";
  byId("streak").textContent = solved ? `Solved.${row} The next one comes tomorrow.` : row.trim() || "A new one every day, the same for everyone.";
  if (!last) return;
  byId("go-on").href = `#${last.address}`;
  byId("go-on-kind").textContent = "Go on where you were";
  byId("go-on-what").textContent = last.title;
  byId("go-on-how").textContent = last.told;
  byId("go-on").querySelector("progress")?.remove();
  if (last.of) byId("go-on").append(make("progress", { max: last.of, value: last.number - 1, "aria-label": last.told }));
}

export const focusHome = () => bar.focus();

// Draws the games again if the engine knows others than the page.
export function tellHome(tools) {
  if (JSON.stringify(described().families) === JSON.stringify(FIRST.games.families)) return;
  byId("families").replaceChildren(...familiesOf(tools.ask));
}

export function openHome(tools) {
  bar ??= new Board({ element: byId("bar"), play: (move) => biteBar(move, tools), hover: () => {}, bitten: tools.bitten });
  if (barView.over) beginBar();
  document.title = "lastbite: play, learn and solve take-away games";
  byId("play-two").href = `#${usualGame.address}&vs=human`;
  drawBar(barView.at ? barView.headline : "This bar is alive: bite it.");
  remember();
  byId("families").replaceChildren(...familiesOf(tools.ask));
}
