# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`python -m rooflight`: the programs on models that this Python can make.

Python puts the working directory first on sys.path, and it may be a model's folder, written by others. It is taken away before
anything is imported that Python has not loaded by itself. `python -P -m rooflight` never has it there.
"""

import os
import sys


def without(places: "list[str]", folders: "list[str]") -> "list[str]":
    """sys.path without these folders, by whatever name they go.

    >>> without(["", "/", "/usr/lib/.."], ["/usr"])
    ['/']
    """
    real = {os.path.realpath(folder) for folder in folders}
    return [place for place in places if place and os.path.realpath(place) not in real]


if __name__ == "__main__":
    try:
        _here = [os.getcwd()]
    except OSError:  # it was removed
        _here = []
    sys.path[:] = without(sys.path, [*_here, *(argument for argument in sys.argv[1:] if os.path.isdir(argument))])

    from ._commands import main

    sys.exit(main(sys.argv[1:]))
