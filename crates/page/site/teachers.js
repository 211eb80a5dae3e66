// For teachers: what to do in 10, 45 and 90 minutes. The games and chapters come from the library, by their order.

import { described } from "./dialog.js";
import { make } from "./element.js";
import { screenAddress } from "./screen.js";

export const teachersScreen = {
  title: "For teachers",
  async show(root, given, { ask, current }) {
    const { steps } = await ask("lesson", {});
    if (!current()) return;
    const { games } = described();
    const [first, second] = games;
    const figures = games.flatMap(({ figures = [] }) => figures);
    const numberOf = (chapter) => steps.findIndex((step) => step.chapter === chapter) + 1;
    const chapters = [...new Set(steps.map(({ chapter }) => chapter))];
    const to = (words, address) => make("a", { href: `#${address}` }, words);
    const lesson = (number) => to(`step ${number}, ${steps[number - 1].title}`, `lesson=${number}`);
    const chapter = (name) => to(name, `lesson=${numberOf(name)}`);
    const small = first.parameters[0].values.find((value) => value === "3x4") ?? first.parameters[0].usual;
    const sheet = (difficulty) => to(`${difficulty} worksheet`, screenAddress("worksheet", { game: small, difficulty, number: 6, seed: 7 }));
    const plan = (title, about, ...items) => make("section", { class: "card plan" }, make("h3", {}, title), make("p", {}, about),
      make("ol", {}, ...items.map(([minutes, ...words]) => make("li", {}, make("b", {}, `${minutes} min `), ...words))));
    root.replaceChildren(
      make("h2", { class: "turn" }, "For teachers"),
      make("p", { class: "rule" }, "There is nothing to install, and nobody signs in. Every screen has a link that you can copy from the address bar and hand out. The page works on phones, by keyboard, with screen readers and on a projector."),
      make("div", { class: "chapters" },
        plan("10 minutes", "A game to start or end a lesson. Ages 8 and up.",
          [3, "Show ", to(first.title, first.address), " on the projector. Make two bites yourself, and ask the class what happens."],
          [5, "In pairs on one device: ", to("two players", `${first.address}&vs=human`), ". Winners change sides."],
          [2, "Ask: does it help to go first? Leave the question open until next time. Anyone who wants more can try the ", to("puzzle of the day", screenAddress("puzzles")), "."]),
        plan("45 minutes", "From playing to a first proof. Ages 11 and up.",
          [5, "The rule on the projector: ", lesson(1), "."],
          [10, "In pairs: ", lesson(2), " and ", lesson(3), ". Who finds the rule for two rows?"],
          [10, "Together: copying as a strategy, ", lesson(4), " and ", lesson(5), ". Ask someone to explain why the player who copies never runs out of moves."],
          [10, "Alone on paper: an ", sheet("easy"), ". Print it with its answers, which are on a separate page."],
          [7, lesson(6), ": a proof that something exists without saying what it is. The class tries to find the bite."],
          [3, "Homework: ", to("a puzzle", screenAddress("puzzles", { game: small, difficulty: "medium", seed: 7 })), " of the same game, the same for everyone with the link. A wrong try gets an explanation."]),
        plan("90 minutes", "How a computer plays: minimax, alpha-beta and memory. Ages 14 and up, or a first course on search.",
          [10, "Play ", to(first.title, first.address), " against the computer, with the analysis off and then on."],
          [20, "By hand: draw the tree of ", to("the smallest figure", screenAddress("search", { game: figures[0], left: "minimax" })), " on the board, then watch minimax fill it in, step by step."],
          [20, "Watch ", to("minimax next to alpha-beta", screenAddress("search", { game: figures[1] ?? figures[0], left: "minimax", right: "alphabeta" })), ". Stop before every cut and ask why."],
          [10, "The same with ", to("a search that remembers", screenAddress("search", { game: figures[1] ?? figures[0], left: "negamax", right: "memo" })), ". Compare the nodes."],
          [20, "The course alone or in pairs: ", chapter(chapters[1]), ", then ", chapter(chapters[2]), " with ", to(second.title, second.address), "."],
          [10, "What nobody knows: ", to("the maps", screenAddress("maps")), ". Which bars have two winning moves?"])),
      make("section", { class: "card" }, make("h3", {}, "Good to know"),
        make("ul", {},
          make("li", {}, "Make your own position: ", to("set up", screenAddress("setup")), ". The link in the address bar then leads everyone to it."),
          make("li", {}, "To give the whole class one puzzle, open it, copy the link and hand it out."),
          make("li", {}, "Progress in the ", to("course", screenAddress("course")), " and the streak stay on the device."),
          make("li", {}, "On a projector everything grows with the screen; press ? for all keys."))));
  },
};
