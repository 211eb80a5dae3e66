// What people set for this device: colours, how long the computer waits, large letters, sounds. door.js reads the
// first two before anything is painted.

import { make } from "./element.js";
import { store, stored } from "./storage.js";

const CHOICES = {
  theme: { words: "Colours", usual: "system", values: { system: "as the device", light: "light", dark: "dark" } },
  pace: { words: "The computer waits", usual: "0.5", values: { 0: "not at all", 0.25: "¼ second", 0.5: "½ second", 1: "1 second" } },
  size: { words: "Size", usual: "usual", values: { usual: "as usual", large: "large, for a projector" } },
  sound: { words: "Sounds", usual: "off", values: { off: "off", on: "on" } },
};

// A setting; whatever else was stored there is ignored.
export function setting(name) {
  const { usual, values } = CHOICES[name];
  const kept = (stored("settings") ?? {})[name];
  return Object.hasOwn(values, kept) ? kept : usual;
}

// Shows what is set, at once and everywhere.
function applySettings() {
  for (const name of ["theme", "size"]) document.documentElement.dataset[name] = setting(name);
}

function set(name, value) {
  store("settings", { ...stored("settings"), [name]: value });
  applySettings();
}

export const settingsFields = () => Object.entries(CHOICES).map(([name, { words, values }]) => make("label", {}, words,
  make("select", { name, onchange: (event) => set(name, event.target.value) },
    // Numbers in their order, which an object does not keep; words stay as they are.
    ...Object.entries(values).sort(([a], [b]) => a - b || 0).map(([value, words]) => make("option", { value, selected: value === setting(name) }, words)))));

const night = matchMedia("(prefers-color-scheme: dark)");
export const isDark = () => (setting("theme") === "system" ? night.matches : setting("theme") === "dark");

// The computer waits a moment, so that people see what their own move did; it does not where nothing should move.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const isCalm = () => calm.matches;
export const pause = () => (isCalm() ? 0 : Number(setting("pace")) * 1000);
