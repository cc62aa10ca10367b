# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""Runs of rooflight-cli in a folder of their own, and what they leave behind."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import uuid

MARK = "ROOFLIGHT_FAULTS"


class Place:
    """A folder for outputs, cache and temporary files, and a mark that every process of a run carries."""

    def __init__(self, cli, roofs=None):
        self.cli = str(pathlib.Path(cli).resolve())
        self._folder = tempfile.TemporaryDirectory(prefix="rooflight-faults-")
        self.root = pathlib.Path(self._folder.name)
        self.cache = pathlib.Path(roofs) if roofs else self.root / "cache"
        self.temporary = self.root / "tmp"
        self.out = self.root / "out"
        for folder in (self.cache, self.temporary, self.out):
            folder.mkdir(parents=True, exist_ok=True)
        self.mark = uuid.uuid4().hex

    def environment(self):
        return {
            **os.environ,
            MARK: self.mark,
            "XDG_CACHE_HOME": str(self.cache),
            "TMPDIR": str(self.temporary),
            "OMP_NUM_THREADS": "1",
            # Of the window.
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": str(self.root / "config"),
            "XDG_DATA_HOME": str(self.root / "data"),
            "XDG_RUNTIME_DIR": str(self.root),
        }

    def start(self, *arguments, program=None, **options):
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("stdin", subprocess.DEVNULL)
        command = [*(program or [self.cli]), *map(str, arguments)]
        return subprocess.Popen(command, env=self.environment(), **options)

    def run(self, *arguments):
        process = self.start(*arguments)
        output, errors = process.communicate()
        return process.returncode, output, errors.decode(errors="replace")

    def processes(self):
        """Ids of the living processes of this place's runs."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if self.mark.encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def left_over(self, expected=()):
        """What is left that should not be: processes, temporary files, files beside the outputs."""
        deadline = time.monotonic() + 30
        while (alive := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.05)
        problems = [f"process {process} is left" for process in alive]
        for process in alive:
            os.kill(process, signal.SIGKILL)
        problems += [f"temporary file {path.name} is left" for path in self.temporary.iterdir()]
        problems += [f"{path.name} is left" for path in self.out.iterdir() if path.name not in expected]
        kept = [path for path in self.cache.rglob("*") if path.is_file()]
        problems += [f"{path.name} is left in the cache" for path in kept if path.suffix not in (".jsonl", ".lock")]
        return problems

    def jobs_of(self, process):
        """Processes that it started, and those that these started."""
        return [other for other in self.processes() if other != process]


def parent_of(process):
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def leaf_of(processes):
    """The one that started no other: it runs the model or measures the roofs."""
    parents = {parent_of(process) for process in processes}
    leaves = [process for process in processes if process not in parents]
    return leaves[-1] if leaves else None


def session_of(place, path):
    """A session as JSON; a text where it cannot be shown."""
    status, output, errors = place.run("show", path, "--json")
    try:
        return json.loads(output)  # the status is that of the request's end
    except json.JSONDecodeError:
        return f"show ends with {status}: {errors.strip()}"


def problems_of_end(status, errors, allowed):
    """Of an exit status and standard error: a documented status, and one plain sentence for a failure."""
    problems = []
    if status not in allowed:
        problems.append(f"status {status}: {errors.strip()[-300:]}")
    sentences = [line for line in errors.splitlines() if line.startswith("rooflight-cli: ")]
    if status != 0 and len(sentences) != 1:
        problems.append(f"status {status} with {len(sentences)} sentences: {errors.strip()[-300:]}")
    for word in ("terminate called", "Traceback", "core dumped", "what():"):
        if word in errors:
            problems.append(f"standard error holds {word!r}")
    return problems
