# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A model as Python has it, and the file that the programs read it from."""

from __future__ import annotations

import inspect
import itertools
import json
import os
import re
import sys
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._export import ONE_AT_A_TIME, ExportFailed, checked, exported, traced, written
from ._foreign import first_line
from ._functions import module_of
from ._training import advice

_MOST_OF_NAME = 100  # bytes of it, of 255 that a file may have


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

    @property
    def file_name(self) -> str:
        """The name as a file can have it.

        >>> Model(type("a/b" * 90, (), {})()).file_name[:5]
        'a_ba_'
        """
        return re.sub(r"[/\0]", "_", self.name).encode()[:_MOST_OF_NAME].decode(errors="ignore")

    def bound(self) -> Optional[inspect.BoundArguments]:
        """The inputs by the parameters of its forward; None where these are not known. Raises TypeError where they do not fit."""
        parameters = _signature(self.module)
        if parameters is None:
            return None
        try:
            return parameters.bind(*self.args, **self.kwargs)
        except TypeError as reason:
            raise TypeError(f"The inputs do not fit {self.name}{parameters.replace(return_annotation=parameters.empty)}: "
                            f"{reason}.") from None

    def inputs(self) -> List[Any]:
        """All, in the order of its forward where that is known."""
        bound = self.bound() if self.kwargs else None
        if bound is None:
            return [*self.args, *self.kwargs.values()]
        return [*bound.args, *bound.kwargs.values()]

    def specs(self, folder: str) -> List[str]:
        """Inputs as SPECs of the command line: tensors become files, texts stay.

        >>> Model("a.pt", ("1x3x224x224", "mask:1x128:int64:1"), {"ids": "1x8:int64"}).specs("/tmp")
        ['1x3x224x224', 'mask:1x128:int64:1', 'ids:1x8:int64']
        """
        if not self.is_path and not _is_export(self.module):
            return [_spec(value, str(number), folder) for number, value in enumerate(self.inputs())]
        named = [f"{name}:{_spec(value, name, folder)}" for name, value in self.kwargs.items()]
        return [_spec(value, str(number), folder) for number, value in enumerate(self.args)] + named

    def is_exported_here(self, file: str) -> bool:
        """Whether the file is one that file() exported, with these inputs in it."""
        return not self.is_path and not _is_export(self.module) and file.endswith(".pt2")

    def file(self, folder: str) -> str:
        """The path, or one of a file that is written: TorchScript as it is, others exported, and traced where they cannot be. Raises
        ExportFailed, TypeError and ValueError."""
        if self.is_path:
            return os.fspath(self.module)
        with ONE_AT_A_TIME:
            return self._written(os.path.join(folder, self.file_name))

    def _written(self, stem: str) -> str:
        import torch

        if _is_export(self.module):
            return written(self.module, stem + ".pt2")
        if not isinstance(self.module, torch.jit.ScriptModule):
            return self._exported_or_traced(stem)
        if self.args or self.kwargs:
            self.bound()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that TorchScript is deprecated
            torch.jit.save(self.module, stem + ".pt")
        return stem + ".pt"

    def _exported_or_traced(self, stem: str) -> str:
        if not self.args and not self.kwargs and needs_inputs(self.module):
            raise ValueError("A module needs its inputs: report(module, inputs=[tensor, ...]), or {name: tensor, ...}.")
        bound = self.bound()
        sentence = advice(self.module)
        if sentence:
            _warn(sentence)
        _check_weights(self.name, self.module)
        try:
            return written(checked(exported(self.module, self.args, self.kwargs)), stem + ".pt2")
        except Exception as raised:  # noqa: BLE001: export raises what it likes; a trace is the other way
            reason = raised
        names = list(bound.kwargs) if bound else list(self.kwargs)
        try:
            result = traced(self.module, self.inputs(), names, stem + ".pt")
        except Exception as failed:  # noqa: BLE001: as above
            raise ExportFailed(f"{self.name} can neither be exported nor traced: {_both(reason, failed)}"
                               f"{_advice(self.inputs())}") from reason
        _warn(f"The module cannot be exported, so it is traced: {first_line(reason)}")
        return result


def _warn(sentence: str) -> None:
    """At the line that called report, explain or remedies."""
    warnings.warn(sentence, stacklevel=7)


def _is_export(module: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(module, torch.export.ExportedProgram)


def is_model(value: Any) -> bool:
    """Whether it is a module or an export of torch. Who has one has imported torch: files are measured without."""
    torch = sys.modules.get("torch")
    return torch is not None and (isinstance(value, torch.nn.Module) or _is_export(value))


def _signature(module: Any) -> Optional[inspect.Signature]:
    """The parameters of its forward; None of a path and of an export, whose names the command line knows."""
    if isinstance(module, (str, os.PathLike)) or _is_export(module):
        return None
    schema = getattr(module.forward, "schema", None)  # of TorchScript
    if schema is None:
        try:
            return inspect.signature(getattr(module, "rooflight_function", module.forward))
        except (AttributeError, TypeError, ValueError):
            return None
    try:
        return inspect.Signature([
            inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY if one.kwarg_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                              default=one.default_value if one.has_default_value() else inspect.Parameter.empty)
            for one in schema.arguments[1:]])
    except ValueError:  # names that Python has not
        return None


def needs_inputs(module: Any) -> bool:
    """Of a module of Python: TorchScript and exports are files, of which the programs know more."""
    import torch

    if isinstance(module, torch.jit.ScriptModule) or _is_export(module):
        return False
    parameters = _signature(module)
    return parameters is None or bool(parameters.parameters)


def _check_weights(name: str, module: Any) -> None:
    """Raises ValueError for weights that are objects of Python, which no program restores."""
    from torch.utils._python_dispatch import is_traceable_wrapper_subclass

    for place, value in [*module.named_parameters(), *module.named_buffers()]:
        if is_traceable_wrapper_subclass(value):
            kind = type(value)
            how = "call torchao.utils.unwrap_tensor_subclass(module) first, which gives it plain ones" \
                if kind.__module__.partition(".")[0] == "torchao" else "give it plain ones first"
            raise ValueError(f"{name} has weights that are not plain tensors ({place} is of {kind.__module__}.{kind.__name__}): {how}.")


def _both(of_export: Exception, of_trace: Exception) -> str:
    """
    >>> _both(ValueError("no loop.\\nmore"), ValueError("no list."))
    'no loop. Its trace: no list.'
    >>> _both(ValueError("no loop."), ValueError("Type 'str' cannot be traced."))
    'no loop.'
    """
    first, second = first_line(of_export), first_line(of_trace)
    if second == first or "cannot be traced" in second:  # which is said of inputs that are no tensors
        return first
    return f"{first.rstrip('.')}. Its trace: {second}"


def _advice(inputs: List[Any]) -> str:
    """Behind a reason that torch gives."""
    if any(isinstance(value, str) for value in inputs):
        return ". Inputs of a module are tensors: SPECs such as \"1x3x224x224\" are those of a file."
    return ""


def model_of(module: Any, inputs: Any = None) -> Model:
    """What was given for a model: a module, what torch.export made, a function or method, or a path; and for its inputs: a list, a
    dict of those by name, or one tensor.

    >>> model_of("a.pt", ["1x8"])
    Model(module='a.pt', args=('1x8',), kwargs={})
    >>> model_of(3)
    Traceback (most recent call last):
        ...
    TypeError: A model is a torch.nn.Module, an ExportedProgram, a function or the path of a file, and no int.
    >>> model_of(dict)
    Traceback (most recent call last):
        ...
    TypeError: A model is an object, and dict is a class: make one with dict(...).
    """
    if isinstance(inputs, dict):
        args, kwargs = (), {str(name): value for name, value in inputs.items()}
    else:
        args, kwargs = tuple(inputs) if isinstance(inputs, (list, tuple)) else () if inputs is None else (inputs,), {}
    if isinstance(module, (str, os.PathLike)) or is_model(module):
        return Model(module, args, kwargs)
    if isinstance(module, type):
        raise TypeError(f"A model is an object, and {module.__name__} is a class: make one with {module.__name__}(...).")
    if not callable(module):
        raise TypeError(f"A model is a torch.nn.Module, an ExportedProgram, a function or the path of a file, and no "
                        f"{type(module).__name__}.")
    return Model(module_of(module), args, kwargs)


def _spec(value: Any, name: str, folder: str) -> str:
    """
    >>> [_spec(value, "0", "/tmp") for value in ("1x8", None, True, 3, [1, 0.5], {"image": "1x8"})]
    ['1x8', 'none', 'true', '3', '[1, 0.5]', '{"image": "1x8"}']
    """
    if value is None or isinstance(value, str):
        return "none" if value is None else value
    if not isinstance(value, (bool, int, float, list, tuple, dict)):
        return _tensor_spec(value, name, folder)
    count = itertools.count()
    return json.dumps(value, default=lambda inner: _tensor_spec(inner, f"{name}.{next(count)}", folder))


def _tensor_spec(value: Any, name: str, folder: str) -> str:
    import torch

    if not isinstance(value, torch.Tensor):
        raise TypeError(f"Input {name} is neither a tensor nor a SPEC: {type(value).__name__}.")
    file = os.path.join(folder, f"input{name}.pt".replace(os.sep, "_"))
    torch.save(value.detach().cpu(), file)
    return "@" + file
