"use strict";

/** The element of an id. */
const find = (id) => document.getElementById(id);

/** A new element. Children that are strings become text, never HTML; attributes that are null are left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** What the browser remembers between visits; a page in a sandbox has no such memory. */
const memory = {
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // nothing to do: the choice lasts as long as the page
    }
  },
};
