# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The site that scripts/docs makes: whole, without a broken link, legible, and with nothing from another host."""

import colorsys
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a browser fetches by itself; not links that the reader follows.
FETCHED = re.compile(r"<(?!a\b)\w+\b[^>]*?\b(?:src|srcset|href|data|poster)=[\"']?(?:https?:)?//[^>]*|\bclass=[\"']?mermaid\b", re.I)
FETCHED_BY_STYLE = re.compile(r"(?:url\(|@import )\s*[\"']?(?:https?:)?//[^;)]*", re.I)


def has_generator():
    script = f'. "{ROOT}/scripts/lib/prepare.sh" && . "{ROOT}/scripts/lib/docs.sh" && has_docs_tools'
    return subprocess.run(["bash", "-c", script], check=False).returncode == 0


def make_site(root, folder):
    environment = {**os.environ, "ROOFLIGHT_BUILD_DIR": str(folder / "build")}
    return subprocess.run([root / "scripts/docs", folder / "site"], capture_output=True, text=True, env=environment, check=False)


def pages():
    """Of every page the name that its file has in the site."""
    found = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    names = [page.relative_to(ROOT).with_suffix(".html").as_posix() for page in found]
    return [re.sub(r"README\.html$", "index.html", name) for name in names]


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.links += [values[name] for name in ("href", "src") if values.get(name)]
        self.names |= {values[name] for name in ("id", "name") if values.get(name)}


def color(variables, name):
    """Red, green, blue and opacity, 0 to 1 each, of a variable of the style."""
    text = re.sub(r"var\((--[\w-]+)\)", lambda match: variables[match[1]], variables[name])
    if text.startswith("--") or "var(" in text:
        return color({**variables, name: text}, name)
    if text.startswith("#"):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        return [int(digits[at:at + 2], 16) / 255 for at in range(0, len(digits), 2)] + [1.0] * (len(digits) == 6)
    hue, saturation, lightness, opacity = (float(number) for number in re.findall(r"[\d.]+", text))
    return [*colorsys.hls_to_rgb(hue / 360, lightness / 100, saturation / 100), opacity]


def contrast(variables, name, ground_name):
    """By the definition in WCAG 2.2."""
    ground = color(variables, ground_name)
    *front, opacity = color(variables, name)
    front = [opacity * over + (1 - opacity) * under for over, under in zip(front, ground)]

    def luminance(channels):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lights = sorted((luminance(front), luminance(ground)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.site = cls.folder / "site"
        made = make_site(ROOT, cls.folder)
        if made.returncode != 0:
            raise AssertionError(made.stdout + made.stderr)
        cls.texts = {file.relative_to(cls.site).as_posix(): file.read_text("utf-8") for file in cls.site.rglob("*.html")}
        # That one has absolute links, for the folder of a server.
        cls.texts.pop("404.html")
        cls.read = {name: Reader(text) for name, text in cls.texts.items()}

    def test_has_every_page_and_leads_to_it(self):
        self.assertGreater(len(pages()), 60)
        for name in pages():
            self.assertIn(name, self.texts)
            self.assertIn(name, self.read["index.html"].links)

    def test_links_lead_somewhere(self):
        followed = 0
        for page, reader in self.read.items():
            for link in reader.links:
                address = urllib.parse.urlsplit(link)
                if address.scheme or address.netloc:
                    continue
                path = urllib.parse.unquote(address.path)
                name = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                self.assertTrue((self.site / name).is_file(), f"{page}: {link}")
                if address.fragment and name in self.read:
                    self.assertIn(urllib.parse.unquote(address.fragment), self.read[name].names, f"{page}: {link}")
                followed += 1
        self.assertGreater(followed, 1000)

    def test_fetches_nothing_from_another_host(self):
        for file in self.site.rglob("*"):
            pattern = {".html": FETCHED, ".css": FETCHED_BY_STYLE, ".svg": FETCHED_BY_STYLE}.get(file.suffix)
            if pattern:
                found = pattern.search(file.read_text("utf-8"))
                self.assertIsNone(found, f"{file.relative_to(self.site)}: {found}")

    def test_code_has_contrast(self):
        styles = [next(self.site.rglob(name)).read_text("utf-8") for name in ("main.*.css", "palette.*.css", "site.css")]
        self.assertAlmostEqual(contrast({"a": "#767676", "b": "#fff"}, "a", "b"), 4.54, delta=0.01)
        for scheme in ("default", "slate"):
            selector = rf"(?::root,\[data-md-color-scheme=default\]|\[data-md-color-scheme={scheme}\])"
            blocks = re.findall(rf"(?:^|[,{{}}]|\*/)\s*{selector}\s*{{([^}}]*)", "\n".join(styles))
            variables = {"--md-hue": "225deg"}
            for block in blocks:
                variables.update(re.findall(r"(--[\w-]+):\s*([^;]*[^;\s])", block))
            names = [name for name in variables if re.fullmatch(r"--md-code-hl-(?!color)\w+-color", name)]
            self.assertGreater(len(names), 10)
            for name in ("--md-code-fg-color", *names):
                self.assertGreaterEqual(contrast(variables, name, "--md-code-bg-color"), 4.5, f"{scheme}: {name}")

    def test_patterns_find_what_is_fetched(self):
        for text in ('<script async src="//a.org/x.js">', "<link rel=icon href=https://a.org>", "<img alt='' src='http://a.org/x.png'>"):
            self.assertTrue(FETCHED.search(text), text)
        self.assertFalse(FETCHED.search('<a class="x" href="https://a.org"><b></b><img src="x.png"></a>'))
        self.assertTrue(FETCHED_BY_STYLE.search("src:url(https://a.org/x.woff2)"))

    def test_search_finds_every_page(self):
        text = (self.site / "search/search_index.json").read_text("utf-8")
        # What a page that was opened as a file reads instead.
        self.assertEqual((self.site / "search/search_index.js").read_text("utf-8"), f"var __index = {text}")
        found = {entry["location"].partition("#")[0] for entry in json.loads(text)["docs"] if entry["text"]}
        self.assertEqual(set(pages()) - found, set())

    def test_a_folder_of_something_else_stays(self):
        other = self.folder / "other"
        (other / "site").mkdir(parents=True)
        (other / "site/thesis.txt").write_text("one copy", "utf-8")
        made = make_site(ROOT, other)
        self.assertEqual(made.returncode, 1)
        self.assertIn("holds something else", made.stderr)
        self.assertTrue((other / "site/thesis.txt").is_file())

    def test_what_is_broken_is_named(self):
        root = self.folder / "planted"
        shutil.copytree(ROOT / "scripts", root / "scripts")
        shutil.copytree(ROOT / "resources/site", root / "resources/site")
        shutil.copytree(ROOT / "resources/icons", root / "resources/icons")
        (root / "docs").mkdir()
        for name in ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY"):
            (root / f"{name}.md").write_text("# Title\n", "utf-8")
        (root / "docs/README.md").write_text("# List\n\n## Part\n\n- [One](one.md)\n- [Gone](gone.md)\n- [C](../CONTRIBUTING.md)\n", "utf-8")
        (root / "docs/one.md").write_text("# One\n\n[a](two.md) [b](three.md#no) [c](../no.txt) ![d](no.png)\n", "utf-8")
        (root / "docs/three.md").write_text("# Three\n", "utf-8")
        made = make_site(root, self.folder / "of_planted")
        self.assertEqual(made.returncode, 1)
        for name in ("gone.md", "two.md", "three.md#no", "no.txt", "no.png"):
            self.assertIn(name, made.stdout + made.stderr)
        self.assertRegex(made.stdout + made.stderr, r'not included in the "nav"[^-]*\n  - docs/three\.md\nWARNING')


if __name__ == "__main__":
    if not has_generator():
        print("the generator of the site is not installed: run scripts/docs once")
        sys.exit(77)
    unittest.main()
