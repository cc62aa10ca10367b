# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What a model keeps from one token to the next, whatever its class: keys and values, states of convolutions and recurrences."""

from __future__ import annotations

import collections
from typing import Any, Dict, List, NamedTuple


class _Slot(NamedTuple):
    number: int


class _Object(NamedTuple):
    kind: Any
    values: Dict[str, Any]


class _Items(NamedTuple):
    """Of a list, a tuple, or a dict, whose keys go beside them."""

    kind: Any
    keys: Any
    items: List[Any]


class State:
    """A state as a list of tensors, and the objects that hold them, without them. Objects of classes of transformers are taken
    apart; configurations, modules and whatever else stay what they are.

    >>> import torch
    >>> one = torch.ones(2)
    >>> state = State([one, {"again": one, "number": 3}])
    >>> len(state.tensors), state.filled([torch.zeros(2)])
    (1, [tensor([0., 0.]), {'again': tensor([0., 0.]), 'number': 3}])
    """

    def __init__(self, value: Any) -> None:
        self.tensors: List[Any] = []
        self._slots: Dict[int, _Slot] = {}
        self._objects: Dict[int, Any] = {}
        self._whole = self._taken_apart(value)

    def filled(self, tensors: List[Any]) -> Any:
        """The same objects anew, with these tensors."""
        return _put_together(self._whole, tensors, {})

    def _taken_apart(self, value: Any) -> Any:
        import torch

        if isinstance(value, torch.Tensor):
            if id(value) not in self._slots:
                self._slots[id(value)] = _Slot(len(self.tensors))
                self.tensors.append(value)
            return self._slots[id(value)]
        if isinstance(value, (list, tuple, dict)):
            keys = list(value) if isinstance(value, dict) else None
            items = [self._taken_apart(one) for one in (value.values() if isinstance(value, dict) else value)]
            return _Items(type(value), keys, items)
        if not _is_of_transformers(value):
            return value
        if id(value) not in self._objects:
            self._objects[id(value)] = made = _Object(type(value), {})
            made.values.update((name, self._taken_apart(one)) for name, one in vars(value).items())
        return self._objects[id(value)]


def _is_of_transformers(value: Any) -> bool:
    if type(value).__module__.partition(".")[0] != "transformers" or not hasattr(value, "__dict__"):
        return False
    import torch
    from transformers import PretrainedConfig

    return not isinstance(value, (PretrainedConfig, torch.nn.Module, type))


def _put_together(part: Any, tensors: List[Any], made: Dict[int, Any]) -> Any:
    if isinstance(part, _Slot):
        return tensors[part.number]
    if isinstance(part, _Items):
        items = [_put_together(one, tensors, made) for one in part.items]
        if part.keys is not None:
            found = collections.OrderedDict() if issubclass(part.kind, collections.OrderedDict) else {}
            found.update(zip(part.keys, items))
            return found
        if hasattr(part.kind, "_fields"):
            return part.kind(*items)
        return tuple(items) if issubclass(part.kind, tuple) else items
    if not isinstance(part, _Object):
        return part
    if id(part) not in made:
        made[id(part)] = found = object.__new__(part.kind)
        for name, one in part.values.items():
            found.__dict__[name] = _put_together(one, tensors, made)
    return made[id(part)]
