// Puzzles: one move wins; find it. The library makes them and judges every try. The streak stays on this device.

import { Board } from "./board.js";
import { choosing, chosenGame, gameFields, offerDifficulties, puzzlesOf } from "./chooser.js";
import { choiceOf } from "./dialog.js";
import { counted, make } from "./element.js";
import { screenAddress } from "./screen.js";
import { explained } from "./terms.js";
import { daily, noteDaily, practised, store, today } from "./storage.js";

const DAY = 86400000;
const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);
const weekday = (day) => new Date(day * DAY).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });

// How today's puzzle was solved, as a line of squares that gives nothing away.
function shared({ tries, many }, difficulty) {
  const squares = [...tries].map((kept) => (kept === "o" ? "🟨" : "🟫")).join("");
  const row = many > 1 ? `, ${many} days in a row` : "";
  return `lastbite, ${weekday(today())}, ${difficulty}: ${squares}${row}\n${location.href.replace(/#.*$/, "")}#show=puzzles`;
}
const HARDNESS = ["easy", "medium", "hard"];

const same = (a, b) => a.game === b.game && a.position === b.position;

// A puzzle counts once: by its first try.
function note(puzzle, right) {
  const kept = practised();
  const key = `${puzzle.game} ${puzzle.position}`;
  if (right) kept.missed = kept.missed.filter((missed) => !same(missed, puzzle) || !puzzle.fresh);
  if (!kept.done.includes(key)) {
    kept.done = [...kept.done.slice(-300), key];
    kept.streak = right ? kept.streak + 1 : 0;
    kept.solved += right ? 1 : 0;
    kept.best = Math.max(kept.best, kept.streak);
    if (!right) kept.missed = [{ game: puzzle.game, position: puzzle.position }, ...kept.missed].slice(0, 50);
  }
  store("puzzles", kept);
}

// The form that chooses a puzzle. If one cannot be made, what is shown stays.
function choosePuzzle(about, difficulty, { ask, go, seed }) {
  const hardness = choiceOf("difficulty", HARDNESS, difficulty);
  const form = choosing({ class: "choose" }, async (form) => {
    const { game } = await chosenGame(form, ask);
    const number = seed();
    await ask("puzzle", { game, difficulty: hardness.value, seed: number });
    go(screenAddress("puzzles", { game, difficulty: hardness.value, seed: number }));
  }, ...gameFields(about), make("label", {}, "Difficulty", hardness), make("div", { class: "bar" }, make("button", { type: "submit" }, "Make a puzzle")));
  offerDifficulties(form, hardness, ask);
  return make("section", { class: "card" }, make("h3", {}, "Choose"), form);
}

// A game without puzzles stays chosen, to be made larger.
async function showNone(root, error, given, tools) {
  const about = await tools.ask("setup", { game: given.game });
  if (!tools.current()) return;
  root.replaceChildren(make("h2", { class: "turn" }, `No puzzle: ${about.title}`), make("div", { class: "over" }, make("p", { role: "alert" }, error.message)),
    make("div", { class: "two" }, choosePuzzle(about, given.difficulty || HARDNESS[0], tools)),
    make("div", { class: "bar" }, make("a", { class: "button", href: `#${screenAddress("puzzles")}` }, "Puzzle of the day"), make("a", { class: "button", href: `#${about.address}` }, `Play ${about.title}`)));
}

export const puzzlesScreen = {
  title: "Puzzles",
  async show(root, given, tools) {
    const { ask, go, seed, announce, current, bitten, moment } = tools;
    const day = given.game ? null : Number(given.day ?? today());
    // A link that names no difficulty leads to one that the game has.
    const anyHow = given.game && !given.position && !given.difficulty;
    const difficulty = anyHow ? (await puzzlesOf(given.game, "", "medium", ask).catch(() => null))?.name : given.difficulty;
    let puzzle;
    try {
      puzzle = await ask("puzzle", day === null ? { game: given.game, position: given.position, difficulty, seed: given.seed } : { day });
    } catch (error) {
      if (day !== null || !current()) throw error;
      return showNone(root, error, given, tools);
    }
    let view = await ask("session", puzzle.address);
    if (!current()) return;
    let trouble = false;
    let solved = false;
    puzzle.fresh = true;

    const said = make("div", { class: "said", "aria-live": "polite" });
    const place = make("div", { class: "board", tabindex: "-1" });
    const under = make("p", { class: "under", "aria-hidden": "true" });
    const streak = make("p", { class: "streak" });
    const share = make("button", { type: "button", hidden: true, onclick: async () => {
      const text = shared(daily(day), puzzle.difficulty);
      try {
        if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text });
        else await navigator.clipboard.writeText(text);
        share.textContent = "Copied";
      } catch {
        // Whoever may not copy can still select it.
        said.append(make("pre", { tabindex: "0", "aria-label": "To share" }, text));
      }
    } }, "Share");
    const inRow = make("p", { class: "days" });
    const missed = make("div", {});
    const isToday = day === today();
    const board = new Board({
      element: place, play: attempt, bitten,
      hover: (piece) => (under.textContent = piece ? `${piece.label}.` : ""),
    });

    function count() {
      const kept = practised();
      const days = daily(today());
      inRow.textContent = days.many ? `${counted(days.many, "day")} in a row with the puzzle of the day · best ${days.best}` : "";
      share.hidden = !(isToday && days.solved);
      streak.replaceChildren(make("b", {}, String(kept.streak)), ` in a row · best ${kept.best} · ${counted(kept.solved, "puzzle")} solved at the first try`);
      const items = kept.missed.map((item) => make("li", {}, make("a", { href: `#${screenAddress("puzzles", item)}`, "aria-current": same(item, puzzle) ? "true" : null }, `${item.game} ${item.position}`)));
      missed.replaceChildren(items.length ? make("ul", { class: "links" }, ...items) : make("p", {}, "None. Puzzles that you miss are kept here until you solve them."));
    }

    const putBack = () => current() && board.show(view, {});

    async function attempt(move) {
      if (solved) return;
      const tried = await ask("try", { game: puzzle.game, position: puzzle.position, move }).catch((error) => {
        announce(error.message, true);
        putBack();
      });
      if (!tried || !current()) return;
      // After a miss it stays on the list until it is solved at the first try.
      puzzle.fresh = !trouble;
      note(puzzle, tried.right);
      if (isToday) noteDaily(day, tried.right);
      trouble ||= !tried.right;
      solved = tried.right;
      const more = make("details", {}, make("summary", {}, tried.right ? "Why it wins" : "Why"), ...tried.why.sentences.map((sentence) => make("p", {}, ...explained(sentence))),
        ...(tried.why.figure ? [make("pre", { tabindex: "0", "aria-label": "In figures" }, tried.why.figure.replace(/^ {2}/gm, ""))] : []));
      said.className = `said ${tried.right ? "right" : "not"}`;
      said.replaceChildren(make("p", {}, make("b", {}, tried.right ? "✓ " : "✗ "), ...explained(tried.sentence)), more,
        ...(tried.right ? [] : [make("p", {}, "Nothing is lost. Look again, and try another move.")]));
      if (tried.right) {
        view = await ask("session", `${puzzle.address}&moves=${encodeURIComponent(move)}`);
        if (!current()) return;
        view.can.play = false;
        board.show(view, {});
        next.classList.add("main");
        next.focus();
      }
      count();
      if (tried.right) return;
      // What a wrong move takes is seen for a moment, and is then put back.
      await moment();
      if (!solved) putBack();
    }

    async function giveUp() {
      const { best, best_in_words: told, sentences } = await ask("explain", { game: puzzle.game, position: puzzle.position });
      if (!current()) return;
      note(puzzle, false);
      trouble = true;
      solved = true;
      view.can.play = false;
      board.show(view, { hint: best });
      said.className = "said not";
      said.replaceChildren(make("p", {}, "The answer is ", make("strong", {}, told ?? "not known"), "."), ...sentences.map((sentence) => make("p", {}, ...explained(sentence))));
      count();
    }

    // Another puzzle is a different one, unless the game has hardly any others.
    async function another() {
      const wanted = { game: puzzle.game, difficulty: puzzle.difficulty ?? given.difficulty ?? "medium" };
      for (let tries = 1; ; tries++) {
        const number = seed();
        const found = await ask("puzzle", { ...wanted, seed: number });
        if (!current()) return;
        if (tries === 20 || !same(found, puzzle)) return go(screenAddress("puzzles", { ...wanted, seed: number }));
      }
    }
    const next = make("button", { type: "button", onclick: another }, "Another one");
    root.replaceChildren(
      make("div", { class: "two" },
        make("section", { "aria-label": "The puzzle" },
          make("h2", { class: "turn" }, day === null ? `Puzzle: ${view.title}` : `Puzzle of ${day === today() ? "the day" : dateOf(day)}: ${view.title}`),
          make("p", { class: "rule" }, view.rule.replace("\n", " ")),
          make("p", { class: "task" }, puzzle.task, puzzle.told ? ` It is ${puzzle.difficulty}: ${puzzle.told}.` : ""),
          ...(view.limit ? [make("p", { class: "limit" }, view.limit)] : []), place, under, said,
          make("div", { class: "bar" }, next, make("button", { type: "button", onclick: giveUp }, "Show the answer"), share,
            make("a", { class: "button", href: `#${puzzle.address.replace("vs=human", "level=perfect")}` }, "Play it out"),
            make("a", { class: "button", href: `#${screenAddress("setup", { game: puzzle.game, position: puzzle.position })}` }, "Edit"))),
        make("aside", { "aria-label": "Practice" },
          make("section", { class: "card" }, make("h3", {}, "Your streak"), inRow, streak,
            make("p", {}, make("a", { href: `#${screenAddress("puzzles")}` }, "Puzzle of the day"), day === null ? "" : ` for ${dateOf(day)}, the same for everyone`)),
          choosePuzzle(view, puzzle.difficulty ?? "medium", tools),
          make("section", { class: "card" }, make("h3", {}, "Missed"), missed))));
    board.show(view, {});
    count();
    place.addEventListener("keydown", (event) => {
      if (event.key === "n" && !event.ctrlKey && !event.altKey && !event.metaKey) another();
    });
    announce(puzzle.task);
  },
};
