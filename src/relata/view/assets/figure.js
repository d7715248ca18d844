/* A figure of what is lit or in the window, as SVG with real text, and the same as PNG. */

const FIGURE_MARGIN = 16;
const FIGURE_SCALE = 2; // pixels of a PNG for each pixel of the screen

/** The range of a run without the blanks at its edges that a line break swallowed. */
function visibleRange(node, begin, end) {
  const range = document.createRange();
  const swallowed = (at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return /\s/.test(node.data[at]) && ![...range.getClientRects()].some(({ width }) => width > 0);
  };
  if (begin < end && swallowed(begin)) return visibleRange(node, begin + 1, end);
  return begin < end && swallowed(end - 1) ? visibleRange(node, begin, end - 1) : [begin, end];
}

/** The lines of a run of text, each with its box: a range for every character would be slow, so lines are halved. */
function linesIn(node, begin, end) {
  const range = document.createRange();
  range.setStart(node, begin);
  range.setEnd(node, end);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  if (!rects.length) return [];
  if (rects.every(({ top }) => Math.abs(top - rects[0].top) < 3)) {
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    return [{ words: node.data.slice(...visibleRange(node, begin, end)), left, right, top: rects[0].top, bottom: rects[0].bottom }];
  }
  if (end - begin < 2) return [];
  const middle = (begin + end) >> 1;
  const [first, second] = [linesIn(node, begin, middle), linesIn(node, middle, end)];
  const [last, next] = [first.at(-1), second[0]];
  if (last && next && Math.abs(last.top - next.top) < 3) {
    first[first.length - 1] = { ...last, words: last.words + next.words, right: next.right };
    second.shift();
  }
  return [...first, ...second];
}

/** The blocks of the figure: those of the lit relation, or else those in the window. */
function figureBlocks(view) {
  if (view.lit) return view.lit.blocks.filter((block) => block.segments && !block.element.classList.contains("folded"));
  const inWindow = ({ element: holder }) => holder.getBoundingClientRect().bottom > 0 && holder.getBoundingClientRect().top < innerHeight;
  return [...view.near].filter(inWindow).sort((one, other) => one.index - other.index);
}

/** An SVG element of the blocks with fills, underlines, labels, and the gutter. */
function figureOf(view) {
  const blocks = figureBlocks(view);
  if (!blocks.length) return null;
  const boxes = blocks.map(({ words }) => words.getBoundingClientRect());
  const gutter = find("gutter").getBoundingClientRect();
  const origin = { left: Math.min(gutter.left - gutter.width / 4, ...boxes.map(({ left }) => left)) - FIGURE_MARGIN, top: boxes[0].top - FIGURE_MARGIN };
  const width = Math.max(...boxes.map(({ right }) => right)) - origin.left + FIGURE_MARGIN;
  const height = boxes.at(-1).bottom - origin.top + FIGURE_MARGIN;
  const size = { viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, width: Math.ceil(width), height: Math.ceil(height) };
  const figure = drawn("svg", size);
  const page = getComputedStyle(document.documentElement);
  figure.append(drawn("rect", { width: "100%", height: "100%", fill: page.getPropertyValue("--paper") }));
  for (const block of blocks) {
    for (const node of block.words.childNodes) figureRun(figure, node, origin);
  }
  figure.append(figureGutter(gutter, origin));
  return figure;
}

/** One run of the text: its fill and its lines below all text, then its words. */
function figureRun(figure, node, origin) {
  const holder = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const run = node.nodeType === Node.TEXT_NODE ? node : node.firstChild;
  const style = getComputedStyle(holder);
  if (holder.classList.contains("marker")) {
    const box = holder.getBoundingClientRect();
    const { glyph, inserted } = holder.dataset;
    figureWords(figure, inserted ? `${glyph} ${inserted}` : glyph, box, style, origin);
    return;
  }
  if (!run || run.nodeType !== Node.TEXT_NODE) return;
  for (const line of linesIn(run, 0, run.data.length)) {
    const x = line.left - origin.left;
    const [top, bottom] = [line.top - origin.top, line.bottom - origin.top];
    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") {
      figure.append(drawn("rect", { x, y: top - 1, width: line.right - line.left, height: bottom - top + 2, fill: style.backgroundColor, rx: 2 }));
    }
    const border = parseFloat(style.borderBottomWidth);
    if (border) figure.append(figureLine(x, line.right - origin.left, bottom + 2, style.borderBottomColor, style.borderBottomStyle, border));
    if (style.textDecorationLine === "underline") {
      const weight = Math.min(2, parseFloat(style.textDecorationThickness) || 1);
      figure.append(figureLine(x, line.right - origin.left, bottom, style.textDecorationColor, style.textDecorationStyle, weight));
    }
    figureWords(figure, line.words, line, style, origin);
  }
  if (holder.dataset?.label) {
    const box = holder.getClientRects()[0];
    const label = drawn("text", { x: box.left - origin.left, y: box.top - origin.top - 1, "font-size": 9, "font-family": "sans-serif", "font-weight": 600, fill: style.borderBottomColor });
    label.append(holder.dataset.label);
    figure.append(label);
  }
}

function figureWords(figure, words, box, style, origin) {
  const content = words.replace(/\s+/g, " ");
  if (!content.trim()) return;
  const size = parseFloat(style.fontSize);
  const made = drawn("text", {
    x: box.left - origin.left, y: box.bottom - origin.top - size * 0.28, "font-size": size, "font-family": style.fontFamily,
    "font-weight": style.fontWeight, fill: style.color, textLength: (box.right - box.left).toFixed(1), "xml:space": "preserve",
  });
  made.append(content);
  figure.append(made);
}

const DASHES = { dotted: "1 3", dashed: "5 3" };

function figureLine(from, to, y, colour, form, weight) {
  const line = { x1: from, x2: to, y1: y, y2: y, stroke: colour, "stroke-width": weight };
  if (DASHES[form]) line["stroke-dasharray"] = DASHES[form];
  if (form !== "double") return drawn("line", line);
  return drawn("g", {}, drawn("line", line), drawn("line", { ...line, y1: y + 2.5, y2: y + 2.5 }));
}

/** The gutter, with the look that the style sheet gives it. */
function figureGutter(frame, origin) {
  const group = drawn("g", { transform: `translate(${frame.left - origin.left} ${frame.top - origin.top})` });
  for (const shape of find("gutter").children) {
    const copy = shape.cloneNode();
    const style = getComputedStyle(shape);
    copy.removeAttribute("class");
    ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"].forEach((name) => copy.setAttribute(name, style.getPropertyValue(name)));
    group.append(copy);
  }
  return group;
}

const figureSource = (figure) => new XMLSerializer().serializeToString(figure);

/** The figure as a PNG, drawn by the browser from the SVG. */
async function figurePng(figure) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figureSource(figure))}`;
  await picture.decode();
  const canvas = element("canvas", { width: picture.width * FIGURE_SCALE, height: picture.height * FIGURE_SCALE });
  const brush = canvas.getContext("2d");
  brush.scale(FIGURE_SCALE, FIGURE_SCALE);
  brush.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
