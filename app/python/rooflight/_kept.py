# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What Python changes of a module while it is exported or traced is undone."""

from __future__ import annotations

import collections
import contextlib
from typing import Any, Iterator, List

_MOST_COPIED = 2**30  # bytes of parameters
_CONTAINERS = (dict, list, set, collections.OrderedDict, collections.defaultdict, collections.deque)


def _content(container: Any) -> List[Any]:
    return [*container, *(container.values() if isinstance(container, dict) else ())]


def _restore(container: Any, before: Any) -> None:
    """Touches nothing where nothing changed: other threads may run the module.

    >>> container = {"a": 1, "b": 2}
    >>> _restore(container, {"a": 3}); container
    {'a': 3}
    """
    now, then = _content(container), _content(before)
    if len(now) == len(then) and all(one is other for one, other in zip(now, then)):
        return
    container.clear()
    getattr(container, "update" if isinstance(before, (dict, set)) else "extend")(before)


@contextlib.contextmanager
def attributes_kept(module: Any) -> Iterator[None]:
    """Attributes of the module and of those in it, and what lies in lists and dicts of these, such as its buffers, are
    those of before. What lies deeper is not looked at."""
    before = []
    for one in module.modules():
        own = [vars(one), *(value for value in vars(one).values() if type(value) in _CONTAINERS)]
        before.append((one, type(one), [(container, container.copy()) for container in own]))
    try:
        yield
    finally:
        for one, kind, containers in before:
            if type(one) is not kind:  # a lazy module becomes another in its first run
                continue
            for container, copy in containers:
                _restore(container, copy)


@contextlib.contextmanager
def hooks_kept() -> Iterator[None]:
    """An export that fails leaves a hook on all buffers in PyTorch 2.11, which no later trace or export of a module that
    assigns buffers runs with."""
    from torch.nn.modules import module

    hooks = getattr(module, "_global_buffer_registration_hooks", {})
    before = set(hooks)
    try:
        yield
    finally:
        for added in set(hooks) - before:
            del hooks[added]


def _is_plain(tensor: Any) -> bool:
    import torch

    lazy = torch.nn.parameter.is_lazy(tensor)
    return not lazy and not tensor.is_meta and not tensor.is_nested and tensor.layout == torch.strided


@contextlib.contextmanager
def tensors_kept(module: Any) -> Iterator[None]:
    """Parameters and buffers have the values of before, and torch the state of its random numbers. Of many parameters there
    may be no room for copies: these are taken as they are."""
    import torch

    devices = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else ()
    parameters = list(module.parameters())
    if sum(one.nbytes for one in parameters if _is_plain(one)) > _MOST_COPIED:
        parameters = []
    before = [(one, one.detach().clone()) for one in [*parameters, *module.buffers()] if _is_plain(one)]
    try:
        with torch.random.fork_rng(devices=list(devices)):
            yield
    finally:
        for one, copy in before:
            if one.shape != copy.shape:
                one.data = copy
            else:
                with contextlib.suppress(RuntimeError):  # types that nothing compares are not changed by a forward
                    if not torch.equal(one, copy):
                        one.data.copy_(copy)
