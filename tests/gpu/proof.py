# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What the checks on a GPU share: the program under test, its answers, the table of what holds."""

import json
import os
import subprocess
import time
import traceback
from pathlib import Path

SHORTEST_SECONDS = 10


class Missing(Exception):
    """What a check needs is not there: it is skipped."""


class TimeOver(Missing):
    """The proof has no time left for another answer."""

    def __init__(self):
        super().__init__("the time is over")


class Failed(RuntimeError):
    """The program ended with another status than the wanted one."""

    def __init__(self, line, status, message):
        super().__init__(f"{' '.join(line)} ended with status {status}: {message}")
        self.status = status
        self.message = message


class Report:
    """Rows of (result, check, text), printed and written to a file as they come: who is ended early leaves them."""

    def __init__(self, path):
        self.rows = []
        self.path = Path(path)
        self.path.write_text("")

    def _add(self, result, what, text):
        self.rows.append((result, what, text))
        line = f"{result:5} {what}: {text}"
        print(line, flush=True)
        with self.path.open("a") as file:
            file.write(line + "\n")

    def check(self, what, holds, text):
        self._add("ok" if holds else "FAIL", what, text)

    def skip(self, what, why):
        self._add("skip", what, why)

    def note(self, what, text):
        self._add("info", what, text)

    @property
    def failures(self):
        return sum(result == "FAIL" for result, _, _ in self.rows)


class Program:
    """rooflight-cli on one device. Every answer is kept in the output folder."""

    def __init__(self, cli, device, out, libraries, unconfined=False):
        self.cli = str(cli)
        self.device = device
        self.unconfined = unconfined
        self.out = Path(out)
        self.end = float("inf")  # of the whole proof
        self.said = ""  # what the last command wrote beside its answer
        self.environment = os.environ | {"XDG_CACHE_HOME": str(self.out / "cache")}
        if libraries:
            self.environment["LD_LIBRARY_PATH"] = ":".join(map(str, libraries))
        self._count = 0

    @property
    def kind(self):
        return self.device.split(":")[0]

    def seconds(self, longest):
        """How long a command may take: no longer than the proof."""
        return max(SHORTEST_SECONDS, min(longest, self.end - time.monotonic()))

    def json(self, command, *arguments, status=0, timeout=180):
        """The answer to a command with --json. Raises TimeOver, and Failed where the status is another one."""
        if time.monotonic() >= self.end:
            raise TimeOver
        line = [self.cli, command, *map(str, arguments), "--device", self.device, "--json"]
        if self.unconfined and command != "peaks":  # which opens no model
            line.append("--unconfined")
        try:
            done = subprocess.run(line, env=self.environment, capture_output=True, text=True,
                                  timeout=self.seconds(timeout), check=False)
        except subprocess.TimeoutExpired:
            if time.monotonic() >= self.end:
                raise TimeOver from None
            raise
        self._count += 1
        self.said = done.stderr
        (self.out / f"{self._count:02}_{command}.json").write_text(done.stdout)
        error = done.stderr.strip().splitlines()
        if done.returncode != status:
            raise Failed(line[1:], done.returncode, error[-1] if error else "")
        return json.loads(done.stdout)


class Proof:
    """Everything that a check is given."""

    def __init__(self, program, report, models, seconds):
        self.program = program
        self.report = report
        self.models = Path(models)
        self.end = time.monotonic() + seconds
        program.end = self.end

    def model(self, name):
        path = self.models / f"{name}.pt"
        if not path.exists():
            raise Missing(f"there is no model {name}")
        return path

    def run(self, checks):
        """Each check, whatever happened in those before, until the time is over."""
        for check in checks:
            name = check.__name__.removeprefix("check_").replace("_", " ")
            if time.monotonic() >= self.end:
                self.report.skip(name, str(TimeOver()))
                continue
            start = time.monotonic()
            self.attempt(name, check, self)
            self.report.note(name, f"{time.monotonic() - start:.0f} s")

    def attempt(self, name, check, *arguments):
        """One of several checks: what it lacks is skipped, and whatever else it raises is a failure, not the end."""
        try:
            check(*arguments)
        except Missing as reason:
            self.report.skip(name, str(reason))
        except Exception as error:
            self.report.check(name, False, f"{type(error).__name__}: {error}")
            traceback.print_exc()


def median(block):
    return block["statistics"]["median_ns"]
