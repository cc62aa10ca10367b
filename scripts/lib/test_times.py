# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Measures the processor time of tests, each alone, and writes them into the table of times.

Usage: test_times.py BUILD_FOLDER TABLE [options of ctest]

The options choose tests; the others keep the times that the table has, unless there is no such test any more. On a build
whose fixtures were made. Prints a line a test.
"""

import json
import os
import signal
import subprocess
import sys
import time


def tests_of(build, options):
    shown = subprocess.run(["ctest", "--test-dir", build, *options, "--show-only=json-v1"], capture_output=True, text=True,
                           check=True)
    return [test for test in json.loads(shown.stdout)["tests"] if test.get("command")]


def measure(test):
    """Milliseconds of the test and of all that it waited for, and whether it passed or was skipped."""
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    environment = os.environ | dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
    process = subprocess.Popen(test["command"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               cwd=properties.get("WORKING_DIRECTORY"), env=environment, start_new_session=True)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    passed = process.returncode in (0, properties.get("SKIP_RETURN_CODE", 0))
    return round(1000 * (used.ru_utime + used.ru_stime)), passed


def read(table):
    with open(table, encoding="utf-8") as file:
        lines = file.read().splitlines()
    header = [line for line in lines if line.startswith("#")]
    return header, {name: int(time) for time, name in (line.split() for line in lines if line and line not in header)}


def main(build, table, options):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where it is ignored, no times of a child are known
    header, times = read(table)
    known = {test["name"] for test in tests_of(build, [])}
    times = {name: time for name, time in times.items() if name in known}
    for test in tests_of(build, options):
        begun = time.monotonic()
        milliseconds, passed = measure(test)
        print(f"{milliseconds:7} ms in {time.monotonic() - begun:6.1f} s  {test['name']}{'' if passed else '  FAILED'}", flush=True)
        if passed:
            times[test["name"]] = max(milliseconds, 1)
    with open(table + ".part", "w", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in [*header, *(f"{times[name]:6} {name}" for name in sorted(times))]))
    os.replace(table + ".part", table)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
