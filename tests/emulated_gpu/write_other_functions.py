#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes a source file with a function for each that LibTorch names of a library and that the emulation may lack: it
writes its name to standard error and returns the library's status for what it does not support. They are weak, so that
those that are emulated take their place.
"""

import argparse
import re
import subprocess
from pathlib import Path

HEAD = """#include <cstdio>

namespace {

int otherFunction(const char *name)
{
    std::fprintf(stderr, "The emulated GPU has no %s().\\n", name);
    return STATUS;
}

} // namespace

extern "C" {

"""


def named_functions(library):
    """Those that the library takes from others, without their versions."""
    listed = subprocess.run(["nm", "-D", "--undefined-only", library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split("@")[0] for line in listed.splitlines() if line.split()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("--names", required=True, help="a regular expression that the whole name matches")
    parser.add_argument("--status", required=True, type=int)
    parser.add_argument("libraries", nargs="+")
    options = parser.parse_args()
    names = set().union(*(named_functions(library) for library in options.libraries))
    wanted = sorted(name for name in names if re.fullmatch(options.names, name))
    functions = [f'__attribute__((weak)) int {name}()\n{{\n    return otherFunction("{name}");\n}}\n' for name in wanted]
    options.source.write_text(HEAD.replace("STATUS", str(options.status)) + "\n".join(functions) + '\n} // extern "C"\n')


if __name__ == "__main__":
    main()
