/* The page: which document and which relation are on show, and what the reader does. */

const listing = JSON.parse(find("listing").textContent);
const links = JSON.parse(find("links").textContent); // to the pages around this one, in a site or on a server
const scripts = document.querySelectorAll("script.document");
const chooser = find("documents");
const NOTHING = { id: "", language: "", text: "", blocks: [], relations: [], words: null };
const corpus = new Corpus(listing, scripts);
let text = null;
let view = null;
let panel = null;
let outline = null;
let selected = null;
let chooserNarrowed = false;

const detail = new Detail(find("detail"), {
  step,
  close: () => select(null),
  sentence: () => toggleSentence(),
  reveal: (offset) => view.reveal(offset),
});

function openDocument(index) {
  select(null);
  view?.close();
  text = scripts[index] ? corpus.at(index) : new Text(NOTHING);
  view = new TextView(text, find("blocks"), find("gutter"));
  outline = new Outline(find("outline"), text);
  classroom.language = glossLanguage(text);
  panel = null;
  chooser.selectedIndex = index;
  find("printed-id").textContent = listing.length > 1 ? text.id : "";
  find("previous-document").disabled = index === 0 && !links.previous;
  find("next-document").disabled = index === listing.length - 1 && !links.next;
  drawColourings();
  drawLegend();
  drawGuide(text, find("guide"));
  refresh();
}

function stepDocument(by) {
  const index = chooser.selectedIndex + by;
  const around = index < 0 ? links.previous : links.next;
  if (index < 0 || index >= listing.length) {
    if (around) location.assign(around);
    return;
  }
  openDocument(index);
  scrollTo(0, 0);
  remember();
}

function filtered() {
  refresh();
  remember();
}

function refresh() {
  const scope = document.body.dataset.mode === "documents" ? corpus.whole : text;
  if (panel?.text !== scope) panel = new FilterPanel(scope, filtered);
  panel.update(applyFilters(scope));
  view.refresh();
  drawMode();
  if (selected && !selected.shown) select(null);
  else if (selected) select(selected);
  find("empty").textContent = whyEmpty();
  find("empty").hidden = text.shown.length > 0 || document.body.dataset.mode === "documents";
  showHitsOfDocuments();
}

/** Shows in the chooser how many relations of each document pass. */
function showHitsOfDocuments() {
  const narrowed = filters.active && listing.length > 1;
  if (!narrowed && !chooserNarrowed) return;
  chooserNarrowed = narrowed;
  const texts = narrowed ? corpus.shown(text) : [];
  [...chooser.options].forEach((option, index) => {
    const { id, relations } = listing[index];
    option.textContent = narrowed ? `${id} (${texts[index].shown.length} of ${relations})` : `${id} (${relations})`;
  });
}

function whyEmpty() {
  if (!listing.length) return "There are no documents.";
  if (!text.text.trim()) return "This document has no text.";
  return text.relations.length ? "No relation passes the filters." : "This document has no relations.";
}

/** Chooses a relation, or none: highlights it, and tells about it at the foot. */
function select(relation) {
  selected = relation;
  view?.select(relation);
  view?.light(relation);
  if (!relation) {
    detail.close();
    return;
  }
  const shown = text.shown;
  detail.open(relation, text, shown.indexOf(relation) + 1, shown.length);
  view.show();
  remember();
}

/** Goes `by` places on from the relation that is chosen or has the focus; without one, to the first in the window. */
function step(by) {
  const shown = text.shown;
  const current = selected ?? relationOf(document.activeElement);
  const next = current ? shown[shown.indexOf(current) + by] : (view.firstInWindow() ?? shown[0]);
  if (next) goTo(next);
}

function goTo(relation) {
  select(relation);
  const note = view.noteOf(relation);
  note.focus({ preventScroll: true });
  if (view.listed) note.scrollIntoView({ block: "nearest" });
}

/** Draws what stands in place of the text in other modes. */
function drawMode() {
  const { mode } = document.body.dataset;
  find("outline").hidden = mode !== "outline";
  find("worksheet").hidden = mode !== "worksheet";
  find("all-documents").hidden = mode !== "documents";
  if (mode === "documents") drawDocuments(corpus.shown(text), find("all-documents"), showDocument);
  if (mode === "outline") outline.draw();
  if (mode === "worksheet") drawWorksheet(text, find("worksheet"));
}

function setMode(mode) {
  document.body.dataset.mode = mode;
  find("mode").value = mode;
  refresh();
  if (selected) goTo(selected);
  remember();
}

/** Shows the text of a document, from the list of all. */
function showDocument(index) {
  openDocument(index);
  setMode("text");
  scrollTo(0, 0);
}

/** Switches between plain words in large type, and the terms of the field. */
function setClassroom(on) {
  classroom.on = on;
  find("toggle-class").setAttribute("aria-pressed", on);
  panel = null;
  drawLegend();
  refresh();
  remember();
}

/** Opens or closes the drawing of the sentence at the pointer, or of the chosen relation. */
function toggleSentence() {
  const pointed = pointedWord();
  if (selected) {
    detail.withSentence = !detail.withSentence;
    select(selected);
  } else if (find("detail").hidden) {
    detail.openSentence(text, pointed ?? view.firstInWindow()?.anchor ?? 0);
  } else {
    select(null);
  }
}

let pointer = [0, 0];

/** The offset of the word under the pointer, if there is one. */
function pointedWord() {
  const words = document.elementFromPoint(...pointer)?.closest(".words");
  return words ? Number(words.dataset.begin) : null;
}

const fileName = (ending) => `${document.title.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.${ending}`;
const saveTable = (ending, delimiter) => saveFile(fileName(ending), `text/${ending}`, tableOf(corpus.shown(text), delimiter));

const LINK = "Copy link to this view";

/** What can be saved, copied or printed, by the name of its button. */
const SAVES = {
  "Figure (SVG)": () => withFigure((figure) => saveFile(fileName("svg"), "image/svg+xml", figureSource(figure))),
  "Figure (PNG)": () => withFigure(async (figure) => saveFile(fileName("png"), "image/png", await figurePng(figure))),
  "Table (CSV)": () => saveTable("csv", ","),
  "Table (TSV)": () => saveTable("tsv", "\t"),
  "JSON Lines": () => saveFile(fileName("jsonl"), "application/json", jsonLinesOf(corpus.shown(text))),
  "CoNLL-2016": () => saveFile(fileName("json"), "application/json", conll2016Of(corpus.shown(text))),
  "Print, arguments numbered": () => print(),
  [LINK]: () => copyText(location.href),
};

function withFigure(use) {
  const figure = figureOf(view);
  if (figure) use(figure);
}

/** Keeps the state in the address, so that it can be passed on. */
function remember() {
  const place = stateOf(text, selected, document.body.dataset.mode);
  try {
    history.replaceState(null, "", `#${place}`);
  } catch {
    // a page in a frame has no address of its own
  }
}

function openPlaceInAddress() {
  const place = new URLSearchParams(location.hash.slice(1));
  const mode = MODES.includes(place.get("view")) ? place.get("view") : document.body.dataset.mode;
  document.body.dataset.mode = mode;
  find("mode").value = mode;
  const index = Math.max(0, listing.findIndex(({ id }) => id === place.get("document")));
  if (place.has("document")) restoreFilters(place);
  find("toggle-class").setAttribute("aria-pressed", classroom.on);
  find("search").value = filters.query;
  openDocument(index);
  const relation = text.relations[Number(place.get("relation")) - 1];
  if (relation?.shown) goTo(relation);
}

function drawLegend() {
  const line = (...children) => element("li", {}, children);
  const key = (part) => element("span", { class: `key ${part}-key` }, partName(part));
  const named = (group) => (classroom.on && colouring.name === "class" ? plainWord(group, classroom.language) : group);
  const { groups } = COLOURINGS[colouring.name];
  const types = distinct(text.relations.flatMap((relation) => relation.types));
  const bare = types.filter((type) => !["Explicit", "AltLex", "AltLexC"].includes(type));
  find("legend").replaceChildren(
    ...colouring.present(text).map((group) => line(element("span", { class: `swatch tone${groups.indexOf(group)}` }, named(group)))),
    ...["arg1", "arg2"].map((part) => line(key(part))),
    ...bare.sort(byRank(TYPES)).map((type) => line(element("span", { class: "glyph" }, GLYPHS[type] ?? "◇"), ` ${typeName(type)}`)),
    ...signsIn(text).map((status) => line(element("span", { class: "status", "data-status": status }, STATUS_SIGNS[status]), ` ${status}`)),
    ...(signsIn(text).length ? [line("fill: gold, line: system")] : []),
  );
}

const signsIn = ({ relations }) => STATUSES.filter((status) => relations.some((relation) => relation.status === status));

function drawColourings() {
  const available = colouring.available(text);
  if (!available.includes(colouring.name)) colouring.name = "class";
  find("colouring").replaceChildren(...available.map((name) => element("option", { value: name }, name)));
  find("colouring").value = colouring.name;
}

/* What the reader does */

const relationOf = (target) => {
  const holder = target.closest?.("[data-relation]");
  return holder ? text.relations[Number(holder.dataset.relation)] : null;
};

/** Highlights the relation under the pointer or the focus, as long as it is there. */
function preview(target) {
  const relation = (target && relationOf(target)) ?? selected;
  if (relation !== view.lit) view.light(relation);
}

find("blocks").addEventListener("mouseover", (event) => preview(event.target));
find("blocks").addEventListener("mouseleave", () => preview(null));
find("blocks").addEventListener("focusin", (event) => preview(event.target));
find("blocks").addEventListener("focusout", () => preview(null));
find("blocks").addEventListener("click", (event) => {
  if (!getSelection().isCollapsed) return; // the reader marks text to copy it
  const words = event.target.closest(".words");
  const marked = relationOf(event.target);
  const there = words ? view.relationsAt(words) : [];
  if (selected && there.includes(selected)) select(there[(there.indexOf(selected) + 1) % there.length]);
  else select(marked ?? there[0] ?? null);
});

/** Goes on to the next relation that a system got wrong, in this document or in one after it. */
function nextError() {
  const errorsOf = (each) => each.shown.filter(({ status }) => status && status !== "correct");
  const current = selected ?? relationOf(document.activeElement);
  const after = errorsOf(text).find((relation) => !current || text.inOrder.indexOf(relation) > text.inOrder.indexOf(current));
  if (after) goTo(after);
  else if (links.all_errors) location.assign(links.all_errors);
  else {
    const texts = corpus.shown(text);
    const here = chooser.selectedIndex;
    const order = [...texts.keys()].map((step) => (here + 1 + step) % texts.length);
    const next = order.find((index) => errorsOf(texts[index]).length);
    if (next === undefined) return;
    if (next !== here) openDocument(next);
    goTo(errorsOf(text)[0]);
  }
}

function toggleFilters(open = !document.body.classList.contains("filters-open")) {
  document.body.classList.toggle("filters-open", open);
  find("toggle-filters").setAttribute("aria-expanded", open);
}

const dark = matchMedia("(prefers-color-scheme: dark)");
let theme = memory.get("relata-theme");

function showTheme() {
  document.documentElement.dataset.theme = theme ?? (dark.matches ? "dark" : "light");
}

function toggleTheme() {
  theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  memory.set("relata-theme", theme);
  showTheme();
}

function escape() {
  if (document.activeElement === find("search")) {
    find("search").blur();
    return;
  }
  toggleFilters(false);
  find("save").open = false;
  select(null);
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  f: () => {
    toggleFilters(true);
    find("filters").querySelector("input").focus();
  },
  x: () => setMode("text"),
  l: () => setMode(document.body.dataset.mode === "list" ? "text" : "list"),
  o: () => setMode(document.body.dataset.mode === "outline" ? "text" : "outline"),
  w: () => setMode(document.body.dataset.mode === "worksheet" ? "text" : "worksheet"),
  d: () => {
    if (listing.length > 1) setMode(document.body.dataset.mode === "documents" ? "text" : "documents");
  },
  c: () => setClassroom(!classroom.on),
  s: toggleSentence,
  e: nextError,
  t: toggleTheme,
  "[": () => stepDocument(-1),
  "]": () => stepDocument(1),
  "/": () => find("search").focus(),
  "?": () => find("help").showModal(),
  Escape: escape,
};
const NOTE_KEYS = { ArrowDown: () => step(1), ArrowUp: () => step(-1) };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const typing = event.target.matches("input[type=search], select, textarea") && event.key !== "Escape";
  if (typing) return;
  const action = KEYS[event.key] ?? (event.target.matches(".note") ? NOTE_KEYS[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
});

find("mode").addEventListener("change", (event) => setMode(event.target.value));
find("toggle-class").addEventListener("click", () => setClassroom(!classroom.on));
for (const [name, action] of Object.entries(SAVES)) {
  const button = element("button", { type: "button" }, name);
  button.addEventListener("click", () => {
    find("save").open = false;
    action();
  });
  button.hidden = action === SAVES[LINK] && window !== top; // a page in a frame has no address of its own
  find("save").lastElementChild.append(button);
}
document.addEventListener("click", (event) => {
  if (!find("save").contains(event.target)) find("save").open = false;
});
document.addEventListener("mousemove", (event) => (pointer = [event.clientX, event.clientY]), { passive: true });
find("outline").addEventListener("click", (event) => {
  const relation = relationOf(event.target);
  if (relation) select(relation);
});
find("toggle-filters").addEventListener("click", () => toggleFilters());
find("close-filters").addEventListener("click", () => toggleFilters(false));
find("text").addEventListener("click", () => toggleFilters(false));
find("toggle-theme").addEventListener("click", toggleTheme);
find("open-guide").addEventListener("click", () => find("meanings").showModal());
find("open-help").addEventListener("click", () => find("help").showModal());
find("previous-document").addEventListener("click", () => stepDocument(-1));
find("next-document").addEventListener("click", () => stepDocument(1));
chooser.addEventListener("change", () => stepDocument(0));
find("search").addEventListener("input", (event) => {
  filters.query = event.target.value.trim();
  filtered();
});
find("colouring").addEventListener("change", (event) => {
  colouring.name = event.target.value;
  drawLegend();
  filtered();
});
find("score").addEventListener("input", (event) => {
  filters.least = Number(event.target.value);
  filtered();
});
find("reset").addEventListener("click", () => {
  filters.reset();
  find("search").value = "";
  filtered();
});
["wheel", "touchmove"].forEach((name) => addEventListener(name, () => view.release(), { passive: true }));
dark.addEventListener("change", showTheme);
addEventListener("hashchange", () => {
  if (new URLSearchParams(location.hash.slice(1)).has("document")) openPlaceInAddress();
});
addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
  view.paintAll();
});
addEventListener("afterprint", () => {
  showTheme();
  view.unpaintFar();
});

showTheme();
chooser.replaceChildren(...listing.map(({ id, relations }) => element("option", {}, `${id} (${relations})`)));
find("chooser").hidden = listing.length < 2 && !links.home;
chooser.hidden = listing.length < 2;
find("documents-mode").hidden = listing.length < 2;
if (links.home) {
  find("home").href = links.home;
  find("home").append(links.home_name, " ›");
  find("home").hidden = false;
}
openPlaceInAddress();
corpus.readAhead();
