# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What others wrote: their words on the way to a terminal or a notebook, their JSON, and a model's config.json."""

from __future__ import annotations

import json
import os
import re
import stat
from typing import Any, Dict, Iterator, Tuple, Union

Path = Union[str, "os.PathLike[str]"]

# What steers a terminal or the order of what is shown: C0 but tab and line feed, DEL, C1, bidirectional controls, separators of
# lines and paragraphs, tags, halves of characters. As core/base/foreign_text.h has it.
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]")


def harmless(text: Any) -> str:
    """The text without what steers a terminal.

    >>> harmless("a\\x1b[2Jb\\u202ec\\n")
    'a�[2Jb�c\\n'
    """
    return _HARMFUL.sub("\ufffd", str(text))


def one_line(text: Any) -> str:
    """The same in one line.

    >>> one_line("a\\tb\\nc")
    'a b c'
    """
    return " ".join(harmless(text).split())


def _text_of(reason: BaseException) -> str:
    """What an exception says; with its name where that is only a word, such as the key that is missing."""
    said, name = str(reason).strip(), type(reason).__name__
    return said if len(said.split()) > 1 else f"{name}: {said}" if said else name


def first_line(reason: BaseException) -> str:
    """What an exception says, or its name.

    >>> first_line(ValueError("no.\\nmore")), first_line(ValueError()), first_line(KeyError(2))
    ('no.', 'ValueError', 'KeyError: 2')
    """
    return harmless(_text_of(reason).splitlines()[0])


_MOST_OF_REASON = 240


def all_lines(reason: BaseException) -> str:
    """What an exception says in one line, without a full stop at its end, and cut where it lists too much.

    >>> all_lines(ValueError("it is:\\n  no.")), len(all_lines(ValueError("ab " * 1000)))
    ('it is: no', 242)
    """
    said = one_line(_text_of(reason)).rstrip(".")
    return said if len(said) <= _MOST_OF_REASON else said[:_MOST_OF_REASON].rstrip() + "..."


def harmless_values(value: Any) -> Any:
    """The same of all texts in what JSON holds.

    >>> harmless_values({"a\\x1b": ["b\\x07", 1]})
    {'a�': ['b�', 1]}
    """
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list):
        return [harmless_values(one) for one in value]
    if isinstance(value, dict):
        return {harmless(key): harmless_values(one) for key, one in value.items()}
    return value


# What JSON must hold for a text in it to be harmful: an escape, or the character itself.
_SUSPECT = re.compile(r"\\[bfru]|" + _HARMFUL.pattern)


class TooDeep(ValueError):
    """JSON in which lists lie in lists more often than a reader follows."""


def parse_json(text: str) -> Any:
    """Raises ValueError, and TooDeep.

    >>> parse_json("[" * 100000)
    Traceback (most recent call last):
        ...
    rooflight._foreign.TooDeep: it is nested too deeply
    >>> parse_json('["\\\\u001b"]')
    ['�']
    """
    try:
        found = json.loads(text)
        return harmless_values(found) if _SUSPECT.search(text) else found
    except RecursionError:
        raise TooDeep("it is nested too deeply") from None


def read_bounded(path: Path, most: int) -> bytes:
    """Raises OSError, and ValueError for what is no file or a larger one."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is not a regular file")
        found = file.read(most + 1)
    if len(found) > most:
        raise ValueError(f"it is larger than {most // 2**20} MiB")
    return found


_MOST_OF_CONFIG = 16 * 2**20
_MOST_BLOCKS = 10_000  # or classes with a name
_COUNT_OF_BLOCKS = re.compile(r"layers?$|blocks?$|^depths?$|^n_layer|^num_labels$")
# Keys that name code, files or servers. What a model computes does not depend on them.
_LEFT_OUT = {
    "auto_map", "custom_pipelines", "configuration_files", "_name_or_path", "name_or_path", "_commit_hash", "checkpoint_path",
    "pretrained", "pretrained_cfg", "pretrained_cfg_overlay", "pretrained_backbone", "use_pretrained_backbone", "cache_dir",
    "attn_implementation", "_attn_implementation", "_attn_implementation_internal", "_attn_implementation_autoset",
    "experts_implementation", "_experts_implementation", "_experts_implementation_internal", "use_kernels",
}


def _each(value: Any) -> Iterator[Tuple[str, Any]]:
    """Keys and values of a dict, and of those in it."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield key, one
            yield from _each(one)
    elif isinstance(value, list):
        for one in value:
            yield from _each(one)


def _without_left_out(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_left_out(one) for key, one in value.items() if key not in _LEFT_OUT}
    return [_without_left_out(one) for one in value] if isinstance(value, list) else value


def read_config(folder: str) -> Tuple[Dict[str, Any], bool]:
    """What config.json says but for keys that name code or files, and whether it names code. Raises ValueError with a sentence."""
    path = os.path.join(folder, "config.json")
    try:
        stated = parse_json(read_bounded(path, _MOST_OF_CONFIG).decode("utf-8"))
        if not isinstance(stated, dict):
            raise ValueError("it is not a JSON object")
        for key, value in _each(stated):
            counts = [one for one in (value if isinstance(value, list) else [value]) if type(one) is int]
            if _COUNT_OF_BLOCKS.search(key) and max(counts, default=0) > _MOST_BLOCKS:
                raise ValueError(f"{one_line(key)} is {str(max(counts))[:20]}, and more than {_MOST_BLOCKS:,} are not made")
        return _without_left_out(stated), any(key == "auto_map" and value for key, value in _each(stated))
    except (OSError, ValueError, RecursionError) as reason:
        raise ValueError(f"{path} cannot be read: {_reason(reason)}.") from None


def _reason(reason: BaseException) -> str:
    """Without the path, which the sentence has."""
    if isinstance(reason, RecursionError):
        return "it is nested too deeply"
    return reason.strerror or str(reason) if isinstance(reason, OSError) else all_lines(reason)
