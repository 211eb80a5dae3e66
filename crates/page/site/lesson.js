// The lesson: what a step says, and what comes after it.

import { byId, make } from "./element.js";

// `said` is what happened on the board, if anything did; `done` whether the step is won.
export function showLesson(lesson, number, said, done, go) {
  const card = byId("lesson");
  card.hidden = !lesson;
  if (!lesson) return;
  const step = lesson.steps[number - 1];
  const last = number === lesson.steps.length;
  const buttons = [];
  if (number > 1) buttons.push(make("button", { type: "button", onclick: () => go({ lesson: number - 1 }) }, "Back"));
  if (said && !done) buttons.push(make("button", { type: "button", onclick: () => go({ lesson: number }) }, "Try again"));
  if (last && done) buttons.push(make("button", { type: "button", class: "main", onclick: () => go({ game: lesson.end.game }) }, lesson.end.text));
  else if (!last) buttons.push(make("button", { type: "button", class: done ? "main" : null, onclick: () => go({ lesson: number + 1 }) }, done ? "Next step" : "Skip"));
  card.replaceChildren(
    make("p", { class: "step" }, `Lesson, step ${number} of ${lesson.steps.length}`),
    make("h3", {}, step.title), make("p", {}, step.text), make("p", { class: "said" }, done ? step.done : (said ?? step.task)),
    make("div", { class: "bar" }, ...buttons));
}
