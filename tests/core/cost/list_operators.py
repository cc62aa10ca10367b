#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Writes operators.txt: every operator of PyTorch and torchvision.

Operators that are only made of others (CompositeImplicitAutograd) are marked: the program looks through them unless the
table has a formula for the whole. Each of the rest has a formula, or stands in excluded_operators.txt with a reason;
operator_coverage_test holds that. Run it after a change of PyTorch's version:

    python list_operators.py > operators.txt
"""

from collections import defaultdict
from enum import Enum

import torch
import torchvision  # noqa: F401  registers torchvision's operators

# Namespaces whose operators a TorchScript file can call. Others belong to compilers, distributed training and tests.
NAMESPACES = ("aten", "quantized", "_quantized", "prepacked", "mkldnn_prepacked", "mkldnn", "mkl", "onednn", "sparse",
              "quantization", "torchvision")


Kernel = Enum("Kernel", "OWN OTHERS NONE")


def kernel_of(schema):
    name = f"{schema.name}.{schema.overload_name}" if schema.overload_name else schema.name
    try:
        composite = torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd")
    except RuntimeError:  # not an operator of the dispatcher: it is not observed
        return Kernel.NONE
    return Kernel.OTHERS if composite else Kernel.OWN


def operators():
    """Names, and True for those that are only made of others."""
    overloads = defaultdict(list)
    for schema in torch._C._jit_get_all_schemas():
        if schema.name.split("::")[0] in NAMESPACES:
            overloads[schema.name].append(kernel_of(schema))
    return {name: Kernel.OWN not in kernels
            for name, kernels in sorted(overloads.items()) if set(kernels) != {Kernel.NONE}}


if __name__ == "__main__":
    print(f"# Made by list_operators.py with PyTorch {torch.__version__.split('+')[0]}, torchvision "
          f"{torchvision.__version__.split('+')[0]}.")
    for operator, is_made_of_others in operators().items():
        print(operator + (" made-of-others" if is_made_of_others else ""))
