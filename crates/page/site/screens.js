// All screens by their names in addresses.

import { courseScreen } from "./course.js";
import { make } from "./element.js";
import { galleryScreen } from "./gallery.js";
import { mapsScreen } from "./maps.js";
import { puzzlesScreen } from "./puzzles.js";
import { searchScreen } from "./search.js";
import { setUpScreen } from "./set-up.js";
import { teachersScreen } from "./teachers.js";
import { worksheetScreen } from "./worksheet.js";

const nothingScreen = {
  title: "This link cannot be shown",
  show(root) {
    root.replaceChildren(make("h2", { class: "turn" }, nothingScreen.title), make("p", {}, "There is no screen of this name. Choose one above."));
  },
};

export const SCREENS = {
  course: courseScreen, games: galleryScreen, maps: mapsScreen, puzzles: puzzlesScreen, search: searchScreen, setup: setUpScreen,
  teachers: teachersScreen, worksheet: worksheetScreen, nothing: nothingScreen,
};
