"""Measure the page in a real browser: first paint, choosing, sight of both arguments.

    python benchmarks/view_page.py                    # synthetic texts
    python benchmarks/view_page.py CORPUS.jsonl       # the documents of a corpus, joined into one

Needs Chromium, ChromeDriver and selenium. Prints milliseconds; `choosing` includes the layout of
what it changes. Times of the processor are those of the page's thread, which other programs on the
machine do not change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from selenium import webdriver

from relata.formats import detect, reader
from relata.view import render

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
)
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}

CHOOSE = """
const done = arguments[0];
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
(async () => {
  const times = [], hidden = [];
  const every = Math.ceil(text.shown.length / 550);
  for (const relation of text.shown.filter((_, place) => place % every === 0)) {
    await frame();
    const start = performance.now();
    select(relation);
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
    for (let wait = 0; wait < 3; wait += 1) await frame();
    const free = { top: document.querySelector(".bar").getBoundingClientRect().bottom,
                   bottom: document.getElementById("detail").getBoundingClientRect().top };
    const seen = (part) => [...document.querySelectorAll(`.words.${part}`)]
      .flatMap((words) => [...words.getClientRects()])
      .some((rect) => rect.width > 0 && rect.top >= free.top && rect.bottom <= free.bottom);
    const covered = ["arg1", "arg2"].filter((part) => relation.pieces(part).length);
    if (!covered.every(seen)) hidden.push(relation.number);
  }
  done([times, hidden.length]);
})();
"""

WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
CHOOSE_ONE = """
const [number, done] = arguments;
select(text.shown[number]);
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
frame().then(frame).then(frame).then(() => done());
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    arguments = parser.parse_args()
    document = joined(arguments.corpus) if arguments.corpus else synthetic(10_000, 532)
    words = len(document["text"].split())
    print(f"{words:,} words, {len(document['relations'])} relations")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(render(document), encoding="utf-8")
        print(f"page: {page.stat().st_size / 1000:,.0f} kB")
        for name, size in SCREENS.items():
            browser = started(folder, size)
            try:
                report(name, browser, page)
            finally:
                browser.quit()


def report(name: str, browser: webdriver.Chrome, page: Path) -> None:
    paints = []
    for _ in range(5):
        browser.get("about:blank")
        browser.get(page.as_uri())
        browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 200))")
        paints.append(browser.execute_script("return performance.getEntriesByType('paint').at(-1).startTime"))
    times, hidden = browser.execute_async_script(CHOOSE)
    processor = processor_times(browser)
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{name}: first paint {statistics.median(paints):.0f} ms (median of 5), choosing "
        f"{statistics.median(times):.1f} ms median, {cuts[94]:.1f} ms p95, {max(times):.1f} ms worst; "
        f"{hidden} of {len(times)} choices leave an argument out of sight"
    )
    print(
        f"    time of the processor: choosing {statistics.median(processor):.1f} ms median, "
        f"{statistics.quantiles(processor, n=100)[94]:.1f} ms p95"
    )


def processor_times(browser: webdriver.Chrome) -> list[float]:
    """Return the milliseconds of the processor that choices take: script, style and layout."""
    browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})

    def ticks() -> float:
        metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return 1000 * sum(each["value"] for each in metrics if each["name"] in WORK)

    count = browser.execute_script("return text.shown.length")
    times = []
    for number in range(0, count, max(1, count // 100)):
        before = ticks()
        browser.execute_async_script(CHOOSE_ONE, number)
        times.append(ticks() - before)
    return times


def started(folder: str, size: tuple[int, int]) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--user-data-dir={folder}/{size[0]}", "--window-size=1280,900"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    browser.set_script_timeout(300)
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    return browser


def joined(corpus: Path) -> dict[str, Any]:
    """Join the texts and relations of a corpus into one dictionary for `render`."""
    text, paragraphs, relations = "", [], []
    for document in reader(detect(corpus))(corpus):
        start = len(text)
        paragraphs += [[start + a, start + b] for a, b in document.paragraphs or [(0, len(document.text))]]
        for each in document.relations:
            spans = {"arg1": each.arg1, "arg2": each.arg2, "connective": each.connective}
            parts = {
                part: {"spans": [[start + a, start + b] for a, b in span.pieces]}
                for part, span in spans.items()
                if span
            }
            relations.append({"type": str(each.type), "senses": list(each.all_senses), **parts})
        text += document.text.rstrip() + "\n\n"
    return {"text": text, "paragraphs": paragraphs, "relations": relations}


def synthetic(size: int, count: int) -> dict[str, Any]:
    """Make a text of `size` words with `count` relations: most between neighbours, some far apart."""
    chance = random.Random(24)
    sentence = "The old ferry left the harbour before dawn and carried new letters to the islands."
    sentences, text, paragraphs = [], "", []
    while len(sentences) * 14 < size:
        begin = len(text)
        for _ in range(chance.randrange(3, 9)):
            sentences.append((len(text), len(text) + len(sentence)))
            text += sentence + " "
        paragraphs.append([begin, len(text) - 1])
        text += "\n\n"
    relations = []
    for number in range(count):
        first = chance.randrange(len(sentences) - 60)
        second = first + chance.choice([1, 1, 1, 1, 2, 5, 50])
        begin, end = sentences[second]
        parts: dict[str, Any] = {
            "arg1": {"spans": [list(sentences[first])]},
            "arg2": {"spans": [[begin + 4, end]]},
        }
        if number % 2:
            parts["connective"] = {"spans": [[begin, begin + 3]]}
        sense = chance.choice(["Contingency.Cause.Result", "Expansion.Conjunction", "Comparison.Contrast"])
        kind = "Explicit" if number % 2 else "Implicit"
        relations.append({"type": kind, "senses": [sense], "score": chance.random(), **parts})
    return json.loads(json.dumps({"text": text, "paragraphs": paragraphs, "relations": relations}))


if __name__ == "__main__":
    main()
