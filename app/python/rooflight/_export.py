# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Files of modules: by torch.export, or by a trace where that cannot be."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import threading
import warnings
from typing import Any, Dict, Iterator, List, Sequence

from ._kept import attributes_kept, hooks_kept, tensors_kept


class ExportFailed(RuntimeError):
    """A module can neither be exported nor traced."""


# What exports, traces or compiles holds it: these change streams, warnings and torch for the whole process.
ONE_AT_A_TIME = threading.RLock()

# Namespaces of operators that the programs know.
_KNOWN = ("aten", "prim", "prims", "quantized", "quantized_decomposed", "mkldnn", "torchvision")


class _OfOthers(io.TextIOBase):
    """A stream that loses what the thread writes that made it, and no other."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self._stream = stream
        self._silenced = threading.get_ident()

    def write(self, text: str) -> int:
        if self._stream is not None and threading.get_ident() != self._silenced:
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        if self._stream is not None:
            self._stream.flush()


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    """This thread prints nothing, and none logs: torch shows the code around a failure; the exception says enough."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with contextlib.redirect_stdout(_OfOthers(sys.stdout)), contextlib.redirect_stderr(_OfOthers(sys.stderr)):
            yield
    finally:
        logging.disable(before)


def exported(module: Any, args: Sequence[Any], kwargs: Dict[str, Any]) -> Any:
    """Raises what torch.export does."""
    import torch

    with torch.no_grad(), _silent(), attributes_kept(module), hooks_kept():
        return torch.export.export(module, tuple(args), kwargs)


def _nodes(program: Any) -> List[Any]:
    """Of the graph, and of those in it."""
    import torch

    return [node for module in program.graph_module.modules() if isinstance(module, torch.fx.GraphModule)
            for node in module.graph.nodes]


def checked(program: Any) -> Any:
    """The program. Raises RuntimeError where autocast is enabled in it: its casts are only in a trace."""
    if any(str(node.target) == "wrap_with_autocast" and node.args[2] for node in _nodes(program)):
        raise RuntimeError("its export has torch.autocast inside, and not the casts.")
    return program


def _without_python(program: Any) -> Any:
    """The program without what a graph can have and only Python runs: transforms such as torch.vmap, and operators of Python that
    know how they are taken apart. Operators of PyTorch stay as they are."""
    import torch

    calls = [node.target for node in _nodes(program) if node.op == "call_function"]
    own = {one for one in calls if isinstance(one, torch._ops.OpOverload) and one.namespace not in _KNOWN}
    table: Dict[Any, Any] = {}
    if own:
        known = torch.export.default_decompositions()
        table = {one: known[one] for one in own if one in known}
    transforms = any(str(getattr(one, "__module__", "")).startswith("torch._functorch.") for one in calls)
    if not table and not transforms:
        return program
    with _silent():
        return program.run_decompositions(table)


def written(program: Any, path: str) -> str:
    """The path. Raises what torch.export does."""
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.export.save(_without_python(program), path)
    return path


def traced(module: Any, inputs: Sequence[Any], names: List[str], path: str) -> str:
    """The path. The last inputs are given by these names. Raises what torch.jit.trace does."""
    import torch

    class Named(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.module = module
            self.training = module.training

        def forward(self, *tensors: Any) -> Any:
            count = len(tensors) - len(names)
            return self.module(*tensors[:count], **dict(zip(names, tensors[count:])))

    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # that TorchScript is deprecated
        warnings.simplefilter("ignore", DeprecationWarning)
        own = torch.utils._pytree.tree_map_only(torch.Tensor, torch.clone, tuple(inputs))  # forward may change them
        with attributes_kept(module), tensors_kept(module):
            # A check would run it twice more, and what is strict takes no dict for a result.
            script = torch.jit.trace(Named() if names else module, own, check_trace=False, strict=False)
        torch.jit.save(script, path)
    return path
