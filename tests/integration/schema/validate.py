#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Validates what Rooflight writes against docs/reference/schema.

Usage: validate.py [--requests] FILE...

A FILE holds one object of --json, or a record a line (a session file, or what `rooflight-cli serve` wrote); with
--requests a request a line; - is standard input. Prints a line a problem, and ends with status 1 if there is one.
"""

import sys

import schemas


def values_of(text):
    """Each value with its line; one object may go over several lines."""
    try:
        yield 1, schemas.read_json(text)
    except ValueError:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield number, schemas.read_json(line)


def schema_of(value, of_requests):
    if of_requests:
        return "request"
    return "object" if isinstance(value, dict) and "format" in value else "record"


def problems_of(path, validator, of_requests):
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        for number, value in values_of(text):
            if problem := validator.problem(schema_of(value, of_requests), value):
                yield f"{path}:{number}: {problem}"
    except ValueError as problem:
        yield f"{path}: {problem}"


def main(arguments):
    files = [argument for argument in arguments if argument != "--requests"]
    if not files:
        sys.exit(__doc__)
    validator = schemas.Schemas(schemas.read_schemas())
    problems = [problem for path in files for problem in problems_of(path, validator, "--requests" in arguments)]
    print("\n".join(problems) or "valid")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
