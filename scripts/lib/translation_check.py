# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""translation_check.py OURS UPDATED: every text of the window has its translation, and no other is kept.

UPDATED is what lupdate makes of OURS and the sources.
"""

import sys
import xml.etree.ElementTree as xml


def messages(path):
    """(context, source, comment) -> the translation element."""
    found = {}
    for context in xml.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            key = (context.findtext("name"), message.findtext("source") or "", message.findtext("comment") or "")
            found[key] = message.find("translation")
    return found


def is_empty(translation):
    forms = list(translation.iter("numerusform"))
    return any(not (part.text or "").strip() for part in forms or [translation])


def main():
    ours, updated = messages(sys.argv[1]), messages(sys.argv[2])
    problems = [f"not in the translation: {key}" for key in updated if key not in ours]
    problems += [f"in no source: {key}" for key in ours if key not in updated]
    for key, translation in ours.items():
        if translation is None or translation.get("type") or is_empty(translation):
            problems.append(f"{'not translated' if translation is None else translation.get('type') or 'empty'}: {key}")
    for problem in problems:
        print(f"{sys.argv[1]}: {problem}")
    return 1 if problems else 0


sys.exit(main())
