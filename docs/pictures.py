"""Take the pictures of the documentation again: python docs/pictures.py [NAME ...]

Needs Chromium with ChromeDriver, the extra [server], selenium, pillow and a font with Chinese characters.
Run it after a change of the page or of a model, and look at what it made.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

REPOSITORY = Path(__file__).parents[1]
IMAGES = REPOSITORY / "docs" / "images"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--hide-scrollbars", "--window-size=1400,1000"),
)
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 300)))"
CHOOSE = "goTo(text.relations.find((each) => each.text('connective', text.text).startsWith('{}')))"
COLOURS = 96


class Picture(NamedTuple):
    """Sources of a page, with the address of a view in it, what to do there, and the size in pixels.

    Of `relata serve` if the address begins with a slash, else of `relata view`.
    """

    sources: str
    address: str = ""
    script: str = ""
    size: tuple[int, int] = (1280, 800)
    scale: float = 1
    dark: bool = False


NEWS, ESSAY = "examples/article.txt", "examples/article.zh.txt"
ERRORS = "examples/conll2016 --compare examples/conll2016/run"
TILE = (1100, 690)
PICTURES = {
    "view": Picture(NEWS, script=CHOOSE.format("If")),
    "view-zh": Picture(ESSAY, script=CHOOSE.format("因此")),
    "view-phone": Picture(NEWS, script=CHOOSE.format("so"), size=(390, 760)),
    "sentence": Picture(NEWS, script="detail.withSentence = true;" + CHOOSE.format("because")),
    "explore-search": Picture("examples/conll2016", "/search?q=the&sense=Contingency"),
    "explore-errors": Picture(ERRORS, "/errors"),
    "concordance": Picture("examples/conll2016", "/concordance?sort=sense"),
    "serve": Picture("", "/", "document.querySelector('[data-example=en]').click()"),
    "class": Picture(NEWS, "#document=article&class=1", CHOOSE.format("because"), TILE),
    "gallery-news": Picture(NEWS, script=CHOOSE.format("Although"), size=TILE),
    "gallery-essay": Picture(ESSAY, script=CHOOSE.format("虽然"), size=TILE, dark=True),
    "gallery-dialogue": Picture("examples/dialogue.txt", script=CHOOSE.format("If"), size=TILE),
    "gallery-errors": Picture(ERRORS, "#document=harbour_ferry&colour=agreement", "nextError(); nextError()"),
    "gallery-report": Picture("examples/report.txt", "#document=report&view=outline", size=TILE),
    "gallery-worksheet": Picture(NEWS, "#document=article&view=worksheet", size=TILE),
}


def main() -> None:
    """Take the pictures that are named, or all."""
    names = sys.argv[1:] or [*PICTURES, "figure"]
    with TemporaryDirectory() as name:
        folder = Path(name)
        browser = started(folder)
        try:
            for each in names:
                if each == "figure":
                    take_figure(browser, folder)
                else:
                    take(browser, folder, each, PICTURES[each])
                print(each, flush=True)
        finally:
            browser.quit()


def take(browser: Chrome, folder: Path, name: str, picture: Picture) -> None:
    """Open a page and save what it shows, in few colours."""
    width, height = picture.size
    metrics = {"width": width, "height": height, "deviceScaleFactor": picture.scale, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    theme = {"name": "prefers-color-scheme", "value": "dark" if picture.dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})
    with opened(picture, folder) as address:
        browser.get("about:blank")
        browser.get(address)
        browser.execute_async_script(DRAWN)
        browser.execute_script(picture.script)
        browser.execute_async_script(DRAWN)
        if picture.sources == "":
            time.sleep(3)  # the service parses, and the page scrolls
        shot = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    few = shot.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)


def take_figure(browser: Chrome, folder: Path) -> None:
    """Save the figure (SVG) of a relation, as the page writes it."""
    with opened(Picture(NEWS), folder) as address:
        browser.get(address)
        browser.execute_async_script(DRAWN)
        browser.execute_script(CHOOSE.format("Although"))
        source = browser.execute_script("return figureSource(figureOf(view))")
    (IMAGES / "figure.svg").write_text(source, "utf-8")


@contextmanager
def opened(picture: Picture, folder: Path) -> Iterator[str]:
    """Write or serve a page; yield its address."""
    relata = [sys.executable, "-m", "relata"]
    if not picture.address.startswith("/"):
        page = folder / f"{abs(hash(picture.sources))}.html"
        if not page.exists():
            subprocess.run(
                [*relata, "view", *picture.sources.split(), "--out", page], cwd=REPOSITORY, check=True
            )
        yield page.as_uri() + picture.address
        return
    command = [*relata, "serve", *picture.sources.split(), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        ready = next(line for line in process.stderr if ": ready" in line)
        yield ready.partition(": ready")[0].strip() + picture.address
    finally:
        process.terminate()
        process.wait()


def started(folder: Path) -> Chrome:
    """Start a browser without a window."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--user-data-dir={folder}/profile"):
        options.add_argument(flag)
    return Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))


if __name__ == "__main__":
    main()
