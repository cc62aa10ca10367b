# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A model as Python has it, and the file that the programs read it from."""

from __future__ import annotations

import inspect
import os
import sys
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._foreign import first_line


class Model(NamedTuple):
    """A module, what torch.export made of one, or a path, with the inputs of its forward."""

    module: Any
    args: Tuple[Any, ...] = ()
    kwargs: Dict[str, Any] = {}

    @property
    def is_path(self) -> bool:
        return isinstance(self.module, (str, os.PathLike))

    @property
    def name(self) -> str:
        return getattr(self.module, "rooflight_name", None) or type(self.module).__name__ or "model"

    def inputs(self) -> List[Any]:
        """All, in the order of its forward where that is known."""
        if not self.kwargs or self.is_path:
            return [*self.args, *self.kwargs.values()]
        try:
            bound = inspect.signature(self.module.forward).bind(*self.args, **self.kwargs)
        except (AttributeError, TypeError, ValueError):
            return [*self.args, *self.kwargs.values()]
        return [*bound.args, *bound.kwargs.values()]

    def specs(self, folder: str) -> List[str]:
        """Inputs as SPECs of the command line: tensors become files, texts stay.

        >>> Model("a.pt", ("1x3x224x224", "mask:1x128:int64:1"), {"ids": "1x8:int64"}).specs("/tmp")
        ['1x3x224x224', 'mask:1x128:int64:1', 'ids:1x8:int64']
        """
        if not self.is_path:
            return [_spec(value, str(number), folder) for number, value in enumerate(self.inputs())]
        named = [f"{name}:{_spec(value, name, folder)}" for name, value in self.kwargs.items()]
        return [_spec(value, str(number), folder) for number, value in enumerate(self.args)] + named

    def file(self, folder: str) -> str:
        """The path, or one of a file that is written: TorchScript as it is, others exported, and traced where they cannot be."""
        if self.is_path:
            return os.fspath(self.module)
        import torch

        path = os.path.join(folder, self.name + ".pt2")
        if isinstance(self.module, torch.export.ExportedProgram):
            torch.export.save(self.module, path)
            return path
        traced = os.path.join(folder, self.name + ".pt")
        if isinstance(self.module, torch.jit.ScriptModule):
            torch.jit.save(self.module, traced)
            return traced
        if not self.args and not self.kwargs:
            raise ValueError("A module needs its inputs: report(module, inputs=[tensor, ...]), or {name: tensor, ...}.")
        if self.module.training and any(True for _ in self.module.children()):
            warnings.warn("The module is in training mode: call eval() first to measure inference.", stacklevel=4)
        with torch.no_grad():
            try:
                torch.export.save(torch.export.export(self.module, self.args, self.kwargs), path)
                return path
            except Exception as reason:  # noqa: BLE001: export raises what it likes; a trace is the other way
                warnings.warn(f"The module cannot be exported, so it is traced: {first_line(reason)}", stacklevel=4)
            torch.jit.save(torch.jit.trace(self.module, tuple(self.inputs())), traced)
        return traced


def is_model(value: Any) -> bool:
    """Whether it is a module or an export of torch. Who has one has imported torch: files are measured without."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, (torch.nn.Module, torch.export.ExportedProgram))


def model_of(module: Any, inputs: Any = None) -> Model:
    """What was given for a model: a module, what torch.export made, a function or method, or a path; and for its inputs: a list, a
    dict of those by name, or one tensor.

    >>> model_of("a.pt", ["1x8"])
    Model(module='a.pt', args=('1x8',), kwargs={})
    >>> model_of(3)
    Traceback (most recent call last):
        ...
    TypeError: A model is a torch.nn.Module, an ExportedProgram, a function or the path of a file, and no int.
    """
    if isinstance(inputs, dict):
        args, kwargs = (), {str(name): value for name, value in inputs.items()}
    else:
        args, kwargs = tuple(inputs) if isinstance(inputs, (list, tuple)) else () if inputs is None else (inputs,), {}
    if isinstance(module, (str, os.PathLike)) or is_model(module):
        return Model(module, args, kwargs)
    if not callable(module) or isinstance(module, type):
        raise TypeError(f"A model is a torch.nn.Module, an ExportedProgram, a function or the path of a file, and no "
                        f"{type(module).__name__}.")
    return Model(_module_of(module), args, kwargs)


def _module_of(function: Any) -> Any:
    """A module whose forward is this function, or this method of a module."""
    import torch

    class Function(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            owner = getattr(function, "__self__", None)
            self.owner: Optional[Any] = owner if isinstance(owner, torch.nn.Module) else None  # its parameters are the model's
            self.rooflight_name = getattr(function, "__name__", "").strip("<>") or "function"
            self.training = bool(self.owner and self.owner.training)

        def forward(self, *args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

    return Function()


def _spec(value: Any, name: str, folder: str) -> str:
    if isinstance(value, str):
        return value
    import torch

    if not isinstance(value, torch.Tensor):
        raise TypeError(f"Input {name} is no tensor and no SPEC: {type(value).__name__}.")
    file = os.path.join(folder, f"input{name}.pt".replace(os.sep, "_"))
    torch.save(value.detach().cpu(), file)
    return "@" + file
