/* The lit relation in space: bars and one curve in the gutter, folds between distant arguments, and the scroll that
   brings both arguments into sight. */

const FOLD_FROM = { zh: 60, other: 140 }; // characters between two pieces from which they may fold away
const FOLD_CONTEXT = { zh: 8, other: 24 }; // characters that stay on each side of a fold
const AIR = 10; // pixels between an argument and the edge of what can be seen
const SVG = document.querySelector("svg").namespaceURI;

function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

/** The ranges between the pieces of a relation that are long enough to fold, without their edges. */
function foldsOf(relation, text) {
  const kind = text.language.startsWith("zh") ? "zh" : "other";
  const pieces = relation.everywhere.sort(([one], [other]) => one - other);
  const folds = [];
  let end = pieces[0]?.[1] ?? 0;
  for (const [begin, next] of pieces) {
    if (begin - end >= FOLD_FROM[kind]) {
      const after = text.text.slice(end + FOLD_CONTEXT[kind], begin).search(/\s|[，。；]/);
      const before = text.text.slice(end, begin - FOLD_CONTEXT[kind]).search(/[\s，。；]\S*$/);
      const fold = [end + FOLD_CONTEXT[kind] + Math.max(0, after), end + Math.max(0, before) + 1];
      if (fold[0] < fold[1]) folds.push(fold);
    }
    end = Math.max(end, next);
  }
  return folds;
}

/** The window between the bar at the top and the panel at the foot, in pixels. */
function freeWindow() {
  const top = document.querySelector(".bar").getBoundingClientRect().bottom;
  const panel = find("detail");
  const bottom = panel.hidden ? innerHeight : panel.getBoundingClientRect().top;
  return { top: Math.max(0, top) + AIR, bottom: bottom - AIR };
}

/** The boxes of the lines that elements cover, from top to bottom, one a line. */
function lineBoxes(elements) {
  const rects = elements.flatMap((each) => [...each.getClientRects()]).filter((rect) => rect.width > 0);
  rects.sort((one, other) => one.top - other.top || one.left - other.left);
  const lines = [];
  for (const { top, bottom } of rects) {
    const last = lines.at(-1);
    if (last && top < last.bottom - (last.bottom - last.top) / 2) last.bottom = Math.max(last.bottom, bottom);
    else lines.push({ top, bottom });
  }
  return lines;
}

/** The two lines, one of each argument, that stand nearest to each other. */
function nearestLines(first, second) {
  let best = null;
  for (const one of first) {
    for (const other of second) {
      const distance = Math.abs(one.top - other.top);
      if (!best || distance < best.distance) best = { distance, lines: [one, other] };
    }
  }
  return best?.lines ?? [...first, ...second].slice(0, 1);
}

/** How far to scroll so that the arguments are in sight; if they do not fit, the lines where they meet. */
function scrollFor(lines) {
  const free = freeWindow();
  const all = Object.values(lines).flat();
  if (!all.length) return 0;
  const hull = (boxes) => ({
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  });
  let { top, bottom } = hull(all);
  if (bottom - top > free.bottom - free.top) {
    ({ top, bottom } = hull(nearestLines(lines.arg1 ?? [], lines.arg2 ?? [])));
    return (top + bottom - free.top - free.bottom) / 2;
  }
  if (top < free.top) return top - free.top;
  return bottom > free.bottom ? bottom - free.bottom : 0;
}

/** The gutter left of the text: a bar over the lines of each argument, dotted through gaps, and a curve between. */
class Gutter {
  constructor(holder) {
    this.holder = holder;
  }

  /** Draws the bars of lines by argument, in the tone of the relation; nothing without lines. */
  draw(lines, tone) {
    const frame = this.holder.getBoundingClientRect();
    const parts = ["arg1", "arg2"].filter((part) => lines?.[part]?.length);
    const width = frame.width;
    const at = { arg1: width - 7, arg2: width - 15 };
    const shapes = parts.flatMap((part) => this.bar(part, lines[part], at[part], frame.top));
    if (parts.length === 2) {
      const middle = (part) => (lines[part][0].top + lines[part].at(-1).bottom) / 2 - frame.top;
      let [one, other] = [middle("arg1"), middle("arg2")];
      if (Math.abs(one - other) < 12) [one, other] = [one - 8, one + 8];
      const curve = `M${at.arg1 - 2},${one} C${-width / 4},${one} ${-width / 4},${other} ${at.arg2 - 3},${other}`;
      shapes.unshift(drawn("path", { class: `joint ${tone}`, d: curve }));
    }
    this.holder.replaceChildren(...shapes);
  }

  bar(part, lines, x, offset) {
    const shapes = [];
    let begin = lines[0].top;
    lines.forEach(({ bottom }, index) => {
      const next = lines[index + 1];
      if (next && next.top - bottom < bottom - lines[index].top) return;
      shapes.push(drawn("rect", { class: `${part}-bar`, x: x - 2, y: begin - offset, width: 4, height: bottom - begin, rx: 2 }));
      if (next) {
        shapes.push(drawn("line", { class: `${part}-gap`, x1: x, x2: x, y1: bottom - offset, y2: next.top - offset }));
        begin = next.top;
      }
    });
    return shapes;
  }
}
