# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""For tests of what a page of docs promises: each quotes the sentence that it tries."""

import pathlib

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


class Promises:
    """Of a TestCase; `page` is a path in docs."""

    page = ""

    def promised(self, *sentences):
        """The page says so, wherever its lines end."""
        text = " ".join((DOCS / self.page).read_text(encoding="utf-8").split())
        for sentence in sentences:
            self.assertIn(sentence, text)
