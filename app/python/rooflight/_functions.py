# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Functions as modules, with the modules that they use."""

from __future__ import annotations

import dis
import functools
import inspect
import itertools
import re
from typing import Any, Dict, Iterator, List, Tuple

_DEEPEST = 4  # of what uses what: a function that calls another, or a list
_MOST = 1000  # of what one of them uses
_Named = Tuple[str, Any]


def codes(code: Any) -> Iterator[Any]:
    """That of a function, and those of functions inside of it."""
    yield code
    for one in code.co_consts:
        if inspect.iscode(one):
            yield from codes(one)


def _names(function: Any) -> Iterator[_Named]:
    """What a function of Python uses by a name: what is around it, in its file, and its defaults."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            yield name, cell.cell_contents
        except ValueError:  # it has no value yet
            pass
    for code in codes(function.__code__):
        for one in dis.get_instructions(code):
            if one.opname in ("LOAD_GLOBAL", "LOAD_NAME") and one.argval in function.__globals__:
                yield one.argval, function.__globals__[one.argval]
    yield from (("default", one) for one in function.__defaults__ or ())
    yield from (function.__kwdefaults__ or {}).items()


def _of_function(function: Any, owner: Tuple[_Named, ...] = ()) -> Iterator[_Named]:
    """What has a name, and of objects the attributes that the code names."""
    import torch

    attributes = {name for code in codes(function.__code__) for name in code.co_names}
    for name, value in itertools.chain(owner, _names(function)):
        yield name, value
        try:
            whole = isinstance(value, torch.nn.Module) or inspect.isroutine(value) or inspect.isclass(value)
            own = {} if whole or not hasattr(value, "__dict__") else vars(value)
        except Exception:  # noqa: BLE001: any object may be there, and it is no failure that it is odd
            continue
        yield from ((key, one) for key, one in own.items() if key in attributes)


def _used(name: str, value: Any) -> Iterator[_Named]:
    """What a value uses by itself."""
    if isinstance(value, functools.partial):
        yield name, value.func
        yield from ((f"argument_{place}", one) for place, one in enumerate(value.args))
        yield from value.keywords.items()
    elif inspect.ismethod(value):
        yield from _of_function(value.__func__, (("owner", value.__self__),))
    elif not name and hasattr(type(value), "__call__") and not inspect.isroutine(value):
        yield from _used(name, value.__call__)
    elif inspect.isfunction(value) and not value.__module__.startswith("torch."):
        yield from _of_function(value)
    elif isinstance(value, (list, tuple)):
        yield from ((f"{name}_{place}", one) for place, one in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"{name}_{key}", one) for key, one in value.items())


def modules_used(function: Any) -> Dict[str, Any]:
    """Modules that a function uses, and none that lies in another of them."""
    import torch

    waiting: List[Tuple[str, Any, int]] = [("", function, 0)]
    seen: Dict[int, Any] = {}
    found: List[_Named] = []
    while waiting:
        name, value, depth = waiting.pop(0)
        if id(value) in seen or depth > _DEEPEST:
            continue
        seen[id(value)] = value
        try:
            if isinstance(value, torch.nn.Module):
                found.append((name, value))
                continue
            waiting += [(one, used, depth + 1) for one, used in itertools.islice(_used(name, value), _MOST)]
        except Exception:  # noqa: BLE001: any object may be there, and it is no failure that it is odd
            continue
    return _named([(name, module) for name, module in found if not any(_lies_in(module, other) for _, other in found)])


def _lies_in(module: Any, other: Any) -> bool:
    return module is not other and any(one is module for one in other.modules())


def _named(found: List[_Named]) -> Dict[str, Any]:
    """By names that an attribute of a module can have."""
    import torch

    taken = set(dir(torch.nn.Module()))
    named: Dict[str, Any] = {}
    for name, module in found:
        name = re.sub(r"\W", "_", name) or "module"
        while name in named or name in taken:
            name += "_"
        named[name] = module
    return named


def module_of(function: Any) -> Any:
    """A module whose forward is this function, or this method of a module."""
    import torch

    class Function(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            for name, module in modules_used(function).items():  # their parameters are the model's
                self.add_module(name, module)
            named = getattr(function, "func", function)  # of functools.partial
            self.rooflight_name = getattr(named, "__name__", "").strip("<>") or "function"
            self.rooflight_function = function
            self.training = any(module.training for module in self.children())

        def forward(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    return Function()
