// Before anything is painted: the home is shown only to those whose address leads nowhere else.
document.documentElement.className = location.hash.length > 1 ? "elsewhere" : "home";
