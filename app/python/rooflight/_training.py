# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Whether a module would compute what it does only in training."""

from __future__ import annotations

import inspect
from typing import Any, Optional

from ._functions import codes


def _trains(graph: Any) -> bool:
    """Whether operators of a graph are called as in training, which no eval() changes."""
    for node in graph.nodes:
        schema = getattr(node.target, "_schema", None)
        given = dict(zip((one.name for one in schema.arguments), node.args)) if schema else {}
        given.update(node.kwargs)
        if given.get("train") is True or given.get("training") is True:
            return True
    return False


def _asks(kind: type) -> bool:
    """Whether code of a class, and not of torch, names the flag."""
    if kind.__module__.startswith("torch."):
        return False
    functions = [inspect.unwrap(one) for one in vars(kind).values() if inspect.isfunction(one)]
    every = [code for one in functions if inspect.isfunction(one) for code in codes(one.__code__)]
    return any("training" in code.co_names for code in every)


def _differs(module: Any) -> bool:
    """Whether a module, without those in it, computes something else in evaluation mode."""
    import torch

    if isinstance(module, (torch.nn.modules.dropout._DropoutNd, torch.nn.RReLU)):
        return True
    dropout = vars(module).get("dropout")  # of attention and recurrent layers
    statistics = vars(module).get("track_running_stats") is True
    return statistics or isinstance(dropout, float) and dropout > 0 or any(map(_asks, type(module).__mro__))


def advice(module: Any) -> Optional[str]:
    """A sentence where the module would be measured as it trains.

    >>> import torch
    >>> advice(torch.nn.Sequential(torch.nn.Dropout()))
    'The module is in training mode: call eval() first to measure inference.'
    >>> advice(torch.nn.Linear(8, 8))
    """
    import torch

    for path, one in module.named_modules():
        graph = vars(one).get("_graph")
        if isinstance(graph, torch.fx.Graph) and _trains(graph):
            return "The module was exported in training mode: call eval() before the export to measure inference."
        if one.training and _differs(one):
            where = "The module" if module.training else f"Module {path} in it"
            return f"{where} is in training mode: call eval() first to measure inference."
    return None
