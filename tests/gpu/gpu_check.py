# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

"""What the checks on a GPU share: running the program, skipping, counting what fails."""

import json
import subprocess
import sys

SKIPPED = 77
NO_DEVICE = 5


class Report:
    def __init__(self):
        self.failures = 0

    def check(self, what, holds, text):
        print(f"{'ok  ' if holds else 'FAIL'}  {what}: {text}")
        self.failures += not holds

    def skip(self, what, why):
        print(f"skip  {what}: {why}")


def run_json(command, timeout=600, status=0):
    """The program's JSON; ends this one where there is no GPU, or the program ends with another status."""
    run = subprocess.run(command + ["--json"], capture_output=True, text=True, timeout=timeout)
    print(run.stderr, end="", file=sys.stderr)
    if run.returncode == NO_DEVICE:
        print(f"skipped: {run.stderr.strip().splitlines()[-1] if run.stderr.strip() else 'no GPU'}")
        sys.exit(SKIPPED)
    if run.returncode != status:
        print(f"FAIL  {' '.join(command)} ended with status {run.returncode}")
        sys.exit(1)
    return json.loads(run.stdout)
