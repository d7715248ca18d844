/* The relation that was chosen, in full, at the foot of the window. */

class Detail {
  constructor(holder, actions) {
    this.holder = holder;
    this.actions = actions;
  }

  close() {
    this.offset = null;
    this.holder.hidden = true;
    this.holder.replaceChildren();
    this.makeRoom();
  }

  /** Keeps the end of the text clear of it. */
  makeRoom() {
    const foot = `${this.holder.offsetHeight}px`;
    const style = document.documentElement.style;
    if (style.getPropertyValue("--foot") !== foot) style.setProperty("--foot", foot);
  }

  open(relation, text, place, all) {
    const sides = relation.system ? [["gold", relation], ["system", relation.system]] : [[null, relation]];
    const offset = this.offset ?? relation.anchor;
    this.offset = null;
    this.holder.replaceChildren(
      this.head(relation, place, all),
      element("div", { class: "sides" }, sides.map(([side, each]) => this.side(side, each, text))),
      ...(this.withSentence ? [drawSentence(text, offset)] : []),
      this.copies(relation, text),
    );
    this.holder.hidden = false;
    this.makeRoom();
    this.holder.querySelector(".sentence")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  /** Shows the sentence at an offset, without a relation. */
  openSentence(text, offset) {
    const close = element("button", { type: "button", id: "close", "aria-label": "Close ( Esc )" }, "✕");
    close.addEventListener("click", () => this.actions.close());
    this.holder.replaceChildren(element("div", { class: "detail-head" }, close), drawSentence(text, offset));
    this.holder.hidden = false;
    this.makeRoom();
  }

  /** Buttons that copy the relation in some notation. */
  copies(relation, text) {
    const buttons = Object.keys(COPIES).map((name) => {
      const button = element("button", { type: "button", class: "copy", "data-copy": name }, name);
      button.addEventListener("click", async () => {
        await copyText(COPIES[name](relation, text));
        button.textContent = `${name} ✓`;
      });
      return button;
    });
    return element("p", { class: "copies" }, "Copy as ", buttons);
  }

  head(relation, place, all) {
    const button = (id, sign, label, action) => {
      const made = element("button", { type: "button", id, title: label, "aria-label": label }, sign);
      made.addEventListener("click", action);
      return made;
    };
    const status = relation.status
      ? element("span", { class: "status", "data-status": relation.status },
          `${STATUS_SIGNS[relation.status]} ${relation.status}`)
      : null;
    return element("div", { class: "detail-head" },
      status,
      element("span", { class: "place" }, `${place} of ${all}`),
      button("sentence", "⌒", "Dependencies and roles of the sentence ( s )", () => this.actions.sentence()),
      button("previous", "↑", "Previous relation ( k )", () => this.actions.step(-1)),
      button("next", "↓", "Next relation ( j )", () => this.actions.step(1)),
      button("close", "✕", "Close ( Esc )", () => this.actions.close()),
    );
  }

  side(name, relation, text) {
    const facts = Object.entries(relation.facts);
    return element("div", { class: `side ${colouring.tone(relation)}` },
      element("p", { class: "what" },
        name ? element("span", { class: "who" }, name) : null,
        element("span", { class: "type" }, `${GLYPHS[relation.type] ?? "◇"} ${relation.type}`),
        relation.senses.map((sense) =>
          element("strong", { class: "full-sense", title: sense }, classroom.on ? senseName(sense) : sense)),
        relation.inserted.length ? element("span", { class: "inserted" }, `inserted: ${relation.inserted.join(", ")}`) : null,
        relation.score === null ? null : this.score(relation.score),
      ),
      this.meaning(relation, text),
      element("dl", { class: "spans", lang: text.language || null },
        Object.keys(PART_NAMES).flatMap((part) => this.span(part, relation, text))),
      facts.length ? this.facts(facts) : null,
    );
  }

  /** The meaning of the senses in the language of the text, and behind a click in the other one. */
  meaning(relation, text) {
    const senses = (relation.senses.length ? relation.senses : [relation.type]).filter((sense) => GLOSSES[sense]?.en);
    if (!senses.length) return null;
    const language = glossLanguage(text);
    const other = language === "zh" ? "en" : "zh";
    const rest = element("details", { class: "facts" },
      element("summary", {}, LANGUAGES[other]), senses.flatMap((sense) => glossIn(sense, other)));
    return element("div", { class: "meaning" }, senses.flatMap((sense) => glossIn(sense, language)), rest);
  }

  score(score) {
    const meter = element("meter", { min: 0, max: 1, value: score, "aria-label": "score" });
    return element("span", { class: "score", title: SCORE_MEANING }, "score ", meter, ` ${score.toFixed(3)}`);
  }

  span(part, relation, text) {
    const [first] = relation.pieces(part);
    if (!first) return [];
    const name = element("button", { type: "button", class: `key ${part}-key`, title: "Show in the text" }, partName(part));
    name.addEventListener("click", () => this.actions.reveal(first[0]));
    return [element("dt", {}, name), element("dd", { dir: "auto" }, relation.text(part, text.text))];
  }

  facts(facts) {
    const pairs = facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
    return element("details", { class: "facts" }, element("summary", {}, "Annotation"), element("dl", {}, pairs));
  }
}
