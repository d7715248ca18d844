"use strict";
/* The theme of the list of documents: the one that was chosen on a page, or that of the system. */

const dark = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  let theme = null;
  try {
    theme = localStorage.getItem("relata-theme");
  } catch {
    // a file may have no memory
  }
  document.documentElement.dataset.theme = theme ?? (dark.matches ? "dark" : "light");
}

showTheme();
dark.addEventListener("change", showTheme);
