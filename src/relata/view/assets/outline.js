/* The outline: relations as nested clauses. A relation stands below the argument that holds all of it. */

const hullOf = (pieces) => [Math.min(...pieces.map(([begin]) => begin)), Math.max(...pieces.map(([, end]) => end))];
const holds = ([begin, end], [from, to]) => begin <= from && to <= end;

/** The shown relations as trees: nodes with the nodes below each argument; those below none are the roots. */
function nest(text) {
  const nodes = new Map();
  for (const relation of text.shown) {
    const parts = ["arg1", "arg2"].filter((part) => relation.pieces(part).length);
    const hulls = Object.fromEntries(parts.map((part) => [part, hullOf(relation.pieces(part))]));
    const all = relation.everywhere;
    nodes.set(relation, { relation, hulls, hull: all.length ? hullOf(all) : [0, 0], below: { arg1: [], arg2: [] } });
  }
  const roots = [];
  for (const node of nodes.values()) {
    let place = null;
    for (const other of node.relation.block.touching) {
      const holder = nodes.get(other);
      if (!holder || holder === node) continue;
      for (const [part, hull] of Object.entries(holder.hulls)) {
        const size = hull[1] - hull[0];
        if (holds(hull, node.hull) && (!place || size < place.size)) place = { holder, part, size };
      }
    }
    if (place) place.holder.below[place.part].push(node);
    else roots.push(node);
  }
  return roots;
}

class Outline {
  constructor(holder, text) {
    this.holder = holder;
    this.text = text;
  }

  draw() {
    const byBlock = new Map();
    for (const node of nest(this.text)) {
      const nodes = byBlock.get(node.relation.block) ?? [];
      nodes.push(node);
      byBlock.set(node.relation.block, nodes);
    }
    this.holder.replaceChildren(...this.text.blocks.map((block) => this.paragraph(block, byBlock.get(block) ?? [])));
  }

  paragraph(block, nodes) {
    const words = this.text.text.slice(block.begin, block.end);
    const lang = this.text.language || null;
    if (!nodes.length) return element("p", { class: `outline-text ${block.kind}`, lang }, words);
    return element("section", { class: "outline-block", lang }, element("ul", { class: "outline" }, nodes.map((node) => this.node(node))));
  }

  node({ relation, below }) {
    const head = noteOf(relation, this.text, false);
    const line = (part) => {
      if (!relation.pieces(part).length) return null;
      const inner = below[part].length ? element("ul", {}, below[part].map((node) => this.node(node))) : null;
      const words = element("span", { class: `clause ${part}-clause` }, relation.text(part, this.text.text));
      return element("li", {}, element("span", { class: `key ${part}-key` }, partName(part)), " ", words, inner);
    };
    const begin = (part) => relation.pieces(part)[0]?.[0] ?? 0;
    const order = begin("arg1") <= begin("arg2") ? ["arg1", "arg2"] : ["arg2", "arg1"];
    return element("li", { class: colouring.tone(relation) }, head, element("ul", {}, order.map(line)));
  }
}
