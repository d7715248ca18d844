"use strict";
/* Keys and theme of the pages of a corpus, which work without them. */

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

function storedTheme() {
  try {
    return localStorage.getItem("relata-theme");
  } catch {
    return null;
  }
}

const showTheme = () => (root.dataset.theme = storedTheme() ?? (dark.matches ? "dark" : "light"));

function toggleTheme() {
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("relata-theme", theme);
  } catch {
    // the choice lasts as long as the page
  }
  root.dataset.theme = theme;
}

const follow = (selector) => document.querySelector(selector)?.click();

const KEYS = {
  "/": () => document.getElementById("q").focus(),
  t: toggleTheme,
  e: () => location.assign("/errors/next?document=0"),
  "[": () => follow(".pager a:first-child"),
  "]": () => follow(".pager a:last-child"),
};

showTheme();
dark.addEventListener("change", showTheme);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const number = Number(event.key);
  if (number) follow(`.tabs a:nth-child(${number})`);
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("toggle-theme").addEventListener("click", toggleTheme);
  if (matchMedia("(max-width: 60rem)").matches) document.querySelector(".filters").open = false;
});
