/* The text, block by block, with its relations beside it. Only the blocks near the window are painted: the others
   are plain text, so that a book opens as fast as a page. */

const ROW = 28; // pixels of a note, about
const LISTED_ROW = 76; // and of a line of the list
const MARGIN = "1200px 0px"; // how far around the window blocks are painted
const NARROW = matchMedia("(max-width: 52rem)"); // there, notes give way to the panel
const SETTLING = 600; // milliseconds in which a choice is kept in sight while blocks around it are drawn
const JOINED = 90; // characters between two pieces of an argument that a line still joins

class TextView {
  constructor(text, holder, gutter) {
    this.text = text;
    this.holder = holder;
    this.gutter = new Gutter(gutter);
    this.near = new Set();
    this.lit = null;
    this.litSegments = [];
    this.folds = [];
    this.chosenAt = -Infinity;
    holder.replaceChildren(...text.blocks.map((block) => this.blockElement(block)));
    this.observer = new IntersectionObserver((entries) => this.moved(entries), { rootMargin: MARGIN });
    this.byElement = new Map(text.blocks.map((block) => [block.element, block]));
    text.blocks.forEach((block) => this.observer.observe(block.element));
    this.width = holder.offsetWidth;
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(holder);
  }

  close() {
    this.observer.disconnect();
    this.sizes.disconnect();
    this.text.blocks.forEach((block) => Object.assign(block, { element: null, words: null, notes: null, leaders: null, segments: null }));
  }

  get listed() {
    return document.body.dataset.mode === "list";
  }

  get inText() {
    return document.body.dataset.mode === "text";
  }

  blockElement(block) {
    const heading = block.kind === "heading" ? { role: "heading", "aria-level": 3 } : {};
    const words = element("p", { class: block.kind || null, lang: this.text.language || null, dir: "auto", ...heading });
    const notes = element("ol", { class: "notes" });
    const leaders = drawn("svg", { class: "leaders", "aria-hidden": "true" });
    const kind = block.continued ? "block continued" : "block";
    block.element = element("section", { class: kind }, words, leaders, notes);
    Object.assign(block, { words, notes, leaders, reserved: 0, anchors: new Map() });
    this.unpaint(block);
    return block.element;
  }

  moved(entries) {
    const painted = [];
    for (const { target, isIntersecting } of entries) {
      const block = this.byElement.get(target);
      if (isIntersecting) {
        this.near.add(block);
        if (!block.segments) painted.push(block);
      } else {
        this.near.delete(block);
        if (block.segments && !this.onPaper && !this.inUse(block)) this.unpaint(block);
      }
    }
    this.paint(painted);
    this.settle();
  }

  /** Keeps a relation in sight that was chosen just now, while the blocks around it get their real heights. */
  settle() {
    if (performance.now() - this.chosenAt < SETTLING) this.bringIntoSight();
  }

  resized() {
    if (this.holder.offsetWidth !== this.width) {
      this.width = this.holder.offsetWidth;
      this.placeNotes(this.text.blocks.filter((block) => block.segments));
    }
    this.drawGutter();
    this.settle();
  }

  /** Whether painting a block plain would take something from under the reader's hands. */
  inUse(block) {
    const held = this.selected?.blocks.includes(block) || block.element.contains(document.activeElement);
    return held || !getSelection().isCollapsed;
  }

  /** Shows what passes the filters now: paints what is near, leaves the rest plain and of the right height. */
  refresh() {
    const painted = [];
    for (const block of this.text.blocks) {
      const notes = block.anchored.reduce((sum, relation) => sum + relation.shown, 0);
      block.element.classList.toggle("bare", notes === 0);
      block.reserved = notes * (this.listed ? LISTED_ROW : NARROW.matches ? 0 : ROW);
      const height = this.listed ? block.reserved : Math.max(block.reserved, this.guess(block));
      block.element.style.setProperty("--height", `${height}px`);
      if (this.near.has(block) || this.selected?.blocks.includes(block)) painted.push(block);
      else this.unpaint(block);
    }
    this.paint(painted);
  }

  /** About how high the text of a block is, for the browser to scroll by until it has drawn it. */
  guess(block) {
    return Math.ceil((block.end - block.begin) / 70) * 32 + 16;
  }

  unpaint(block) {
    if (block.segments || !block.words.firstChild) {
      block.words.textContent = this.text.text.slice(block.begin, block.end);
      block.notes.replaceChildren();
      block.leaders.replaceChildren();
      block.anchors.clear();
      block.segments = null;
    }
    block.notes.style.minHeight = `${block.reserved}px`;
  }

  /** Cuts the words of blocks wherever a relation begins or ends, and puts their notes beside them. */
  paint(blocks) {
    if (!blocks.length) return;
    blocks.forEach((block) => this.paintBlock(block));
    this.placeNotes(blocks);
    if (this.lit) this.light(this.lit);
    this.showHits();
  }

  paintBlock(block) {
    const shown = block.touching.filter((relation) => relation.shown);
    block.segments = this.segments(block, shown);
    block.anchors.clear();
    for (const relation of shown) {
      for (const [begin, end] of relation.pieces("connective")) {
        for (const segment of this.between(block, begin, end)) {
          if (segment.element.dataset.relation !== undefined) continue;
          segment.base += ` connective-mark ${colouring.tone(relation)}`;
          Object.assign(segment.element.dataset, { relation: relation.number, type: relation.type });
        }
      }
    }
    block.segments.forEach((segment) => (segment.element.className = segment.base));
    const children = this.withMarks(block, shown);
    block.words.replaceChildren(...(this.onPaper ? this.withEdges(block, shown, children) : children));
    const anchored = block.anchored.filter((relation) => relation.shown);
    block.notes.replaceChildren(
      ...anchored.map((relation) => {
        const note = noteOf(relation, this.text, this.listed);
        note.classList.toggle("selected", relation === this.selected);
        if (relation === this.selected) note.setAttribute("aria-current", "true");
        const segment = this.between(block, relation.anchor, relation.anchor + 1)[0];
        if (segment && !block.anchors.has(relation.number)) block.anchors.set(relation.number, segment.element);
        return element("li", { "data-number": this.numberOf(relation) }, note);
      }),
    );
  }

  placeNotes(blocks) {
    if (!this.inText || this.onPaper || NARROW.matches) {
      blocks.forEach(({ notes }) => (notes.style.minHeight = "0"));
    } else {
      placeNotes(blocks);
    }
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
    const ranges = [];
    if (words.length !== block.end - block.begin) return ranges; // a letter that changes its length with its case
    for (let at = words.indexOf(query); at >= 0; at = words.indexOf(query, at + query.length)) {
      const segments = this.between(block, block.begin + at, block.begin + at + query.length);
      if (!segments.length) continue;
      const [first, last] = [segments[0], segments.at(-1)];
      const range = new Range();
      range.setStart(first.element.firstChild, block.begin + at - first.begin);
      range.setEnd(last.element.firstChild, block.begin + at + query.length - last.begin);
      ranges.push(range);
    }
    return ranges;
  }

  segments(block, relations) {
    const cuts = new Set([block.begin, block.end]);
    const edges = relations.flatMap((relation) => relation.everywhere.flat());
    for (const edge of [...edges, ...this.folds.flat(), block.speaker]) {
      if (edge > block.begin && edge < block.end) cuts.add(edge);
    }
    const sorted = [...cuts].sort((one, other) => one - other);
    return sorted.slice(1).map((end, index) => {
      const begin = sorted[index];
      const words = element("span", { "data-begin": begin }, this.text.text.slice(begin, end));
      const folded = this.folds.some(([from, to]) => from <= begin && end <= to);
      const base = ["words", end <= block.speaker ? "speaker" : null, folded ? "folded" : null];
      return { begin, end, element: words, base: base.filter(Boolean).join(" ") };
    });
  }

  /** The segments with a mark before each place where a relation without connective stands, and before each fold. */
  withMarks(block, shown) {
    const children = block.segments.map(({ element: words }) => words);
    const insert = (offset, mark) => {
      const words = block.segments.find((segment) => segment.begin >= offset)?.element ?? block.segments.at(-1)?.element;
      children.splice(children.indexOf(words), 0, mark);
    };
    for (const relation of shown.filter((each) => each.block === block && !each.pieces("connective").length)) {
      const mark = element("span", {
        class: `marker ${colouring.tone(relation)}`, "data-relation": relation.number,
        "data-glyph": GLYPHS[relation.type] ?? "◇", "data-inserted": relation.inserted.join(" … ") || null,
      });
      const hidden = this.folds.some(([from, to]) => from <= relation.anchor && relation.anchor < to);
      mark.classList.toggle("folded", hidden);
      block.anchors.set(relation.number, mark);
      insert(relation.anchor, mark);
    }
    for (const [begin, end] of this.folds.filter(([from]) => this.text.blockAt(from) === block)) {
      insert(begin, this.foldButton(begin, end));
    }
    return children;
  }

  /** The number of a relation on paper: its place among those that are shown. */
  numberOf(relation) {
    if (!this.onPaper) return null;
    this.numbers ??= new Map(this.text.shown.map((each, place) => [each, place + 1]));
    return this.numbers.get(relation);
  }

  /** Brackets with numbers around all arguments, for paper: 3.1 is Arg1 of relation 3. */
  withEdges(block, shown, children) {
    const [before, after] = [new Map(), new Map()];
    const add = (edges, segment, mark) => edges.set(segment.element, [...(edges.get(segment.element) ?? []), mark]);
    for (const relation of [...shown].sort((one, other) => other.extent - one.extent)) {
      for (const part of ["arg1", "arg2"]) {
        const label = `${this.numberOf(relation)}.${part.at(-1)}`;
        for (const [begin, end] of relation.pieces(part)) {
          const segments = this.between(block, begin, end);
          if (!segments.length) continue;
          if (segments[0].begin === begin) add(before, segments[0], element("span", { class: "edge" }, element("sup", {}, label), "["));
          const close = element("span", { class: "edge" }, "]", element("sup", {}, label));
          if (segments.at(-1).end === end) after.set(segments.at(-1).element, [close, ...(after.get(segments.at(-1).element) ?? [])]);
        }
      }
    }
    return children.flatMap((child) => [...(before.get(child) ?? []), child, ...(after.get(child) ?? [])]);
  }

  foldButton(begin, end) {
    const hidden = this.text.text.slice(begin, end);
    const chinese = this.text.language.startsWith("zh");
    const size = chinese ? `${hidden.replace(/\s/g, "").length} 字` : `${hidden.trim().split(/\s+/).length} words`;
    const button = element("button", { type: "button", class: "fold", title: "Show what is folded" }, `⋯ ${size} ⋯`);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      this.fold([]);
      this.light(this.lit);
    });
    return button;
  }

  /** Folds these ranges of the text, and unfolds all others. */
  fold(folds) {
    if (!folds.length && !this.folds.length) return;
    const touched = (ranges) => this.text.blocks.filter((block) => ranges.some(([from, to]) => from < block.end && block.begin < to));
    const before = touched(this.folds);
    this.folds = folds;
    const after = touched(folds);
    before.forEach((block) => block.element.classList.remove("folded"));
    for (const block of after) {
      const inside = folds.some(([from, to]) => from < block.begin && block.end <= to);
      block.element.classList.toggle("folded", inside);
    }
    this.paint(distinct([...before, ...after]).filter((block) => block.segments));
  }

  /** The painted segments of a block from `begin` to `end`. */
  between(block, begin, end) {
    const segments = block.segments ?? [];
    const first = lastIndex(segments, (segment) => segment.end <= begin) + 1;
    const last = lastIndex(segments, (segment) => segment.begin < end);
    return segments.slice(first, last + 1);
  }

  /** Paints blocks now, wherever the window is. */
  ensure(blocks) {
    this.paint(blocks.filter((block) => !block.segments));
  }

  noteOf(relation) {
    this.ensure([relation.block]);
    return relation.block.notes.querySelector(`[data-relation="${relation.number}"]`);
  }

  /** Highlights the spans of a relation, or of none. */
  light(relation) {
    for (const segment of this.litSegments) {
      segment.element.className = segment.base;
      delete segment.element.dataset.label;
    }
    this.litSegments = [];
    this.lit = relation;
    this.holder.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
    if (relation) {
      const number = `[data-relation="${relation.number}"]`;
      relation.block.element.querySelectorAll(`.note${number}, .leaders ${number}`).forEach((each) => each.classList.add("lit"));
      // In a comparison the fill is the gold's and the line the system's; else both are the relation's.
      const filled = relation.status === "spurious" ? null : relation;
      const lined = relation.status === "missed" ? null : (relation.system ?? relation);
      if (filled) this.mark(filled, "fill");
      if (lined) this.mark(lined, "line");
      this.join(filled ?? lined);
    }
    this.drawGutter();
  }

  mark(relation, kind) {
    for (const part of Object.keys(PART_NAMES)) {
      relation.pieces(part).forEach(([begin, end], index) => {
        for (const segments of this.covered(begin, end)) {
          segments.forEach(({ element: words }) => words.classList.add(part, kind, `${part}-${kind}`));
          segments[0].element.classList.add("first");
          segments.at(-1).element.classList.add("last");
          if (part === "connective") segments.forEach(({ element: words }) => words.classList.add(colouring.tone(relation)));
          if (part !== "connective" && part !== "punctuation") {
            segments[0].element.dataset.label ??= partName(part) + (index ? " …" : "");
          }
          this.litSegments.push(...segments);
        }
      });
    }
  }

  /** Joins the pieces of an argument by a line below what stands between them, unless that is much. */
  join(relation) {
    for (const part of ["arg1", "arg2"]) {
      relation.pieces(part).slice(1).forEach(([begin], index) => {
        const end = relation.pieces(part)[index][1];
        if (begin - end > JOINED) return;
        for (const segments of this.covered(end, begin)) {
          const free = segments.filter(({ element: words }) => !words.matches(".fill, .line"));
          free.forEach(({ element: words }) => words.classList.add(`${part}-join`));
          this.litSegments.push(...free);
        }
      });
    }
  }

  /** The painted segments from `begin` to `end`, block by block. */
  covered(begin, end) {
    const groups = [];
    for (let at = this.text.blockAt(begin).index; this.text.blocks[at]?.begin < end; at += 1) {
      const segments = this.between(this.text.blocks[at], begin, end);
      if (segments.length) groups.push(segments);
    }
    return groups;
  }

  /** The boxes of the lines of each part that is lit. */
  litLines() {
    const lines = {};
    for (const part of ["arg1", "arg2", "connective"]) {
      const elements = distinct(this.litSegments.map(({ element: words }) => words)).filter((words) => words.classList.contains(part));
      if (elements.length) lines[part] = lineBoxes(elements);
    }
    return lines;
  }

  drawGutter() {
    if (!this.lit || !this.inText) this.gutter.draw(null);
    else this.gutter.draw(this.litLines(), colouring.tone(this.lit));
  }

  /** Keeps a relation, or none. */
  select(relation) {
    const current = this.holder.querySelector(".note.selected");
    current?.classList.remove("selected");
    current?.removeAttribute("aria-current");
    this.selected?.blocks.forEach((block) => block.element.classList.remove("held"));
    if (relation !== this.selected) this.fold([]);
    this.selected = relation;
    if (!relation) return;
    this.ensure(relation.blocks);
    relation.blocks.forEach((block) => block.element.classList.add("held"));
    const note = this.noteOf(relation);
    note.classList.add("selected");
    note.setAttribute("aria-current", "true");
  }

  /** Brings both arguments of the chosen relation into sight; what lies between them folds if they do not fit. */
  show() {
    if (!this.inText || !this.selected) return;
    const lines = Object.values(this.litLines()).flat();
    const free = freeWindow();
    const height = Math.max(...lines.map(({ bottom }) => bottom)) - Math.min(...lines.map(({ top }) => top));
    if (height > free.bottom - free.top) this.fold(foldsOf(this.selected, this.text));
    this.chosenAt = performance.now();
    this.bringIntoSight();
    requestAnimationFrame(() => requestAnimationFrame(() => this.settle()));
  }

  bringIntoSight() {
    if (!this.inText || !this.selected || this.lit !== this.selected) return;
    const distance = scrollFor(this.litLines());
    if (distance) scrollBy({ top: distance, behavior: "instant" });
    this.drawGutter();
  }

  /** Leaves the scroll to the reader. */
  release() {
    this.chosenAt = -Infinity;
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
    if (this.folds.some(([from, to]) => from <= offset && offset < to)) this.fold([]);
    this.ensure([block]);
    const segment = this.between(block, offset, offset + 1)[0];
    (segment?.element ?? block.element).scrollIntoView({ block: "nearest" });
  }

  /** The first shown relation at or below the top of the window. */
  firstInWindow() {
    const { top } = freeWindow();
    const visible = [...this.near]
      .filter((block) => block.element.getBoundingClientRect().bottom > top)
      .sort((one, other) => one.index - other.index);
    const start = visible[0]?.begin ?? 0;
    return this.text.shown.find((relation) => relation.block.begin >= start);
  }

  /** Paints everything, for paper: unfolded, all arguments numbered. */
  paintAll() {
    this.onPaper = true;
    this.numbers = null;
    this.fold([]);
    this.paint(this.text.blocks);
  }

  unpaintFar() {
    this.onPaper = false;
    const [painted, far] = [[], []];
    this.text.blocks.forEach((block) => (this.near.has(block) || this.inUse(block) ? painted : far).push(block));
    far.forEach((block) => this.unpaint(block));
    this.paint(painted);
  }
}
