/* The notes beside the text: what each says, and where it stands. */

const GLYPHS = { Explicit: "●", Implicit: "◇", AltLex: "◆", AltLexC: "◆", EntRel: "○", Hypophora: "?", NoRel: "×" };
const STATUS_SIGNS = {
  correct: "✓", "wrong sense": "≠", "wrong spans": "↔", "wrong spans and sense": "✗", missed: "−", spurious: "+",
};

/** A relation in the margin, or a line of the list. */
function noteOf(relation, text, listed) {
  const button = element("button", { type: "button", "data-relation": relation.number });
  button.className = `note ${colouring.tone(relation)}`;
  if (relation.status) {
    const sign = { class: "status", "data-status": relation.status, title: relation.status };
    button.append(element("span", sign, STATUS_SIGNS[relation.status]));
  }
  const type = { class: "glyph", title: relation.type, role: "img", "aria-label": relation.type };
  button.append(element("span", type, GLYPHS[relation.type] ?? "◇"));
  if (listed) button.append(element("span", { class: "argument arg1-text" }, relation.text("arg1", text.text)));
  const name = relation.name(text.text);
  button.append(element("span", { class: relation.pieces("connective").length ? "name" : "name absent" }, name));
  if (listed) button.append(element("span", { class: "argument arg2-text" }, relation.text("arg2", text.text)));
  button.append(sensesOf(relation, listed));
  if (relation.best !== null) {
    button.append(element("span", { class: "score", title: "score" }, relation.best.toFixed(2)));
  }
  return button;
}

/** A sense that a line may break in, before its dots. */
const withBreaks = (sense) => sense.split(/(?=\.)/).flatMap((level) => [element("wbr"), level]);

function sensesOf(relation, listed) {
  const shown = listed && !classroom.on ? (sense) => sense : senseName;
  const listing = (side) => side.senses.map(shown).join(", ") || senseName(side.type);
  const holder = element("span", { class: "sense", title: relation.senses.join(", ") || relation.type });
  holder.append(...withBreaks(listing(relation)));
  if (relation.status?.includes("sense")) holder.append(" → ", element("em", {}, listing(relation.system)));
  return holder;
}

/** The notes of blocks at the lines of their anchors, pushed down only where they would collide. */
function placeNotes(blocks) {
  const row = parseFloat(getComputedStyle(document.body).getPropertyValue("--row"));
  const plans = blocks.map((block) => planOf(block, row)); // all reading before all writing: one layout
  for (const { block, rows, start, height, from, to } of plans) {
    block.notes.style.minHeight = `${height}px`;
    block.leaders.replaceChildren(
      ...rows.map(({ item, line, top, number }) => {
        item.style.top = `${top - start}px`;
        const middle = top + row / 2;
        const bend = (to - from) / 4;
        const path = `M${from},${line} H${from + bend} L${to - bend},${middle} H${to}`;
        return drawn("path", { d: path, "data-relation": number });
      }),
    );
  }
}

function planOf(block, row) {
  const frame = block.element.getBoundingClientRect();
  const column = block.notes.getBoundingClientRect();
  const rows = [];
  const start = column.top - frame.top;
  let free = start;
  for (const item of block.notes.children) {
    const number = Number(item.firstChild.dataset.relation);
    const anchor = block.anchors.get(number);
    const rect = anchor?.getClientRects()[0];
    item.hidden = Boolean(anchor) && !rect; // its place is folded away
    if (item.hidden) continue;
    const line = rect ? (rect.top + rect.bottom) / 2 - frame.top : free + row / 2;
    const top = Math.max(line - row / 2, free);
    rows.push({ item, number, line, top });
    free = top + row;
  }
  const from = block.words.getBoundingClientRect().right - frame.left + 4;
  return { block, rows, start, height: free - start, from, to: column.left - frame.left - 2 };
}
