#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Measures the roofs of this machine once, for the tests that need some and do not test their measurement.

Usage: measure_roofs.py ROOFLIGHT_CLI CACHE

CACHE is what XDG_CACHE_HOME names. The roofs are made steady, as those that were disturbed would be measured again.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys


def settle(cache):
    for path in pathlib.Path(cache).glob("rooflight/peaks/*.jsonl"):
        record = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        for roof in record["roofs"]:
            roof.update(flags=[], interval=[roof["value"], roof["value"]])
        line = json.dumps(record) + "\n"
        path.write_text(line + hashlib.sha256(line.encode()).hexdigest() + "\n", encoding="utf-8")


def main(cli, cache):
    os.makedirs(cache, exist_ok=True)
    subprocess.run([cli, "peaks", "--effort", "quick", "--quiet"], check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {"XDG_CACHE_HOME": cache})
    settle(cache)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
