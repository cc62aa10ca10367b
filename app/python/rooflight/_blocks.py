# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models of few of a model's blocks, whose work adds up to that of all of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ._folder import bytes_of


def _blocks_of(model: Any) -> Optional[Any]:
    """The list of its blocks; none where it is not sure which that is."""
    import torch

    count = getattr(model.config, "num_hidden_layers", 0)
    lists = [module for module in model.modules() if isinstance(module, torch.nn.ModuleList) and len(module) == count]
    # Blocks that share keys with others, or that are run several times, depend on their place.
    by_place = getattr(model.config, "num_kv_shared_layers", 0) or any(
        "loop" in key and type(value) is int and value > 1 for key, value in vars(model.config).items())
    return lists[0] if len(lists) == 1 and count > 1 and not by_place else None


def _kind_of(block: Any, layer_type: Optional[str]) -> Any:
    """Equal for blocks that do the same work."""

    def simple(module: Any) -> List[Tuple[str, Any]]:
        return sorted((key, repr(value)) for key, value in vars(module).items()
                      if key != "layer_idx" and isinstance(value, (bool, int, float, str, type(None))))

    modules = tuple((name, type(module), tuple(simple(module))) for name, module in block.named_modules())
    sizes = tuple((name, tuple(value.shape), value.dtype) for name, value in block.named_parameters())
    return layer_type, modules, sizes


class Depth(NamedTuple):
    """A model of some of the blocks, and how many times its work is part of that of the whole one."""

    blocks: Optional[List[int]]  # None: all
    times: Fraction


def depths(model: Any, more: int = 1) -> List[Depth]:
    """Models of few blocks whose work adds up to that of the model: one with a block of each kind, and for each kind one
    with `more` further blocks of it, where there are so many.
    """
    blocks = _blocks_of(model)
    if blocks is None:
        return [Depth(None, Fraction(1))]
    types = getattr(model.config, "layer_types", None) or [None] * len(blocks)
    kinds: Dict[Any, List[int]] = {}
    for index, block in enumerate(blocks):
        kinds.setdefault(_kind_of(block, types[index]), []).append(index)
    first = sorted(indices[0] for indices in kinds.values())
    if len(first) + more >= len(blocks):
        return [Depth(None, Fraction(1))]
    found = []
    for indices in kinds.values():
        further = indices[1:1 + more]
        if further:
            found.append(Depth(sorted([*first, *further]), Fraction(len(indices) - 1, len(further))))
    return [*found, Depth(first, 1 - sum(depth.times for depth in found))]


# Weights of a model that is timed: beyond the caches of most machines, and made in a few seconds.
TIMED_BYTES = 10**9


def timed_depths(model: Any) -> List[Depth]:
    """The whole model where it is small, else models of as many blocks as TIMED_BYTES hold: few blocks would stay in a cache
    that all of them pass by."""
    blocks = _blocks_of(model)
    if blocks is None or bytes_of(model) <= TIMED_BYTES:
        return [Depth(None, Fraction(1))]
    return depths(model, max(4, TIMED_BYTES // max(bytes_of(block) for block in blocks)))


class with_blocks:
    """A `with` block in which the model has these of its blocks alone."""

    def __init__(self, model: Any, blocks: Optional[Sequence[int]]) -> None:
        self._model = model
        self._chosen = blocks

    def __enter__(self) -> Any:
        if self._chosen is None:
            return self._model
        self._list = _blocks_of(self._model)
        self._all = list(self._list)
        self._numbers = [{module: module.layer_idx for module in block.modules() if hasattr(module, "layer_idx")}
                         for block in self._all]
        config = self._model.config
        self._class = type(config)
        config.__class__ = _class_of(config, self._chosen, len(self._all))
        self._set(self._chosen)
        for index, place in enumerate(self._chosen):
            for module in self._numbers[place]:
                module.layer_idx = index
        return self._model

    def __exit__(self, *_: Any) -> None:
        if self._chosen is None:
            return
        self._model.config.__class__ = self._class
        self._set(range(len(self._all)))
        for numbers in self._numbers:
            for module, number in numbers.items():
                module.layer_idx = number

    def _set(self, places: Sequence[int]) -> None:
        self._list._modules.clear()
        for place in places:
            self._list.append(self._all[place])


def _class_of(config: Any, chosen: Sequence[int], count: int) -> Any:
    """The class of a configuration whose values are those of these blocks alone, whether they are stored or computed."""
    values: Dict[str, Any] = {"num_hidden_layers": len(chosen)}
    for key in {*vars(config), *dir(type(config))}:
        value = getattr(config, key, None) if not key.startswith("_") else None
        if isinstance(value, (list, tuple)) and len(value) == count:
            values[key] = [value[index] for index in chosen]
    names = config.attribute_map
    own = {names.get(key, key): property(lambda self, value=value: value, lambda self, ignored: None) for key, value in values.items()}
    return type(type(config).__name__, (type(config),), own)
