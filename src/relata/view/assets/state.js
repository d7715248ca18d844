/* The address: document, relation, mode, colours and filters, so that a link leads back to the same view. */

const MODES = ["text", "list", "outline", "worksheet", "documents"];

/** The state as what follows # in an address. */
function stateOf(text, selected, mode) {
  const state = new URLSearchParams({ document: text.id });
  if (selected) state.set("relation", selected.number + 1);
  if (mode !== "text") state.set("view", mode);
  if (colouring.name !== "class") state.set("colour", colouring.name);
  if (classroom.on) state.set("class", "1");
  if (filters.query) state.set("search", filters.query);
  if (filters.least) state.set("least", filters.least);
  for (const facet of FACETS) {
    if (filters.only[facet]) state.set(`only-${facet}`, [...filters.only[facet]].join("|"));
    else if (filters.off[facet].size) state.set(`without-${facet}`, [...filters.off[facet]].join("|"));
  }
  return state;
}

/** Sets filters, colours and wording as an address says. */
function restoreFilters(state) {
  filters.reset();
  filters.query = state.get("search") ?? "";
  filters.least = Math.min(1, Math.max(0, Number(state.get("least")) || 0));
  for (const facet of FACETS) {
    if (state.has(`only-${facet}`)) filters.narrow(facet, state.get(`only-${facet}`).split("|"));
    state.get(`without-${facet}`)?.split("|").forEach((label) => filters.switch(facet, label, false));
  }
  colouring.name = COLOURINGS[state.get("colour")] ? state.get("colour") : "class";
  classroom.on = state.has("class");
}
