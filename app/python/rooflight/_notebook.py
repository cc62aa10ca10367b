# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A session at the end of a notebook's cell: headline, picture, table."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Any, Dict, List, Optional

from ._numbers import duration, percentage

_ROWS = 10


def worth_reading(rows: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """The leaf layers that could save most; where nothing was judged, those that take longest.

    >>> rows = [{"path": path, "leaf": path != "b", "time_to_gain_ns": gain, "time_ns": 1.0}
    ...         for path, gain in (("a", 1.0), ("b", 9.0), ("c", 3.0), ("d", None))]
    >>> [row["path"] for row in worth_reading(rows)]
    ['c', 'a', 'd']
    """
    leaves = [row for row in rows if row["leaf"]]
    return sorted(leaves, key=lambda row: (row["time_to_gain_ns"] or 0, row.get("time_ns") or 0), reverse=True)[:_ROWS]


def _table(rows: List[Dict[str, Any]]) -> str:
    columns = {
        "layer": lambda row: row["path"] or row["type"],
        "time": lambda row: duration(row.get("time_ns")),
        "share of time": lambda row: percentage(row["time_share"]),
        "limited by": lambda row: row["bound"] or "",
        "of roof": lambda row: percentage(row["roof_fraction"]),
        "could save": lambda row: duration(row["time_to_gain_ns"]),
    }
    head = "".join(f"<th>{title}</th>" for title in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(text(row)))}</td>" for text in columns.values()) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _image(svg: str) -> str:
    """A browser that draws an image runs none of its scripts and opens no other file.

    >>> _image("<svg/>")
    '<img alt="Roofline chart" src="data:image/svg+xml;base64,PHN2Zy8+">'
    """
    data = b64encode(svg.encode("utf-8", "replace")).decode("ascii")
    return f'<img alt="Roofline chart" src="data:image/svg+xml;base64,{data}">'


def page(headline: str, picture: Optional[str], rows: List[Dict[str, Any]]) -> Optional[str]:
    """None where there is nothing to show. Names are those of the model's author: they are escaped.

    >>> page("", None, []) is None
    True
    >>> "<b>3 &lt; 4</b>" in page("3 < 4", None, [])
    True
    >>> "<title>" in page("", "<svg><title>R&D</title></svg>", [])
    False
    """
    shown = worth_reading(rows)
    parts = [f"<p><b>{escape(headline)}</b></p>" if headline else "", _image(picture) if picture else "", _table(shown) if shown else ""]
    return "\n".join(part for part in parts if part) or None
