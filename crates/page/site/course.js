// The course: every step of the lesson, chapter by chapter, and which steps were finished on this device.

import { doneSteps } from "./cards.js";
import { make } from "./element.js";
import { store } from "./storage.js";

export const courseScreen = {
  title: "Course",
  async show(root, given, { ask, current }) {
    const { steps } = await ask("lesson", {});
    if (!current()) return;
    const draw = () => {
      const done = doneSteps();
      const chapters = [];
      for (const [i, step] of steps.entries()) {
        if (chapters[chapters.length - 1]?.name !== step.chapter) chapters.push({ name: step.chapter, steps: [] });
        chapters[chapters.length - 1].steps.push({ ...step, number: i + 1, done: done.includes(step.title) });
      }
      const many = steps.filter(({ title }) => done.includes(title)).length;
      const next = steps.findIndex(({ title }) => !done.includes(title));
      const item = (step) => make("li", {}, make("a", { href: `#lesson=${step.number}`, class: step.done ? "done" : null },
        make("span", { class: "tick", "aria-hidden": "true" }, step.done ? "●" : "○"), make("span", {}, step.title), make("span", { class: "unseen" }, step.done ? ", done" : "")));
      root.replaceChildren(
        make("h2", { class: "turn" }, "Course"),
        make("p", { class: "rule" }, "Short steps. Each one teaches you something, lets you win with it on the board, and ends with a question. The computer makes no mistakes here, so if you win, you have understood it."),
        make("div", { class: "bar" },
          make("label", { class: "progress" }, `${many} of ${steps.length} steps done`, make("progress", { max: steps.length, value: many })),
          make("a", { class: "button main", href: `#lesson=${next < 0 ? 1 : next + 1}` }, many === 0 ? "Begin" : next < 0 ? "Start again" : `Continue: ${steps[next].title}`),
          ...(many ? [make("button", { type: "button", onclick: () => {
            store("course", []);
            draw();
          } }, "Reset my progress")] : [])),
        make("div", { class: "chapters flowing" }, ...chapters.map((chapter, i) => make("section", { class: "card" }, make("h3", {}, `${i + 1}. ${chapter.name}`), make("ol", { class: "links" }, ...chapter.steps.map(item))))));
    };
    draw();
  },
};
