# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""A module as Inductor compiles it, beside the module as it was exported."""

from __future__ import annotations

import copy
import os
from typing import Any, Dict, List, Optional, Sequence

from ._export import ONE_AT_A_TIME, exported
from ._foreign import first_line
from ._model import Model

Row = Dict[str, Any]

_SUFFIX = "-compiled.pt2"
COLUMNS = ["variant", "median_ns", "low_ns", "high_ns", "ratio", "verdict"]


class CompileFailed(RuntimeError):
    """Inductor could not compile the module."""


def compile_package(model: Model, folder: str, device: str = "cpu") -> str:
    """Writes what AOTInductor compiles of the model for the device. Raises CompileFailed with Inductor's first line."""
    import torch

    path = os.path.join(folder, model.file_name + _SUFFIX)
    module = model.module
    args, kwargs = torch.utils._pytree.tree_map_only(torch.Tensor, lambda value: value.to(device), (model.args, model.kwargs))
    if device != "cpu" and isinstance(module, torch.nn.Module):
        module = copy.deepcopy(module).to(device)
    # The kernels of a GPU would be files beside the code, which runs from a copy in memory.
    settings = {} if device == "cpu" else {"aot_inductor.embed_kernel_binary": True}
    try:
        with ONE_AT_A_TIME, torch.no_grad():
            program = exported(module, args, kwargs) if isinstance(module, torch.nn.Module) else module
            torch._inductor.aoti_compile_and_package(program, package_path=path, inductor_configs=settings)
    except Exception as reason:  # noqa: BLE001: the compiler raises what it likes
        raise CompileFailed(f"Inductor cannot compile {model.name}: {first_line(reason)}") from reason
    return path


def _name(variant: Row) -> str:
    if variant["model"].endswith(_SUFFIX):
        return "compiled"
    return "frozen" if variant.get("executor") == "frozen" else "as exported"


def rows(records: Row, verdicts: Row) -> List[Row]:
    """A row a variant that was timed in turns, then the fused bound.

    >>> variant = {"statistics": {"median_ns": 10.0, "median_interval_ns": [9.0, 11.0]}, "ratio": 1.0,
    ...            "verdict": "baseline", "model": "/a/Net.pt2"}
    >>> compiled = {**variant, "ratio": 0.5, "verdict": "faster", "model": "/a/Net-compiled.pt2"}
    >>> records = {"interleaved": {"variants": [variant, compiled]}}
    >>> [(row["variant"], row["ratio"]) for row in rows(records, {"model": {"fused_bound_ns": 4.0}})]
    [('as exported', 1.0), ('compiled', 0.5), ('fused bound', 0.4)]
    """
    interleaved = records.get("interleaved")
    if not interleaved:
        return []
    found = []
    for variant in interleaved["variants"]:
        statistics = variant["statistics"]
        low, high = statistics.get("median_interval_ns") or (None, None)
        values = (_name(variant), statistics["median_ns"], low, high, variant["ratio"], variant["verdict"])
        found.append(dict(zip(COLUMNS, values)))
    bound = (verdicts.get("model") or {}).get("fused_bound_ns")
    if bound is not None:
        found.append(dict(zip(COLUMNS, ("fused bound", bound, None, None, bound / found[0]["median_ns"], "limit"))))
    return found
