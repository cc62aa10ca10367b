# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""The code blocks of the documentation, in order."""

import dataclasses
import pathlib
import re

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# (\S+\.(?:toml|txt))\n")
COMMAND = re.compile(r"(?:rooflight|rooflight-cli|scripts/\w+|cmake|pip|for|apt|\() ?")


@dataclasses.dataclass
class Block:
    page: str
    language: str  # as the fence names it; "": commands of a shell, a file, or what a program prints
    text: str

    @property
    def file(self):
        """Its name, where the block is a file that its first line names."""
        named = FILE_NAME.match(self.text)
        return named.group(1) if named else None

    @property
    def is_python(self):
        return self.language == "python"

    @property
    def is_shell(self):
        return not self.language and not self.file and COMMAND.match(self.text) is not None


def blocks_of(path: pathlib.Path, page: str):
    return [Block(page, language, text) for _, language, text in FENCE.findall(path.read_text("utf-8"))]


def all_blocks(root: pathlib.Path):
    pages = [root / "README.md", *sorted((root / "docs/how").glob("*.md"))]
    return [block for page in pages for block in blocks_of(page, page.relative_to(root).as_posix())]
