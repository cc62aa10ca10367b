# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Leaves the folders of the machine out of what a TorchScript file says of its sources."""

import re
import struct
import zipfile


def without_folders(debug):
    """What a file says of its sources. Positions in it are counted in bytes: a name keeps its length."""
    folder = rb"(?:/[^\x00-\x20:/]+)+/+(?=site-packages/|tests/|resources/)"
    return re.sub(folder, lambda found: b".".ljust(len(found[0]), b"/"), debug)


class Stream:
    """A file that cannot be sought: sizes stand behind each content, as where PyTorch writes."""

    def __init__(self, file):
        self.write, self.flush = file.write, file.flush


def clean(path):
    """Writes an archive again as PyTorch does, each content at a multiple of 64 bytes, without folders of the machine."""
    with zipfile.ZipFile(path) as archive:
        records = [(info, archive.read(info)) for info in archive.infolist()]
    with open(path, "wb") as file, zipfile.ZipFile(Stream(file), "w") as archive:
        for info, content in records:
            padding = -(archive.start_dir + 30 + len(info.filename) + 4) % 64
            info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
            archive.writestr(info, without_folders(content) if info.filename.endswith(".debug_pkl") else content)
