# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Every output of a saved session, read back into values: JSON, CSV, text, web pages, the chart as data, Python."""

import csv
import html.parser
import io
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "app" / "python"))

PREFIXES = {"E": 1e18, "P": 1e15, "T": 1e12, "G": 1e9, "M": 1e6, "k": 1e3, "": 1, "m": 1e-3, "µ": 1e-6, "n": 1e-9}
QUANTITY = re.compile(r"^(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?) ?(?:(%)|([EPTGMkmµn]?)(FLOP/s|FLOP/B|FLOP|B/s|B|s))?$")


class Programs:
    """rooflight-cli and rooflight, with settings and a cache of their own."""

    def __init__(self, cli, window, folder):
        self.cli, self.window, self.folder = cli, window, pathlib.Path(folder)
        self.environment = os.environ | {
            "XDG_CACHE_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
            "LC_ALL": "C.UTF-8",
        }
        os.environ["ROOFLIGHT_CLI"] = cli  # for the package of Python

    def run(self, program, *arguments):
        done = subprocess.run([program, *map(str, arguments)], env=self.environment, capture_output=True, encoding="utf-8",
                              check=False)
        if done.returncode != 0:
            raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stderr[-1000:]}")
        return done.stdout

    def show(self, path, *arguments):
        return self.run(self.cli, "show", path, "--quiet", *arguments)

    def export(self, name, *arguments):
        """What the desktop program writes into a file of this name."""
        path = self.folder / name
        self.run(self.window, "--export", path, *arguments)
        return path


def quantity(text):
    """The number that a text for people says, in base units and nanoseconds, and how far it may be rounded off; None
    where it says none, or "less than"."""
    match = QUANTITY.match(text.replace("\u00a0", " ").removesuffix(" (!)").strip())
    if not match:
        return None
    number, percent, prefix, unit = match.groups()
    value = float(number.replace(",", ""))
    digits = number.replace(",", "").partition("e")[0].partition(".")
    last = 10.0 ** -len(digits[2]) if digits[1] else 1.0 if len(digits[0]) < 4 else 10.0 ** (len(digits[0]) - 3)
    scale = 0.01 if percent else PREFIXES[prefix or ""] * (1e9 if unit == "s" else 1)
    return value * scale, 0.51 * last * scale


def columns_of(lines):
    """The rows of a table in text, by the titles of its columns: these stand where their cells do."""
    titles = [(match.start(), match.end(), match.group()) for match in re.finditer(r"\S+(?: \S+)*", lines[0])]
    rows = []
    for line in lines[2:]:
        # A column reaches from the end of the one before to the start of the next, whichever way its cells are aligned.
        cells = [(match.start(), match.end(), match.group()) for match in re.finditer(r"\S+(?: \S+)*", line)]
        row = {title: "" for _, _, title in titles}
        for start, end, cell in cells:
            _, _, title = min(titles, key=lambda column: max(0, start - column[1], column[0] - end))
            row[title] = cell
        rows.append(row)
    return rows


def text_of(text):
    """The paragraphs of a report as tables (by the title of their first column) and facts."""
    tables, facts, sentences = {}, {}, []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines = paragraph.split("\n")
        if len(lines) > 2 and lines[1].startswith("───"):
            tables.setdefault(lines[0].split("  ")[0], columns_of(lines))
        elif all(re.match(r"\S.*?  +\S", line) for line in lines):
            facts.setdefault(lines[0].split("  ")[0], {}).update(re.split(r"  +", line, maxsplit=1) for line in lines)
        else:
            sentences += lines
    return {"tables": tables, "facts": {key: value for part in facts.values() for key, value in part.items()},
            "sentences": sentences}


class Page(html.parser.HTMLParser):
    """The data of a page, and the rows of its tables below their headings."""

    def __init__(self):
        super().__init__()
        self.tables, self.data, self.paragraphs = {}, "", []
        self._heading, self._open, self._cell = "", "", None

    def handle_starttag(self, tag, attributes):
        if tag == "script" and ("id", "rooflight-data") in attributes:
            self._open = "data"
        elif tag in ("h2", "p"):
            self._open, self._cell = tag, ""
        elif tag == "table":
            self.tables.setdefault(self._heading, [])
        elif tag == "tr":
            self.tables[self._heading].append([])
        elif tag in ("td", "th"):
            self._open, self._cell = tag, ""

    def handle_data(self, data):
        if self._open == "data":
            self.data += data
        elif self._cell is not None:
            self._cell += data

    def handle_endtag(self, tag):
        if tag == "h2":
            self._heading = self._cell
        elif tag == "p":
            self.paragraphs.append(self._cell)
        elif tag in ("td", "th"):
            self.tables[self._heading][-1].append(self._cell)
        if tag in ("script", "h2", "p", "td", "th"):
            self._open, self._cell = "", None


def page_of(text):
    page = Page()
    page.feed(text)
    tables = {heading: [dict(zip(rows[0], row)) for row in rows[1:]] for heading, rows in page.tables.items()}
    return {"data": json.loads(page.data) if page.data else None, "tables": tables, "paragraphs": page.paragraphs}


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def outputs_of(programs, path):
    """All that is said of the session of a file. "verdicts" is None for one without an analysis."""
    import rooflight

    window = {name: programs.export(f"out.{name}", path).read_text("utf-8") for name in ("csv", "json", "html")}
    shown = json.loads(programs.show(path, "--json"))
    outputs = {
        "json": shown,
        "text": text_of(programs.show(path, "--width", "0", "--operators")),
        "page": page_of(programs.show(path, "--html", "-")),
        "window_json": json.loads(window["json"]),
        "window_page": page_of(window["html"]),
    }
    if shown.get("verdicts"):
        session = rooflight.read(path)
        outputs |= {
            "csv": {"layers": rows_of(programs.show(path, "--csv", "-")),
                    "operators": rows_of(programs.show(path, "--csv", "-", "--operators"))},
            "window_csv": {"layers": rows_of(window["csv"])},
            "python": {part: session.rows(part) for part in ("layers", "operators")},
            "scene": json.loads(programs.export("scene.json", "--figure", "chart", path).read_text("utf-8")),
        }
        if shown.get("latency") and shown.get("layers"):
            outputs["comparison"] = json.loads(programs.run(programs.cli, "compare", path, path, "--json"))
            outputs["comparison_text"] = text_of(programs.run(programs.cli, "compare", path, path, "--width", "0"))
    if shown.get("sweep"):
        figure = programs.export("sweep.csv", "--figure", "sweep", path).read_text("utf-8")
        outputs["sweep"] = {"csv": rows_of(programs.show(path, "--csv", "-")), "figure": rows_of(figure)}
    if '"type":"workload"' in path.read_text("utf-8"):
        outputs["tokens"] = {"json": json.loads(programs.run(programs.cli, "tokens", path, "--json")),
                             "text": text_of(programs.run(programs.cli, "tokens", path, "--width", "0"))}
    return outputs
