# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The multiply-adds of a model by PyTorch's own counter, on the eager model, and the differences that are explained.

The counter has no formula for the fused attention of the CPU (aten::_scaled_dot_product_flash_attention_for_cpu) and
none for the fused path of multi-head attention and encoder layers, nor for the LSTM of oneDNN. All are switched off for
the count: attention then runs as two matrix products and an LSTM as linear layers, which it counts.
"""

import contextlib
import csv
import os

import torch
from torch import nn
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "explained_differences.csv")


@contextlib.contextmanager
def fast_path(enabled):
    """Multi-head attention and encoder layers as one operator, or as what they are made of."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(enabled)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)


def reference(model, inputs):
    # The counter follows modules by their gradients, and trips over a parameter that is a module's input.
    model.requires_grad_(False)
    # Convolutions are counted either way, and are fast with oneDNN only.
    recurrent = any(isinstance(module, nn.RNNBase) for module in model.modules())
    with fast_path(False), sdpa_kernel(SDPBackend.MATH), torch.backends.mkldnn.flags(enabled=not recurrent), \
            FlopCounterMode(display=False) as counter:
        model(*inputs)
    # It counts two a multiply-add.
    return counter.get_total_flops() // 2


class Explained:
    """explained_differences.csv: where the counter leaves something out, to the integer."""

    def __init__(self):
        with open(TABLE, newline="") as stream:
            self.rows = {row["model"]: row for row in csv.DictReader(stream)}

    def judge(self, model, analysis, expected):
        """The faults, as a list, and the note of an explained difference."""
        found = analysis["totals"]["macs"]
        row = self.rows.get(model)
        if row is None:
            if found == expected:
                return [], ""
            return [f"torch.utils.flop_counter has {expected:,}: {found - expected:+,} ({by_operator(analysis)})"], ""
        if (found, expected) == (int(row["macs"]), int(row["flop_counter"])):
            return [], f"{found - expected:+,} is {row['operators']}"
        return [f"{found:,} beside {expected:,} of torch.utils.flop_counter is not the difference explained in "
                f"{os.path.basename(TABLE)} ({by_operator(analysis)})"], ""


def by_operator(analysis):
    sums = {}
    for operator in analysis["operators"]:
        if operator["macs"]:
            sums[operator["name"]] = sums.get(operator["name"], 0) + operator["macs"]
    return ", ".join(f"{name} {macs:,}" for name, macs in sorted(sums.items(), key=lambda item: -item[1]))
