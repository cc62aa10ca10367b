#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""Opens web pages of sessions in a real browser, on a phone's width and a desk's, light and dark: nothing is loaded and
nothing fails, points and rows lead to each other, no page is wider than its window, no row is higher than two lines,
and texts and marks stand out from their ground.

Usage: check_page.py --cli ROOFLIGHT_CLI [--window ROOFLIGHT] [--pictures FOLDER]

Needs playwright and a Chromium; is skipped (status 77) without them. "scripts/test --browser" installs both.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "rooflight/browser/bin/python"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SKIPPED = 77
WIDTHS = (400, 1280)
HIGHEST_ROW = 48.5  # pixels: two lines and their padding
TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3  # WCAG 2.1, success criteria 1.4.3 and 1.4.11

# The lowest contrasts of the page's texts, and of its marks and bars, to the page.
CONTRASTS = """() => {
  const numbers = (color) => { // of "rgb(...)", and of "color(srgb ...)", whose numbers are up to 1
    const values = color.match(/[\\d.]+/g).map(Number);
    return color.startsWith('color') ? values.map((value, i) => (i < 3 ? value * 255 : value)) : values;
  };
  const ground = numbers(getComputedStyle(document.body).backgroundColor);
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (color, below) => {
    const [a, b] = [luminance(numbers(color)), luminance(below)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const below = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = numbers(getComputedStyle(one).backgroundColor);
      if (color.length < 4 || color[3] > 0.9) return color;
    }
    return ground;
  };
  const lowest = (selector, colorOf, groundOf) => [...document.querySelectorAll(selector)]
    .filter((one) => one.getClientRects().length)
    .map((one) => ({ contrast: contrast(colorOf(one), groundOf(one)),
      what: `${one.tagName}.${one.getAttribute('class')} ${one.textContent.slice(0, 30)}` }))
    .sort((a, b) => a.contrast - b.contrast)[0];
  return {
    texts: lowest('p, td, th, dt, dd, li, h1, h2, summary, button', (one) => getComputedStyle(one).color, below),
    labels: lowest('.plot text:not(.tag-number)', (one) => getComputedStyle(one).fill, () => ground),
    marks: lowest('.plot .point', (one) => getComputedStyle(one).stroke, () => ground),
    lines: lowest('.plot .roof', (one) => getComputedStyle(one).stroke, () => ground),
    bars: lowest('.plot .bar', (one) => getComputedStyle(one).fill, () => ground),
  };
}"""

HIGH_ROWS = """(most) => [...document.querySelectorAll('tbody tr')]
  .map((row) => [row.getBoundingClientRect().height, row.textContent.slice(0, 80)]).filter(([height]) => height > most)"""

CUT_LABELS = """() => [...document.querySelectorAll('.plot > svg text')].filter((text) => {
  const [inner, outer] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
  return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
}).map((text) => text.textContent)"""

# Middles of the marks that lie on top, in the window.
VISIBLE_MARKS = """(selector) => [...document.querySelectorAll(selector)].map((mark) => {
  const box = mark.getBoundingClientRect();
  return { mark, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}).filter(({ mark, x, y }) => document.elementFromPoint(x, y) === mark).map(({ x, y }) => ({ x, y }))"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="rooflight-cli")
    parser.add_argument("--window", help="rooflight, for a page of several sessions")
    parser.add_argument("--pictures", type=Path, help="keep a picture of each page in this folder")
    arguments = parser.parse_args()
    playwright, browser = find_browser()
    checks = Checks(arguments.pictures)
    with tempfile.TemporaryDirectory() as folder, playwright() as driver:
        pages = make_pages(arguments.cli, arguments.window, Path(folder))
        # Root may not sandbox it, and containers have little shared memory.
        running = driver.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-dev-shm-usage"])
        for page in pages:
            for scheme in "light", "dark":
                checks.check(running, page, scheme)
        running.close()
    for failure in checks.failures:
        print(failure)
    print(f"{checks.done} passed, {len(checks.failures)} failed")
    sys.exit(1 if checks.failures else 0)


def find_browser():
    browser = os.environ.get("ROOFLIGHT_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if browser and ENVIRONMENT.exists() and Path(sys.executable) != ENVIRONMENT:
            os.execv(ENVIRONMENT, [str(ENVIRONMENT), "-B", *sys.argv])
        browser = None
    if not browser:
        print("There is no browser to open the pages in: scripts/test --browser installs one.")
        sys.exit(SKIPPED)
    return sync_playwright, browser


def make_pages(cli, window, folder):
    """One of a GPU, one of a CPU with long reasons, a comparison, and one with two sessions on its chart."""
    sessions = ROOT / "tests/data/sessions"
    gpu, cpu = ROOT / "docs/sessions/resnet50_h100.ridge", ROOT / "resources/samples/resnet18_sample.ridge"
    calls = {
        "gpu.html": ["show", gpu],
        "cpu.html": ["show", cpu],
        "compared.html": ["compare", sessions / "float32.ridge", sessions / "bfloat16.ridge"],
    }
    for name, call in calls.items():
        subprocess.run([cli, *call, "--html", folder / name], check=True, stdout=subprocess.DEVNULL)
    pages = [folder / name for name in calls]
    if window:
        pages.append(folder / "two.html")
        subprocess.run([window, "--export", pages[-1], gpu, cpu], check=True)
    return pages


class Checks:
    def __init__(self, pictures):
        self.pictures = pictures
        self.failures = []
        self.done = 0
        self.where = ""

    def expect(self, condition, what):
        if condition:
            self.done += 1
        else:
            self.failures.append(f"{self.where}: {what}")

    def check(self, browser, path, scheme):
        self.where = f"{path.name}, {scheme}"
        page = browser.new_page(viewport={"width": WIDTHS[0], "height": 800}, color_scheme=scheme)
        page.set_default_timeout(10_000)
        said, requests = [], []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri())
        for width in WIDTHS:
            self.where = f"{path.name}, {scheme}, {width} px"
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function("() => Math.abs(document.querySelector('#rooflight-chart > svg').viewBox.baseVal.width"
                                   " - document.getElementById('rooflight-chart').clientWidth) <= 1")
            self.check_layout(page, width)
            self.check_points(page)
            self.check_rows(page)
            self.check_keys(page)
            if self.pictures:
                self.pictures.mkdir(parents=True, exist_ok=True)
                page.evaluate("window.scrollTo(0, 0)")
                page.screenshot(path=self.pictures / f"{path.stem}-{scheme}-{width}.png")
        self.check_colors(page, scheme)
        self.expect(requests == [path.as_uri()], f"it loads {requests[1:]}")
        self.expect(not said, f"the console says {said}")
        page.close()

    def check_layout(self, page, width):
        wide = page.evaluate("document.documentElement.scrollWidth")
        self.expect(wide <= width, f"the page is {wide} pixels wide")
        high = page.evaluate(HIGH_ROWS, HIGHEST_ROW)
        self.expect(not high, f"rows are higher than two lines: {high[:3]}")
        cut = page.evaluate(CUT_LABELS)
        self.expect(not cut, f"labels are cut off: {cut}")

    def check_points(self, page):
        """Pointing at a mark shows its numbers: under the roofs FLOP/s, on the strip B/s."""
        page.locator("#rooflight-chart").scroll_into_view_if_needed()
        card = page.locator("#rooflight-chart .card")
        areas = [(".plane .point", "FLOP/s"), (".strip .point", "B/s")]
        for selector, unit in areas if page.locator(".strip-title").count() else areas[:1]:
            marks = page.evaluate(VISIBLE_MARKS, "#rooflight-chart " + selector)
            self.expect(marks, f"no {selector} can be pointed at")
            for mark in marks[:3]:
                page.mouse.move(mark["x"], mark["y"])
                self.expect(card.is_visible() and unit in card.inner_text(), f"a {selector} has no card")
            page.mouse.move(5, 5)
            self.expect(not card.is_visible(), "the card stays")

    def check_rows(self, page):
        """A row marks its point, whose card says the same layer; the verdict's numbers are those of the chart."""
        rows = page.locator("#ranking tbody tr")
        self.expect(rows.count() > 0, "there is no ranking")
        for row in [rows.nth(i) for i in range(min(3, rows.count()))]:
            row.click()
            layer = page.locator("#layers tbody tr[aria-current]")
            self.expect(layer.count() == 1, "no layer is marked")
            chosen = page.locator("#rooflight-chart .point.selected").count()
            self.expect(chosen == 1, f"{chosen} points are marked")
            name = page.locator("#rooflight-chart .card strong").inner_text()
            self.expect(row.locator("td").first.inner_text().startswith(name), f"the card is of {name}")
        page.keyboard.press("Escape")
        self.expect(page.locator(".point.selected").count() == 0, "Escape leaves a point marked")
        drawn = sorted(page.locator(".tag-number").all_text_contents())
        listed = page.locator("#ranking td[data-tag]").evaluate_all("cells => cells.map((cell) => cell.dataset.tag)")
        self.expect(drawn == listed, f"numbers on the chart are {drawn}, in the ranking {listed}")

    def check_keys(self, page):
        svg = page.locator("#rooflight-chart > svg")
        svg.focus()
        page.keyboard.press("ArrowRight")
        self.expect(page.locator(".point.selected").count() == 1, "an arrow key marks no point")
        ring = svg.evaluate("(chart) => getComputedStyle(chart).outlineStyle + ' ' + getComputedStyle(chart).outlineWidth")
        self.expect(ring == "solid 2px", f"the chart's focus looks like {ring}")
        page.keyboard.press("Escape")

    def check_colors(self, page, scheme):
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        self.expect(max(ground) < 80 if scheme == "dark" else min(ground) > 200, f"the ground is {ground}")
        for kind, lowest in page.evaluate(CONTRASTS).items():
            least = TEXT_CONTRAST if kind in ("texts", "labels") else MARK_CONTRAST
            self.expect(lowest and lowest["contrast"] >= least, f"the contrast of {kind} is {lowest}, not {least}")


if __name__ == "__main__":
    main()
