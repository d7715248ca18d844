/* Which relations are shown: by status, type, sense, score and search. Choices outlive a change of document. */

const filters = {
  off: { statuses: new Set(), types: new Set(), senses: new Set(), connectives: new Set() },
  only: { statuses: null, types: null, senses: null, connectives: null }, // sets where all other labels are off
  least: 0,
  query: "",

  get active() {
    const narrowed = Object.keys(this.off).some((facet) => this.off[facet].size > 0 || this.only[facet]);
    return this.query !== "" || this.least > 0 || narrowed;
  },

  passes(facet, label) {
    return this.only[facet] ? this.only[facet].has(label) : !this.off[facet].has(label);
  },

  switch(facet, label, on) {
    const [set, adds] = this.only[facet] ? [this.only[facet], on] : [this.off[facet], !on];
    if (adds) set.add(label);
    else set.delete(label);
  },

  /** Leaves only these labels of a facet on, in all documents; without labels, all. */
  narrow(facet, labels) {
    this.off[facet].clear();
    this.only[facet] = labels && new Set(labels);
  },

  reset() {
    Object.keys(this.off).forEach((facet) => this.narrow(facet, null));
    this.least = 0;
    this.query = "";
  },
};

/** The labels of a relation in a facet; it passes if any of them is on, or if it has none. */
const labelsIn = {
  statuses: (relation) => (relation.status === null ? [] : [relation.status]),
  types: (relation) => relation.types,
  senses: (relation) => relation.labels,
  connectives: (relation) => [relation.signal],
};
const FACETS = Object.keys(labelsIn);
const FACET_LENGTH = 8; // connectives that are shown before the rest

/** A label and the nodes above it, the highest first: senses have levels. */
function pathsOf(sense, facet) {
  if (facet !== "senses") return [sense];
  const levels = sense.split(".");
  return levels.map((_, depth) => levels.slice(0, depth + 1).join("."));
}

/** The facets that a relation fails; null if its score or the search leaves it out. */
function failedFacets(relation, text, query) {
  if ((relation.best ?? 1) < filters.least || (query && !relation.words(text.text).includes(query))) return null;
  return FACETS.filter((facet) => {
    const labels = labelsIn[facet](relation);
    return labels.length > 0 && !labels.some((label) => filters.passes(facet, label));
  });
}

/** Marks the relations that pass. */
function markShown(text) {
  const query = filters.query.toLowerCase();
  for (const relation of text.relations) relation.shown = failedFacets(relation, text, query)?.length === 0;
}

/** Marks the relations that pass, and counts by facet and node those that pass all the other facets. */
function applyFilters(text) {
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()]));
  const query = filters.query.toLowerCase();
  for (const relation of text.relations) {
    const failed = failedFacets(relation, text, query);
    relation.shown = failed?.length === 0;
    if (!failed) continue;
    for (const facet of FACETS) {
      if (failed.some((other) => other !== facet)) continue;
      const nodes = distinct(labelsIn[facet](relation).flatMap((label) => pathsOf(label, facet)));
      nodes.forEach((node) => counts[facet].set(node, (counts[facet].get(node) ?? 0) + 1));
    }
  }
  return counts;
}

/** A facet of a document as nested lists of boxes with counts; `change` is called when one is switched. */
class Facet {
  constructor(name, text, ranks, change) {
    this.name = name;
    this.change = change;
    this.nodes = new Map();
    this.labels = distinct(text.relations.flatMap(labelsIn[name])).sort(byRank(ranks));
    const list = element("ul");
    this.labels.forEach((label) => this.add(label, list));
    find(name).querySelectorAll("ul, .more").forEach((each) => each.remove());
    find(name).append(list);
    if (name === "connectives" && this.labels.length > FACET_LENGTH + 1) this.shorten(list);
    find(name).hidden = this.labels.length === 0;
  }

  /** Hides all but the first lines of a list behind a button. */
  shorten(list) {
    const rest = [...list.children].slice(FACET_LENGTH);
    const more = element("button", { type: "button", class: "more" }, `${rest.length} more`);
    const hide = (hidden) => rest.forEach((line) => (line.hidden = hidden));
    hide(true);
    more.addEventListener("click", () => {
      hide(false);
      more.remove();
    });
    find(this.name).append(more);
  }

  /** Adds a label under the nodes above it. */
  add(label, list) {
    for (const path of this.pathsOf(label)) {
      if (!this.nodes.has(path)) this.nodes.set(path, this.node(path, list));
      const node = this.nodes.get(path);
      node.labels.push(label);
      list = node.list;
    }
  }

  /** The nodes of a label; in class mode, those that plain words do not tell from the node above are left out. */
  pathsOf(label) {
    const paths = pathsOf(label, this.name);
    if (!classroom.on) return paths;
    const words = paths.map((path) => plainWord(path, classroom.language));
    return paths.filter((_, depth) => depth === 0 || words[depth] !== words[depth - 1]);
  }

  /** A line with box, name, count, and a button that leaves only this one on; a list for what falls under it. */
  node(path, list) {
    const name = this.name === "senses" ? path.slice(path.lastIndexOf(".") + 1) : path;
    const box = element("input", { type: "checkbox" });
    const only = element("button", { type: "button", class: "only", "aria-label": `Only ${path}` }, "only");
    const count = element("span", { class: "count" });
    const line = element("div", { class: "facet", "data-path": path });
    line.append(element("label", { title: path }, box, element("span", {}, this.name === "senses" && classroom.on ? plainWord(path, classroom.language) : name)), count, only);
    const node = { box, count, line, labels: [], list: element("ul") };
    list.append(element("li", {}, line, node.list));
    box.addEventListener("change", () => {
      node.labels.forEach((label) => filters.switch(this.name, label, box.checked));
      this.change();
    });
    only.addEventListener("click", () => {
      filters.narrow(this.name, node.labels);
      this.change();
    });
    return node;
  }

  update(counts) {
    for (const [path, { box, count, line, labels }] of this.nodes) {
      const on = labels.filter((label) => filters.passes(this.name, label)).length;
      box.checked = on > 0;
      box.indeterminate = on > 0 && on < labels.length;
      count.textContent = String(counts.get(path) ?? 0);
      line.classList.toggle("none", !counts.get(path));
    }
  }
}

/** Labels from the most frequent to the rarest. */
function byFrequency(labels) {
  const counts = new Map();
  labels.forEach((label) => counts.set(label, (counts.get(label) ?? 0) + 1));
  return [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || (one < other ? -1 : 1));
}

/** The filters of a document beside its text. */
class FilterPanel {
  constructor(text, change) {
    this.text = text;
    this.facets = {
      statuses: new Facet("statuses", text, STATUSES, change),
      types: new Facet("types", text, TYPES, change),
      senses: new Facet("senses", text, [], change),
      connectives: new Facet("connectives", text, byFrequency(text.relations.map(({ signal }) => signal)), change),
    };
    find("scores").hidden = !text.relations.some((relation) => relation.best !== null);
  }

  update(counts) {
    FACETS.forEach((facet) => this.facets[facet].update(counts[facet]));
    find("score").value = filters.least;
    find("least").value = filters.least.toFixed(2);
    const all = this.text.relations.length;
    const shown = this.text.shown.length;
    const noun = all === 1 ? "relation" : "relations";
    const part = shown === all ? "" : `${shown.toLocaleString("en")} of `;
    find("count").value = `${part}${all.toLocaleString("en")} ${noun}`;
    find("reset").hidden = !filters.active;
  }
}
