# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""architecture_check.py length|links|architecture|homes|moments|sessions|words: what holds for the files of the repository as a whole."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_LINES = 500
SHORT_LINES = 60
MAX_SHORT_HEADERS = 295
SOURCE_ENDINGS = {".cpp", ".h", ".cu", ".cuh", ".py", ".sh", ".cmake"}


def tracked_files():
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [pathlib.PurePosixPath(name) for name in names.stdout.splitlines() if (ROOT / name).is_file()]


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def length():
    """Both ends: no file is too long, and headers of a few lines do not become more."""
    short = 0
    for path in tracked_files():
        if path.suffix in SOURCE_ENDINGS:
            lines = text_of(path).count("\n")
            short += path.suffix == ".h" and path.parts[0] in ("core", "ui", "app") and lines < SHORT_LINES
            if lines > MAX_LINES:
                yield f"{path}: {lines} lines, at most {MAX_LINES}"
    if short > MAX_SHORT_HEADERS:
        yield f"{short} headers below {SHORT_LINES} lines, at most {MAX_SHORT_HEADERS}: let one with a single client join it"


def without_code(text):
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """The names that a page's headings can be linked by, as GitHub makes them."""
    found = set(re.findall(r'<a (?:name|id)="([^"]+)"', text))
    seen = {}
    for title in re.findall(r"^#{1,6} +(.*?) *#*$", re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S), flags=re.M):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found


def links():
    pages = [path for path in tracked_files() if path.suffix == ".md"]
    for page in pages:
        for target in re.findall(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)", without_code(text_of(page))):
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (ROOT / page).parent / name if name else ROOT / page
            if not file.exists():
                yield f"{page}: {target} is not there"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
                yield f"{page}: {target} names no heading"


def architecture():
    """The table of folders in docs/development/architecture.md against the folders with sources."""
    page = "docs/development/architecture.md"
    section = text_of(page).split("\n## Folders\n", 1)[1].split("\n## ", 1)[0]
    named = {}
    for first_cell in re.findall(r"^\| *(`.*?) *\|", section, flags=re.M):
        for name in re.findall(r"`([^`]+)`", first_cell):
            named[name.rstrip("/")] = named.get(name.rstrip("/"), 0) + 1
    present = set()
    for path in tracked_files():
        if path.parts[:2] == ("core", "results"):
            present.add("core/results")  # each kind has a folder
        elif path.parts[0] in ("core", "ui") and path.suffix in SOURCE_ENDINGS:
            present.add(str(path.parent))
        elif len(path.parts) > 1 and not path.parts[0].startswith(".") and path.parts[0] != "LICENSES":
            present.add(path.parts[0])
    for name in sorted(present - named.keys() - {"core", "ui"}):
        yield f"{page}: the table of folders lacks {name}"
    for name, count in sorted(named.items()):
        if not (ROOT / name).is_dir():
            yield f"{page}: the table of folders names {name}, which is not there"
        elif count > 1:
            yield f"{page}: the table of folders names {name} twice"


# How a second home of a figure of docs/development/architecture.md looks, and where such code belongs. Of a flag pair in
# either order; a note in a header that lists flags is none.
SECOND_HOMES = {
    "ridge": (
        r"(?:\.|->)value\s*/\s*[\w.>\[\]*()-]*memory[\w.>\[\]*()-]*(?:\.|->)value\b|\bcompute\w*\s*/\s*(?:memory|bandwidth)\w*",
        {"core/roofline/ridge.h"},
    ),
    "ranking": (
        r"sort\w*\((?:[^;]|\n){0,200}?\b(?:gainNs|timeToGainNs)\b",
        {
            "core/roofline/explained_items.cpp",  # behind the ranking, where nothing is ranked
            "core/roofline/model_answer.cpp",
            "core/roofline/model_summary.cpp",
        },
    ),
    "time of an item": (
        r"(?<!: )(?<!\.)\b(?:timeShare|onBareBase)\(\w|[tT]imeNs\s*/\s*\*?[\w.>-]*instrumentedNs",
        {"core/roofline/bare_runs.cpp", "core/roofline/bare_runs.h", "core/roofline/item_times.cpp"},
    ),
    "limit": (
        r"\?\s*Bound::(?:Compute|Bandwidth|Balanced)\b|std::max\(\{? ?(?:\w+\.)?arithmeticNs",
        {
            "core/roofline/fusion.cpp",  # of operators that are not one
            "core/roofline/roof_times.cpp",
            "core/roofline/verdict.cpp",
            "ui/charts/roofline/content/roofline_content.cpp",  # which zone a place lies in
        },
    ),
    "disturbed": (
        r"SampleFlag::OtherLoad\b(?:[^;]|\n){0,160}?SampleFlag::(?:Throttled|VeryNoisy|Hot)\b"
        r"|SampleFlag::(?:Throttled|VeryNoisy|Hot)\b(?:[^;]|\n){0,160}?SampleFlag::OtherLoad\b"
        r'|^[^/\n]*"other_load"(?:[^;]|\n){0,160}?"(?:throttled|very_noisy|hot)"'
        r'|^[^/\n]*"(?:throttled|very_noisy|hot)"(?:[^;]|\n){0,160}?"other_load"',
        {
            "app/python/rooflight/_tokens.py",  # by the names in the JSON of latency
            "core/model/disturbing_flags.cpp",
            "core/model/samples.h",
        },
    ),
}


def homes():
    """The functions of the table of figures, each where the table says; and nothing that looks like a second one."""
    page = "docs/development/architecture.md"
    section = text_of(page).split("\n## Where one figure lives\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| *([^|`]+?) *\| *`(\w+(?:::\w+)?)` *\| *`([^`]+)` *\|", section, flags=re.M)
    for figure, name, file in rows:
        text = text_of(file) if (ROOT / file).is_file() else ""
        if not all(re.search(rf"\b(?:struct|class) {part}\b|\b{part}\(", text) for part in name.split("::")):
            yield f"{page}: {figure} is said to come from {name} of {file}, where it is not"
    for figure in SECOND_HOMES.keys() - {figure for figure, _, _ in rows}:
        yield f"{page}: the table of figures lacks {figure}"
    for path in tracked_files():
        is_source = path.suffix in (".cpp", ".h", ".py") and path.parts[0] in ("core", "ui", "app")
        if not is_source and not (path.suffix == ".js" and path.parts[0] == "resources"):
            continue
        text = text_of(path)
        for figure, (pattern, own) in SECOND_HOMES.items():
            for found in () if str(path) in own else re.finditer(pattern, text, flags=re.M):
                number = text.count("\n", 0, found.start()) + 1
                yield f"{path}:{number}: a second home of the {figure}: see the table of figures in {page}"


def moments():
    """A time point that is zero is the moment of boot, not "never": std::optional says what has not happened."""
    for path in tracked_files():
        if path.suffix in (".h", ".cpp", ".cu"):
            for number, line in enumerate(text_of(path).splitlines(), 1):
                if re.search(r"\btime_point \w+ *(\{ *\}|= *\{ *\});", line):
                    yield f"{path}:{number}: a time point begins as the moment of boot; use std::optional"


def sessions():
    """What the window keeps of a session is a value, which shares its parts: the session that a pointer or a reference
    points into may be replaced at any moment. A file of ui keeps no pointer or reference to a session, and a header of
    ui none to a result in one."""
    held = re.findall(r"^    RESULT\((\w+), ", text_of("core/results/session.h"), flags=re.M)
    for path in tracked_files():
        if path.parts[0] != "ui" or path.suffix not in (".h", ".cpp"):
            continue
        types = {"Session", "JudgedSession", "SessionView"} | (set(held) if path.suffix == ".h" else set())
        member = re.compile(rf"^[^()]*\b({'|'.join(sorted(types))})(?: const)?\s*[*&][\s*&]*(?:const )?m_\w+", re.M)
        text = text_of(path)
        for found in member.finditer(text):
            number = text.count("\n", 0, found.end()) + 1
            yield f"{path}:{number}: a member points to a {found.group(1)} that may be replaced; keep it by value"


# What docs/reference/terms.md has another term for, in texts, comments and names: the pattern, and what to write instead.
WORDS = (
    (r"stranger", "untrusted, unknown"),
    (r"contender", "variant, benchmark process"),
    (r"neighbou?r", "background load, adjacent"),
    (r"nobody", "say who does not"),
    (r"(?<![a-z])house(?![a-z])|House(?![a-z])", "architecture, project"),
    (r"mostCount|\bmost_count\b", "maximumSamples"),
    (r"\b(?:m_)?patience\b", "timeout"),
    (r"\bun?watched(?!_(?:median|interval)_ns)", "bare"),
    (r"\bmemory in reach\b|\bin reach\b", "available"),
    (r"\bfold(?:s|ed|ing)? equal", "collapse equal"),
    (r"\bthere at best\b", "data-sheet time"),
    (r"\b(?:would[\s>]+make|makes)[\s>]+it[\s>]+\d+(?:\.\d+)? [nµm]?s\b", "With NAME at its roof: TIME"),
    (r"\blets? go of\b", "clears, releases"),
    (r"\bmend(?:s|ed|ing)?\b", "repair, fix"),
    (r"\bsayThat", "add"),
    (r"\byour own word\b", "means that you trust"),
    (r"\bas if there were as many\b", "scaled to the same total"),
    (r"\bat most each\b", "the upper bound for each"),
    (r"\bpays? itself\b|\bis spared\b|\bcould be spared\b", "avoid"),
)
# Where such a word is right: the file, the word, and why.
ALLOWED_WORDS = (
    ("CHANGELOG.md", "would make it 9", "quotes the headline that was reworded"),
    ("CHANGELOG.md", "Fold Equal", "quotes the old name of a command"),
    ("CHANGELOG.md", "There at best", "quotes the old name of a column"),
    ("ui/charts/graph/graph_layout.cpp", "neighbour", "adjacent nodes, as the papers on layered graphs call them"),
    ("ui/charts/graph/graph_view.h", "neighbour", "the same"),
    ("tests/core/matrix/engine_test.cpp", "nobody", "the account of that name"),
)


def words():
    """Texts, comments and names keep to the terms of docs/reference/terms.md."""
    endings = SOURCE_ENDINGS | {".md", ".txt", ".js", ".in", ""}
    places = ("core", "ui", "app", "tests", "scripts", "resources", "docs", ".ci", ".github")
    any_word = re.compile("|".join(pattern for pattern, _ in WORDS), re.I)
    own = ("scripts/lib/architecture_check.py", "tests/scripts/test_architecture_check.py", "docs/reference/terms.md")
    for path in tracked_files():
        is_read = len(path.parts) == 1 and path.suffix == ".md" or path.parts[0] in places and path.suffix in endings
        if not is_read or str(path) in own or "corpus" in path.parts:
            continue
        text = text_of(path)
        for pattern, instead in WORDS if any_word.search(text) else ():
            for found in re.finditer(pattern, text, flags=0 if "House" in pattern else re.I):
                word = " ".join(found.group(0).split())
                if any(str(path) == file and word.lower().startswith(allowed.lower()) for file, allowed, _ in ALLOWED_WORDS):
                    continue
                yield f"{path}:{text.count(chr(10), 0, found.start()) + 1}: \"{word}\": write {instead}"


def main():
    checks = (length, links, architecture, homes, moments, sessions, words)
    problems = list({each.__name__: each for each in checks}[sys.argv[1]]())
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main())
