# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Runs ctest and shows a line a folder of tests, how far it is and how long it still takes.

Usage: test_report.py BUILD_FOLDER [options of ctest]

At the end: why tests were skipped, the whole output of those that failed, and what ctest itself says last. The exit status
is that of ctest; after Ctrl+C it is 130.
"""

import collections
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

RESULT = re.compile(r" *(\d+)/(\d+) Test +#\d+: (\S+) \.*( +Passed|\*\*\*.*?) +([0-9.]+) sec")
START = re.compile(r" +Start +\d+: (\S+)")
CLOSING = re.compile(r"\d+% tests passed")
QT_SKIP = re.compile(r"^SKIP +: (\w+::\w+\([^)]*\)) *(.*)$", re.M)
PYTHON_SKIP = re.compile(r"^(\w+) \(.*\)(?:\n.*)? \.\.\. skipped '(.*)'$", re.M)
WHOLE_OUTPUT = "1000000"  # bytes; ctest cuts what passed tests print after 1024
SILENCE = 60  # s without a line, where no terminal shows how far it is


def folder_of(test):
    """timing.latency is of timing, accuracy_exports of accuracy; what makes files for others stands alone."""
    return test.partition(".")[0] if "." in test else test.partition("_")[0] if test.startswith("accuracy") else test


def seconds_text(seconds):
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


def planned_tests(build, options):
    """The cost of each test that ctest would run, in seconds. Empty where it would not say."""
    shown = subprocess.run(["ctest", "--test-dir", build, *options, "--show-only=json-v1"], capture_output=True, text=True)
    with contextlib.suppress(ValueError):
        tests = json.loads(shown.stdout)["tests"]
        return {test["name"]: next((float(p["value"]) for p in test.get("properties", []) if p["name"] == "COST"), 1.0)
                for test in tests}
    return {}


class Report:
    def __init__(self, plan, out=sys.stdout):
        self.plan = plan
        self.out = out
        self.terminal = out.isatty()
        self.begun = self.spoken = time.monotonic()
        self.left = collections.Counter(map(folder_of, plan))
        self.results = {}
        self.failures = {}  # name -> lines
        self.running = {}
        self.closing = []
        self.before = []
        self.failed_last = None

    def progress(self):
        total = sum(self.plan.values())
        done = sum(self.plan.get(test, 1.0) for test in self.results)
        if not total:
            return f"{len(self.results)} tests"
        share = min(done / total, 1.0)
        passed = time.monotonic() - self.begun
        left = f", about {seconds_text(passed * (1 - share) / share)} left" if share >= 0.05 and passed >= 5 and share < 1 else ""
        return f"{100 * share:.0f} %{left}"

    def say(self, text):
        if self.terminal:
            text = "\r\033[K" + text
        print(text, file=self.out, flush=True)
        self.spoken = time.monotonic()

    def show(self):
        """How far it is: in place on a terminal, else after a long silence."""
        if self.terminal:
            text = f"{self.progress()}: {', '.join(self.running)}"
            print("\r\033[K" + text[:shutil.get_terminal_size().columns - 1], end="", file=self.out, flush=True)
        elif time.monotonic() - self.spoken >= SILENCE:
            self.say(f"  {self.progress()}")

    def read(self, line):
        line = line.rstrip("\n")
        if self.closing or CLOSING.match(line):
            self.closing.append(line)
        elif result := RESULT.match(line):
            self.finish(result[3], result[4].strip(" *"), float(result[5]))
            self.show()
        elif start := START.match(line):
            self.failed_last = None
            self.running[start[1]] = True
            self.show()
        elif self.failed_last:
            self.failures[self.failed_last].append(line)
        elif not self.results:
            self.before.append(line)

    def finish(self, test, status, seconds):
        self.running.pop(test, None)
        self.results[test] = (status, seconds)
        self.failed_last = None
        if status != "Passed" and not status.startswith(("Skipped", "Not Run (Disabled)")):
            self.failed_last = test
            self.failures[test] = [f"== {test}: {status} after {seconds:.1f} s"]
            self.say(f"FAILED {test} ({status})")
        folder = folder_of(test)
        self.left[folder] -= 1
        if self.left[folder] == 0:
            self.say(self.line_of(folder))

    def line_of(self, folder):
        here = {test: result for test, result in self.results.items() if folder_of(test) == folder}
        kinds = collections.Counter(
            "FAILED" if test in self.failures else "passed" if status == "Passed" else "skipped"
            for test, (status, _) in here.items())
        counts = ", ".join(f"{kinds[kind]} {kind}" for kind in ("passed", "skipped", "FAILED") if kinds[kind])
        return f"{folder:<22} {counts:<28} {sum(s for _, s in here.values()):6.1f} s   ({self.progress()})"

    def say_skipped(self, junit):
        """Each reason once, with the tests, or the functions in a test, that were skipped for it."""
        skipped = skipped_tests(junit)
        if skipped:
            self.say(f"\nSkipped: {sum(map(len, skipped.values()))}")
        for reason, names in sorted(skipped.items()):
            shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            self.say(f"  {reason}\n    {shown}")

    def say_end(self, junit, used=None):
        if self.terminal:
            print("\r\033[K", end="", file=self.out)
        if not self.results:
            self.say("\n".join(self.before))
        if junit:
            self.say_skipped(junit)
        for lines in self.failures.values():
            self.say("\n" + "\n".join(lines).rstrip())
        if used is not None:
            self.say(f"\nProcessor time: {used:.0f} s")
        if self.closing:
            self.say("\n" + "\n".join(self.closing).rstrip())


def skipped_tests(junit):
    """Of a report of ctest: reason -> names."""
    skipped = collections.defaultdict(list)
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        if case.get("status") == "notrun" or case.find("skipped") is not None:
            lines = [line.strip() for line in output.splitlines() if line.strip()]
            said = [line for line in lines if line.lower().startswith("skipped")] or lines[-1:]
            reason = re.sub(r"^skipped:? *", "", said[-1], flags=re.I) if said else "no reason was said"
            skipped[reason].append(case.get("name"))
        for function, reason in QT_SKIP.findall(output) + PYTHON_SKIP.findall(output):
            skipped[reason or "no reason was said"].append(f"{case.get('name')} {function}")
    return dict(skipped)


def interrupt(number, _):
    raise KeyboardInterrupt(number)


def main(build, options):
    signal.signal(signal.SIGTERM, interrupt)
    # Where it is ignored, as below some services, no status of a child is known.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    report = Report(planned_tests(build, options))
    with tempfile.TemporaryDirectory() as folder:
        junit = os.path.join(folder, "tests.xml")
        ctest = subprocess.Popen(
            ["ctest", "--test-dir", build, "--output-on-failure", "--output-junit", junit,
             "--test-output-size-passed", WHOLE_OUTPUT, "--test-output-size-failed", WHOLE_OUTPUT, *options],
            stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
        try:
            for line in ctest.stdout:
                report.read(line)
            status = ctest.wait()
        except KeyboardInterrupt:
            # The terminal has sent it to ctest and its tests too; a second one does no harm.
            with contextlib.suppress(ProcessLookupError):
                ctest.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                ctest.wait(timeout=10)
            ctest.kill()
            report.say_end(None)
            report.say(f"Interrupted after {len(report.results)} of {len(report.plan)} tests.")
            return 130
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        report.say_end(junit if os.path.exists(junit) else None, used.ru_utime + used.ru_stime)
    return status


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
