// Before anything is painted: the home is shown only to those whose address leads nowhere else, and in the colours and
// the size that were set.
(() => {
  const { documentElement: page } = document;
  page.dataset.part = location.hash.length > 1 ? "elsewhere" : "home";
  try {
    const { theme, size } = JSON.parse(localStorage.getItem("lastbite.settings")) ?? {};
    Object.assign(page.dataset, { theme, size });
  } catch {
    // Nothing may be stored, or it is damaged.
  }
})();
