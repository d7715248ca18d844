/* The text, block by block, with its relations beside it. Only the blocks near the window are painted: the others
   are plain text, so that a book opens as fast as a page. */

const ROW = 28; // pixels of a note, as in notes.css
const LISTED_ROW = 76; // and of a line of the list, about
const MARGIN = "1200px 0px"; // how far around the window blocks are painted
const GLYPHS = { Explicit: "●", Implicit: "◇", AltLex: "◆", AltLexC: "◆", EntRel: "○", Hypophora: "?", NoRel: "×" };
const STATUS_SIGNS = {
  correct: "✓", "wrong sense": "≠", "wrong spans": "↔", "wrong spans and sense": "✗", missed: "−", spurious: "+",
};

class TextView {
  constructor(text, holder) {
    this.text = text;
    this.near = new Set();
    this.lit = null;
    this.litSegments = [];
    holder.replaceChildren(...text.blocks.map((block) => this.blockElement(block)));
    this.observer = new IntersectionObserver((entries) => this.moved(entries), { rootMargin: MARGIN });
    this.byElement = new Map(text.blocks.map((block) => [block.element, block]));
    text.blocks.forEach((block) => this.observer.observe(block.element));
  }

  close() {
    this.observer.disconnect();
  }

  get listed() {
    return document.body.dataset.mode === "list";
  }

  blockElement(block) {
    const words = element("p", { lang: this.text.language || null, dir: "auto" });
    const notes = element("ol", { class: "notes" });
    block.element = element("section", { class: block.continued ? "block continued" : "block" }, words, notes);
    block.words = words;
    block.notes = notes;
    block.reserved = 0;
    this.unpaint(block);
    return block.element;
  }

  moved(entries) {
    for (const { target, isIntersecting } of entries) {
      const block = this.byElement.get(target);
      if (isIntersecting) {
        this.near.add(block);
        if (!block.segments) this.paint(block);
      } else {
        this.near.delete(block);
        if (block.segments && !this.inUse(block)) this.unpaint(block);
      }
    }
  }

  /** Whether painting a block plain would take something from under the reader's hands. */
  inUse(block) {
    return block.element.contains(document.activeElement) || !getSelection().isCollapsed;
  }

  /** Shows what passes the filters now: paints what is near, leaves the rest plain and of the right height. */
  refresh() {
    for (const block of this.text.blocks) {
      const notes = block.anchored.reduce((sum, relation) => sum + relation.shown, 0);
      block.element.classList.toggle("bare", notes === 0);
      block.reserved = notes * (this.listed ? LISTED_ROW : ROW);
      const height = this.listed ? block.reserved : Math.max(block.reserved, this.guess(block));
      block.element.style.setProperty("--height", `${height}px`);
      if (this.near.has(block)) this.paint(block);
      else this.unpaint(block);
    }
  }

  /** About how high the text of a block is, for the browser to scroll by until it has drawn it. */
  guess(block) {
    return Math.ceil((block.end - block.begin) / 70) * 32 + 16;
  }

  unpaint(block) {
    if (block.segments || !block.words.firstChild) {
      block.words.textContent = this.text.text.slice(block.begin, block.end);
      block.notes.replaceChildren();
      block.segments = null;
    }
    block.notes.style.setProperty("min-height", `${block.reserved}px`);
  }

  /** Cuts the words of a block wherever a relation begins or ends, and puts its notes beside it. */
  paint(block) {
    const shown = block.touching.filter((relation) => relation.shown);
    block.segments = this.segments(block, shown);
    const children = block.segments.map(({ element: words }) => words);
    for (const relation of shown) {
      for (const [begin, end] of relation.pieces("connective")) {
        for (const { element: words } of this.between(block, begin, end)) {
          words.classList.add("connective-mark");
          words.dataset.relation ??= relation.number;
          words.dataset.type ??= relation.type;
        }
      }
    }
    block.words.replaceChildren(...this.withMarkers(block, shown, children));
    block.notes.replaceChildren(
      ...block.anchored.filter((relation) => relation.shown).map((relation) => element("li", {}, this.note(relation))),
    );
    block.notes.style.setProperty("min-height", "0");
    if (this.lit) this.light(this.lit);
    this.showHits();
  }

  /** Marks what was searched for in the painted blocks, where the browser can mark text without touching it. */
  showHits() {
    if (!CSS.highlights || this.awaitingHits) return;
    this.awaitingHits = true;
    requestAnimationFrame(() => {
      this.awaitingHits = false;
      const hits = filters.query ? [...this.near].flatMap((block) => this.hits(block)) : [];
      CSS.highlights.set("hits", new Highlight(...hits));
    });
  }

  hits(block) {
    const query = filters.query.toLowerCase();
    const words = this.text.text.slice(block.begin, block.end).toLowerCase();
    const found = [];
    if (words.length !== block.end - block.begin) return found; // a letter that changes its length with its case
    for (let at = words.indexOf(query); at >= 0; at = words.indexOf(query, at + query.length)) {
      const segments = this.between(block, block.begin + at, block.begin + at + query.length);
      if (!segments.length) continue;
      const [first, last] = [segments[0], segments.at(-1)];
      const range = new Range();
      range.setStart(first.element.firstChild, block.begin + at - first.begin);
      range.setEnd(last.element.firstChild, block.begin + at + query.length - last.begin);
      found.push(range);
    }
    return found;
  }

  segments(block, relations) {
    const cuts = new Set([block.begin, block.end]);
    for (const relation of relations) {
      for (const edge of relation.everywhere.flat()) {
        if (edge > block.begin && edge < block.end) cuts.add(edge);
      }
    }
    const edges = [...cuts].sort((one, other) => one - other);
    return edges.slice(1).map((end, index) => {
      const begin = edges[index];
      const words = element("span", { class: "words", "data-begin": begin }, this.text.text.slice(begin, end));
      return { begin, end, element: words };
    });
  }

  /** The segments with a mark before each place where a relation without connective stands. */
  withMarkers(block, shown, children) {
    const marked = [...children];
    for (const relation of shown.filter((each) => each.block === block && !each.pieces("connective").length)) {
      const words = block.segments.find((segment) => segment.begin >= relation.anchor)?.element ?? children.at(-1);
      const marker = element("span", {
        class: "marker", "data-relation": relation.number, "data-glyph": GLYPHS[relation.type] ?? "◇",
      });
      marked.splice(marked.indexOf(words), 0, marker);
    }
    return marked;
  }

  /** The painted segments of a block from `begin` to `end`. */
  between(block, begin, end) {
    const segments = block.segments ?? [];
    const first = lastIndex(segments, (segment) => segment.end <= begin) + 1;
    const last = lastIndex(segments, (segment) => segment.begin < end);
    return segments.slice(first, last + 1);
  }

  /** A relation in the margin, or a line of the list. */
  note(relation) {
    const whole = this.text.text;
    const button = element("button", { type: "button", class: "note", "data-relation": relation.number });
    if (relation.status) {
      const sign = { class: "status", "data-status": relation.status, title: relation.status };
      button.append(element("span", sign, STATUS_SIGNS[relation.status]));
    }
    const type = { class: "glyph", title: relation.type, role: "img", "aria-label": relation.type };
    button.append(element("span", type, GLYPHS[relation.type] ?? "◇"));
    if (this.listed) button.append(element("span", { class: "argument arg1-text" }, relation.text("arg1", whole)));
    const name = relation.name(whole);
    button.append(element("span", { class: relation.pieces("connective").length ? "name" : "name absent" }, name));
    if (this.listed) button.append(element("span", { class: "argument arg2-text" }, relation.text("arg2", whole)));
    button.append(this.senses(relation));
    if (relation.best !== null) {
      button.append(element("span", { class: "score", title: "score" }, relation.best.toFixed(2)));
    }
    button.classList.toggle("selected", relation === this.selected);
    if (relation === this.selected) button.setAttribute("aria-current", "true");
    return button;
  }

  senses(relation) {
    const shown = this.listed ? (sense) => sense : shortSense;
    const listing = (side) => side.senses.map(shown).join(", ") || side.type;
    const holder = element("span", { class: "sense", title: relation.senses.join(", ") || relation.type });
    holder.append(listing(relation));
    if (relation.status?.includes("sense")) holder.append(" → ", element("em", {}, listing(relation.system)));
    return holder;
  }

  /** Paints a block now, wherever the window is. */
  ensure(block) {
    if (!block.segments) this.paint(block);
  }

  noteOf(relation) {
    this.ensure(relation.block);
    return relation.block.notes.querySelector(`[data-relation="${relation.number}"]`);
  }

  /** Highlights the spans of a relation, or of none. */
  light(relation) {
    for (const words of this.litSegments) {
      words.className = words.classList.contains("connective-mark") ? "words connective-mark" : "words";
      delete words.dataset.label;
    }
    this.litSegments = [];
    this.lit = relation;
    document.querySelectorAll(".note.lit").forEach((note) => note.classList.remove("lit"));
    if (!relation) return;
    relation.block.notes.querySelector(`[data-relation="${relation.number}"]`)?.classList.add("lit");
    // In a comparison the fill is the gold's and the line the system's; else both are the relation's.
    const filled = relation.status === "spurious" ? null : relation;
    const lined = relation.status === "missed" ? null : (relation.system ?? relation);
    if (filled) this.mark(filled, "fill");
    if (lined) this.mark(lined, "line");
  }

  mark(relation, kind) {
    for (const part of Object.keys(PART_NAMES)) {
      relation.pieces(part).forEach(([begin, end], index) => {
        for (let at = this.text.blockAt(begin).index; this.text.blocks[at]?.begin < end; at += 1) {
          const segments = this.between(this.text.blocks[at], begin, end);
          segments.forEach(({ element: words }) => words.classList.add(part, kind, `${part}-${kind}`));
          segments[0]?.element.classList.add("first");
          segments.at(-1)?.element.classList.add("last");
          if (segments[0] && part !== "connective" && part !== "punctuation") {
            segments[0].element.dataset.label ??= PART_NAMES[part] + (index ? " …" : "");
          }
          this.litSegments.push(...segments.map(({ element: words }) => words));
        }
      });
    }
  }

  /** Keeps a relation, or none. */
  select(relation) {
    const current = document.querySelector(".note.selected");
    current?.classList.remove("selected");
    current?.removeAttribute("aria-current");
    this.selected = relation;
    if (!relation) return;
    const note = this.noteOf(relation);
    note.classList.add("selected");
    note.setAttribute("aria-current", "true");
  }

  /** The shown relations that a painted word takes part in, the smallest first. */
  relationsAt(words) {
    const begin = Number(words.dataset.begin);
    const block = this.text.blockAt(begin);
    const covers = (relation) => relation.everywhere.some(([from, to]) => from <= begin && begin < to);
    return block.touching
      .filter((relation) => relation.shown && covers(relation))
      .sort((one, other) => one.extent - other.extent || one.number - other.number);
  }

  /** Brings a place of the text into the window. */
  reveal(offset) {
    const block = this.text.blockAt(offset);
    this.ensure(block);
    const segment = this.between(block, offset, offset + 1)[0];
    (segment?.element ?? block.element).scrollIntoView({ block: "nearest" });
  }

  /** The first shown relation at or below the top of the window. */
  firstInWindow() {
    const top = find("text").getBoundingClientRect().top;
    const visible = [...this.near]
      .filter((block) => block.element.getBoundingClientRect().bottom > Math.max(top, 80))
      .sort((one, other) => one.index - other.index);
    const start = visible[0]?.begin ?? 0;
    return this.text.shown.find((relation) => relation.block.begin >= start);
  }

  /** Paints everything, for paper. */
  paintAll() {
    this.text.blocks.forEach((block) => this.ensure(block));
  }

  unpaintFar() {
    this.text.blocks.filter((block) => !this.near.has(block)).forEach((block) => this.unpaint(block));
  }
}
