#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Runs several of the checks of this folder in one Python, as importing torch takes longer than the smaller ones.

Usage: checks.py CHECK.py [OPTION]... [+ CHECK.py [OPTION]...]...

The exit status is that of the first check that does not end with 0; the others run all the same.
"""

import gc
import os
import runpy
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


def split(words, separator="+"):
    commands = [[]]
    for word in words:
        if word == separator:
            commands.append([])
        else:
            commands[-1].append(word)
    return commands


def run(script, *options):
    """The exit status of a check."""
    print(f"== {script} {' '.join(options)}", flush=True)
    sys.argv = [os.path.join(FOLDER, script), *options]
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        return end.code or 0
    return 0


def main():
    gc.disable()  # the cycles that checks leave are few, and looking for them takes a tenth of their time
    commands = split(sys.argv[1:])
    return next((status for status in [run(*command) for command in commands] if status), 0)


if __name__ == "__main__":
    sys.exit(main())
