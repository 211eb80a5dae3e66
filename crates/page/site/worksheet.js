// Worksheets: puzzles to print, with the answers on a separate page. What is on the screen is what is
// printed.

import { choosing, chosenGame, gameFields, offerDifficulties, puzzlesOf, refuse } from "./chooser.js";
import { choiceOf } from "./dialog.js";
import { make } from "./element.js";
import { pictured } from "./gallery.js";
import { screenAddress } from "./screen.js";

const MANY = ["4", "6", "8", "12", "16", "24"];

// Whether a picture can be printed small: it is no higher than a bar of six rows.
const isLow = (picture) => Number(/ height="([\d.]+)"/.exec(picture)?.[1]) < 215;

export const worksheetScreen = {
  title: "Worksheets",
  async show(root, given, { ask, go, seed, current, usual }) {
    const game = given.game || usual;
    const drawn = given.seed || "1";
    // A link may ask for more than there are; a game too large to count says why in its place.
    const there = await puzzlesOf(game, given.difficulty, "easy", ask).catch(() => null);
    const difficulty = given.difficulty || there?.name || "easy";
    const wanted = given.number || "8";
    const number = there?.many ? String(Math.min(Number(wanted), there.many)) : wanted;
    const about = await ask("setup", { game });
    if (!current()) return;
    const fields = { difficulty: choiceOf("difficulty", ["easy", "medium", "hard"], difficulty), number: choiceOf("number", [...new Set([...MANY, number])], number) };
    // Teachers who show the sheet to a class do not want to show the answers.
    const key = make("button", { type: "button", "aria-pressed": "false", onclick: () => {
      const shown = root.querySelector(".sheet").classList.toggle("with-answers");
      key.setAttribute("aria-pressed", String(shown));
    } }, "Show the answers");
    // What needs a sheet waits for it.
    const printing = [
      make("button", { type: "button", class: "main", onclick: () => print() }, "Print"),
      make("button", { type: "button", onclick: () => {
        root.classList.add("questions-alone");
        print();
        root.classList.remove("questions-alone");
      } }, "Print only the questions"), key];
    for (const button of printing) button.disabled = true;
    const form = choosing({ class: "choose line", "aria-label": "What to print" }, async (form) => {
      const { game } = await chosenGame(form, ask);
      const chosen = { game, difficulty: fields.difficulty.value, number: fields.number.value, seed: seed() % 1000000 };
      // Where there are none, this sheet stays.
      const { many } = await puzzlesOf(game, chosen.difficulty, "easy", ask);
      if (!many) await ask("worksheet", chosen);
      go(screenAddress("worksheet", chosen));
    }, ...gameFields(about), make("label", {}, "Difficulty", fields.difficulty), make("label", {}, "How many", fields.number),
    make("button", { type: "submit" }, "Make a sheet"), ...printing);
    const top = make("div", { class: "not-printed" }, make("h2", { class: "turn" }, "Worksheets"),
      make("p", { class: "rule" }, "Positions with exactly one winning move. The answers are on a separate page. The same link makes the same sheet."), form);
    root.replaceChildren(top);
    offerDifficulties(form, fields.difficulty, ask);
    const sheet = await ask("worksheet", { game, difficulty, number, seed: drawn }).catch((error) => refuse(form, error));
    if (!sheet || !current()) return;
    for (const button of printing) button.disabled = false;
    const fewer = number === wanted ? [] : [make("p", { class: "rule sheet-note", role: "status" }, `There ${number === "1" ? "is only 1 such position" : `are only ${number} such positions`} of this game; the sheet has all of them.`)];
    const line = (wide) => make("span", { class: wide ? "blank wide" : "blank" }, "\u00a0");
    const puzzle = ({ picture, wide }, i) => make("li", { class: `printed${isLow(picture) ? " low" : ""}${wide ? " long" : ""}` }, pictured(picture), make("p", {}, make("b", {}, `${i + 1}. `), `The only ${sheet.a_move} that wins: `, line()));
    const answer = ({ answer: written, plies, position }, i) => make("tr", {}, make("td", {}, `${i + 1}.`), make("td", {}, written), make("td", {}, String(plies)), make("td", {}, position));
    const foot = () => make("p", { class: "foot" }, `Sheet ${sheet.seed}. `, make("code", {}, sheet.command));
    root.replaceChildren(top, make("div", { class: "not-printed" }, ...fewer), make("div", { class: "sheet" },
      make("section", { class: "paper-page", "aria-label": "Questions" }, make("h2", {}, sheet.title), make("p", {}, "Name: ", line(true), " Date: ", line()),
        make("p", {}, sheet.rule), make("p", {}, sheet.difficulty), make("ol", { class: "printed-all" }, ...sheet.puzzles.map(puzzle)), foot()),
      make("section", { class: "paper-page answers", "aria-label": "Answers" }, make("h2", {}, "Answers"), make("p", {}, sheet.title),
        make("table", {}, make("thead", {}, make("tr", {}, ...["No.", sheet.a_move, "moves", "position"].map((words) => make("th", { scope: "col" }, words)))), make("tbody", {}, ...sheet.puzzles.map(answer))), foot())));
  },
};
