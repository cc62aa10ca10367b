# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Prints the help of a Python program from its source: what it imports may not be installed yet.

Usage: check_help.py COMMAND FILE

COMMAND is how the program is called, by a script that gives it the programs that it tries.
"""

import argparse
import ast
import sys

GIVEN = {"--cli", "--run-model", "--programs", "--python"}


def literal(node):
    """The value, or None of what is worked out."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def help_of(command, source):
    tree = ast.parse(source)
    parser = argparse.ArgumentParser(prog=command, description=ast.get_docstring(tree), add_help=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or getattr(call.func, "attr", "") != "add_argument":
            continue
        names = [literal(name) for name in call.args]
        known = {word.arg: literal(word.value) for word in call.keywords if word.arg in ("action", "help", "metavar", "nargs", "choices")}
        if not GIVEN & set(names):
            parser.add_argument(*names, **{word: value for word, value in known.items() if value is not None})
    return parser.format_help()


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:
        print(help_of(sys.argv[1], file.read()), end="")
