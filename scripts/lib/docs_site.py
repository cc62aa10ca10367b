# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""docs_site.py ROOT STAGE SITE: what the generator of the documentation reads.

STAGE gets mkdocs.yml and a folder of links to the pages, each where it lies in the repository, so that the links between
them hold, and to the other files that they link to: pictures, schemas, sources. The site is built into SITE. The pages
stand in the order of docs/README.md; the generator refuses a page of docs that this order lacks.
"""

import json
import os
import pathlib
import re
import shutil
import sys

TOP_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LIST = "docs/README.md"
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.M | re.S)
LINK = re.compile(r"\]\(<?([^)\s>#]+)[^)]*\)")


def pages_of(root):
    return [root / name for name in TOP_PAGES] + sorted((root / "docs").rglob("*.md"))


def with_linked(root, pages):
    """These pages and every file of the repository that they link to; of a page among those, what it links to as well."""
    files = list(pages)
    for page in files:
        for target in LINK.findall(CODE.sub("", page.read_text("utf-8"))) if page.suffix == ".md" else ():
            file = (page.parent / target).resolve()
            if ":" not in target and file.is_file() and file.is_relative_to(root) and file not in files:
                files.append(file)
    return files


def order_of(root):
    """The sections of docs/README.md with their links, and a first one for the pages above docs."""
    sections = []
    for line in (root / LIST).read_text("utf-8").splitlines():
        if title := re.match(r"## (.+)", line):
            sections.append({title[1]: []})
        elif entry := re.match(r"- \[(.+?)\]\((.+?)\)", line):
            page = os.path.normpath(f"docs/{entry[2]}")
            next(iter(sections[-1].values())).append({entry[1].replace("`", ""): page})
    start = {"Rooflight": "README.md", "All pages": LIST, "Changes": "CHANGELOG.md", "Security policy": "SECURITY.md"}
    return [{"Start": [{title: page} for title, page in start.items()]}, *sections]


def stage(root, folder, site):
    shutil.rmtree(folder, ignore_errors=True)
    own = root / "resources" / "site"
    pages = pages_of(root)
    files = with_linked(root, pages)
    placed = {file.relative_to(root): file for file in files}
    placed |= {pathlib.Path("site", name): own / name for name in ("site.css", "iframe-worker.js")}
    placed[pathlib.Path("site/logo.svg")] = root / "resources/icons/org.rooflight.Rooflight.svg"
    for name, file in placed.items():
        (folder / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pages" / name).symlink_to(file)
    # A value of JSON is one of YAML.
    elsewhere = "\n".join(f"/{file.relative_to(root)}" for file in files[len(pages):] if file.suffix == ".md")
    added = {"docs_dir": str(folder / "pages"), "site_dir": str(site), "nav": order_of(root), "not_in_nav": elsewhere}
    added["watch"] = [str(root / name) for name in (*TOP_PAGES, "docs")]
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in added.items()]
    (folder / "mkdocs.yml").write_text((own / "mkdocs.yml").read_text("utf-8") + "".join(lines), "utf-8")


if __name__ == "__main__":
    stage(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:4]))
