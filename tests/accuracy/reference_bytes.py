#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Counts the bytes that each operator of a TorchScript file reads and writes, independently of the product.

The file is run once under a TorchDispatchMode, which sees every operator with its live tensors. The rules are those of
docs/reference/numbers.md; each is a function or a table below. As a program it compares its count with what
rooflight-cli says of the same file, and ends with 1 where the two differ.

One thing it cannot see as the product does: an operator that is handed a lazily conjugated tensor copies it first, and
that copy shows up here as an operator of its own.
"""

import argparse
import json
import math
import os
import re
import sys
import tempfile
from collections import defaultdict

import torch
from torch.utils._python_dispatch import TorchDispatchMode

# Operators made of others that count as one, as a reader of the model knows them. Any other operator that is made of
# others is run through: matmul, einsum and scaled_dot_product_attention count what they really call.
COUNTED_WHOLE = set("""
    conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d _convolution _convolution_mode
    thnn_conv2d slow_conv3d
    linear bilinear inner outer ger linalg_vecdot cdist
    lstm gru rnn_tanh rnn_relu lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell
    batch_norm _batch_norm_impl_index layer_norm group_norm instance_norm rms_norm _fused_rms_norm
    avg_pool1d max_pool1d max_pool1d_with_indices max_pool2d max_pool3d
    adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d
    softmax log_softmax special_softmax special_log_softmax prelu relu6 rrelu selu log_sigmoid
    upsample_linear1d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d
    upsample_nearest1d upsample_nearest2d upsample_nearest3d
    _upsample_nearest_exact1d _upsample_nearest_exact2d _upsample_nearest_exact3d
    _upsample_bilinear2d_aa _upsample_bicubic2d_aa grid_sampler
    embedding_bag take_along_dim
    reshape reshape_as flatten ravel contiguous to type_as
    cat concat concatenate column_stack dstack hstack vstack tile pad one_hot repeat_interleave flipud fliplr
    where isclose isfinite square float_power
    all any argsort msort sort norm linalg_norm frobenius_norm logsumexp std std_mean var var_mean
    item is_nonzero
""".split())

# Operators whose target is overwritten: what was there before is not read.
OVERWRITING = {"copy", "fill", "zero", "normal", "uniform", "bernoulli", "random", "exponential", "cauchy", "geometric",
               "log_normal"}

# Operators that set memory aside, or only say what it is: they touch none of it.
TOUCHING_NOTHING = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided",
                    "resize", "resize_as", "set"}

# Operators without a tensor among their results read nothing (size, stride, is_floating_point), but for these.
READING_WITHOUT_RESULT = {"item", "_local_scalar_dense", "is_nonzero", "equal", "allclose", "_assert_async",
                          "_linalg_check_errors"}

# Operators that pick elements of a table, and which argument the table is.
GATHERS = {"embedding": "weight", "index": "self", "index_select": "self", "gather": "self", "take": "self",
           "take_along_dim": "self", "masked_select": "self"}

# Products of groups of rows, each with a matrix of its own, and which arguments the rows and the matrices are.
GROUPED_PRODUCTS = {"_grouped_mm": ("self", "mat2"), "grouped_mm_fallback": ("input", "weight")}

# These look up one value for each target.
LIKELIHOODS = {"nll_loss_forward", "nll_loss2d_forward"}

EMBEDDING_BAGS = {"embedding_bag", "_embedding_bag", "_embedding_bag_forward_only"}

# Operators that write a part of their target in place, and which argument tells how much comes in.
SCATTERS = {"scatter": "index", "scatter_add": "index", "scatter_reduce": "index", "index_copy": "source",
            "index_add": "source", "index_reduce": "source"}

ACCUMULATING_SCATTERS = {"scatter_add", "scatter_reduce", "index_add", "index_reduce"}

# Input samples that one output of a resampling needs. An antialiasing filter widens with the step: it needs them all.
RESAMPLING_TAPS = {
    "upsample_nearest1d": 1, "upsample_nearest2d": 1, "upsample_nearest3d": 1,
    "_upsample_nearest_exact1d": 1, "_upsample_nearest_exact2d": 1, "_upsample_nearest_exact3d": 1,
    "upsample_linear1d": 2, "upsample_bilinear2d": 4, "upsample_trilinear3d": 8, "upsample_bicubic2d": 16,
}

GRID_SAMPLERS = {"grid_sampler", "grid_sampler_2d", "grid_sampler_3d"}
BOX_ALIGNERS = {"roi_align", "ps_roi_align"}


class Region:
    """The memory that a tensor addresses: which elements of which storage."""

    def __init__(self, tensor):
        self.item_size = tensor.element_size()
        if tensor.layout != torch.strided or tensor.is_mkldnn:  # its memory is its own
            self.storage = tensor._cdata
            self.elements = tensor.numel()
            self.key = (self.storage,)
            return
        self.storage = tensor.untyped_storage()._cdata
        moving = sorted((stride, size) for stride, size in zip(tensor.stride(), tensor.shape) if size > 1 and stride)
        # Overlapping windows address at most what lies between their first and last element.
        span = 1 + sum((size - 1) * stride for stride, size in moving)
        self.elements = min(math.prod(size for _, size in moving), span) if tensor.numel() else 0
        self.key = (self.storage, tensor.storage_offset() * self.item_size, self.item_size, merged(moving))


def merged(dimensions):
    """Sorted (stride, size) pairs with adjacent pairs joined where one continues the other: the order does not matter."""
    result = []
    for stride, size in dimensions:
        if result and result[-1][0] * result[-1][1] == stride:
            result[-1] = (result[-1][0], result[-1][1] * size)
        else:
            result.append((stride, size))
    return tuple(result)


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield from tensors_in(element)


class Call:
    """An operator with its arguments by name, and what its schema says of them."""

    def __init__(self, function, args, kwargs):
        schema = function._schema
        self.name = schema.name
        base = schema.name.split("::")[1]
        self.base = base[:-1] if base.endswith("_") and not base.endswith("__") else base
        self.arguments = {argument.name: value for argument, value in zip(schema.arguments, args)}
        self.arguments.update(kwargs)
        self.written = {argument.name for argument in schema.arguments
                        if argument.alias_info is not None and argument.alias_info.is_write}
        self.written |= hidden_writes(self)
        results = {argument.name for argument in schema.arguments if argument.kwarg_only}
        self.overwritten = self.written if self.base in OVERWRITING else self.written & results
        self.only_metadata = torch.Tag.inplace_view in function.tags or self.base in TOUCHING_NOTHING
        self.makes_from_nothing = self.base.endswith("_like") or self.base.startswith("new_")

    def tensor(self, name):
        value = self.arguments.get(name)
        return value if isinstance(value, torch.Tensor) else None

    def tensors(self):
        """(argument, tensor) of all inputs."""
        for name, value in self.arguments.items():
            for tensor in tensors_in(value):
                yield name, tensor


def hidden_writes(call):
    """Normalisation in training changes its running statistics, although its schema does not say so."""
    if call.base == "batch_norm" and call.arguments.get("training"):
        return {"running_mean", "running_var"}
    if call.base == "instance_norm" and call.arguments.get("use_input_stats"):
        return {"running_mean", "running_var"}
    return set()


def picked_by_index_put(call):
    """Elements of the target that the index tensors of index_put name: a mask names those where it is true."""
    target, indices = call.tensor("self"), call.arguments["indices"]
    shapes, indexed = [], 0
    for index in indices:
        if index is None:
            indexed += 1
        elif index.dtype in (torch.bool, torch.uint8):
            shapes.append((int(index.count_nonzero()),))
            indexed += index.dim()
        else:
            shapes.append(tuple(index.shape))
            indexed += 1
    kept = [size for position, size in enumerate(target.shape[:len(indices)]) if indices[position] is None]
    return math.prod(torch.broadcast_shapes(*shapes)) * math.prod(kept) * math.prod(target.shape[indexed:])


def scattered(call):
    """Elements that a scatter in place writes, or None for another operator."""
    target = call.tensor("self")
    if "self" not in call.written:
        return None
    if call.base in SCATTERS:
        return call.tensor(SCATTERS[call.base]).numel()
    if call.base in ("index_put", "_index_put_impl"):
        return picked_by_index_put(call)
    if call.base == "index_fill":
        return call.tensor("index").numel() * (target.numel() // max(1, target.size(call.arguments["dim"])))
    if call.base == "masked_scatter":
        return int(call.tensor("mask").expand_as(target).count_nonzero())
    return None


def used_groups(call):
    """Elements of the rows that lie in groups, and of the matrices of groups that are not empty."""
    rows, matrices = (call.tensor(name) for name in GROUPED_PRODUCTS[call.base])
    ends = [0] + call.tensor("offs").tolist()
    used = sum(end > start for start, end in zip(ends, ends[1:]))
    return {GROUPED_PRODUCTS[call.base][0]: ends[-1] * rows.shape[1],
            GROUPED_PRODUCTS[call.base][1]: used * matrices[0].numel()}


def parts_read(call, outputs):
    """Elements read of arguments that are not read whole, by argument."""
    produced = outputs[0].numel() if outputs else 0
    if call.base in GROUPED_PRODUCTS and call.tensor("offs") is not None:
        return used_groups(call)
    if call.base in GATHERS:
        return {GATHERS[call.base]: produced}
    if call.base in LIKELIHOODS:
        return {"self": call.tensor("target").numel(), "weight": call.tensor("target").numel()}
    if call.base in EMBEDDING_BAGS:
        return {"weight": call.tensor("indices").numel() * call.tensor("weight").size(1)}
    if call.base in RESAMPLING_TAPS:
        return {"self": RESAMPLING_TAPS[call.base] * produced, "input": RESAMPLING_TAPS[call.base] * produced}
    if call.base in GRID_SAMPLERS:
        return {"input": grid_taps(call) * produced}
    if call.base in BOX_ALIGNERS:
        return {"input": box_taps(call) * produced}
    if call.scattered is not None:
        accumulates = call.base in ACCUMULATING_SCATTERS or call.arguments.get("accumulate")
        return {"self": call.scattered if accumulates else 0, "src": call.scattered, "source": call.scattered}
    return {}


def grid_taps(call):
    """Samples an output of grid_sampler: bilinear 2 a dimension, nearest 1, bicubic 4."""
    a_dimension = {0: 2, 1: 1, 2: 4}[call.arguments["interpolation_mode"]]
    return a_dimension ** (call.tensor("input").dim() - 2)


def box_taps(call):
    """Samples an output of RoI align: bilinear at each point of its cell; a box is at most the whole map."""
    ratio = call.arguments["sampling_ratio"]
    height, width = call.tensor("input").shape[2:]
    points = ratio ** 2 if ratio > 0 else (math.ceil(height / call.arguments["pooled_height"])
                                           * math.ceil(width / call.arguments["pooled_width"]))
    return 4 * points


def packed_objects(value):
    """The packed weights among the arguments: they are objects of TorchScript, no tensors."""
    if isinstance(value, (list, tuple)):
        for element in value:
            yield from packed_objects(element)
    elif isinstance(value, torch.ScriptObject):
        if "unpack" in value._method_names():
            yield value
        else:  # a cell of a recurrent layer
            yield from packed_objects(value._get_method("__getstate__")())


def packed_layer_bytes(packed):
    """Bytes of a quantised layer: one a weight (two where it is kept in half precision), and the bias."""
    weight, bias = packed._get_method("unpack")()[:2]
    item_size = weight.element_size() if weight.is_quantized else 2
    return weight.numel() * item_size + (0 if bias is None else bias.numel() * bias.element_size())


def packed_row_bytes(packed, rows):
    """Bytes of rows of a quantised table: each ends with its scale and offset, float or, below a byte, half."""
    table = packed._get_method("unpack")()
    bits = packed._get_method("bit_rate")()
    row = math.ceil(table.size(1) * bits / 8) + (8 if bits == 8 else 4)
    return min(rows, table.size(0)) * row


def packed_bytes(call):
    total = 0
    for packed in packed_objects(list(call.arguments.values())):
        if "bit_rate" in packed._method_names():
            total += packed_row_bytes(packed, call.tensor("indices").numel())
        else:
            total += packed_layer_bytes(packed)
    return total


def bytes_read(call, outputs, regions):
    """Each distinct region of the inputs once, at most as many elements of it as the operator needs."""
    parts = parts_read(call, outputs)
    needed, item_sizes = {}, {}
    for name, region in regions:
        if name not in call.overwritten:
            elements = min(region.elements, parts.get(name, region.elements))
            needed[region.key] = max(needed.get(region.key, 0), elements)
            item_sizes[region.key] = region.item_size
    return sum(elements * item_sizes[key] for key, elements in needed.items()) + call.packed_bytes


def bytes_written(call, fresh, regions):
    """What is made, and what is changed in place."""
    written = {}
    for name, region in regions:
        if name in call.written:
            elements = region.elements if call.scattered is None else min(region.elements, call.scattered)
            written[region.key] = elements * region.item_size
    written.update((region.key, region.elements * region.item_size) for region in fresh)
    return sum(written.values())


def count_call(call, regions, outputs):
    """(read, written) of one operator that has run. The regions are those its inputs had before it ran."""
    storages = {region.storage for _, region in regions}
    fresh = [region for region in map(Region, outputs) if region.storage not in storages]
    if call.only_metadata:
        return 0, 0
    if not outputs and not call.written and call.base not in READING_WITHOUT_RESULT:
        return 0, 0
    if outputs and not fresh and not call.written:  # all views of what came in
        return 0, 0
    read = 0 if call.makes_from_nothing else bytes_read(call, outputs, regions)
    return read, bytes_written(call, fresh, regions)


class ByteCounter(TorchDispatchMode):
    """Counts every operator that runs inside it."""

    def __init__(self):
        super().__init__()
        self.operators = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if is_made_of_others(function):
            with self:
                return function._op_dk(torch._C.DispatchKey.CompositeImplicitAutograd, *args, **kwargs)
        call = Call(function, args, kwargs)
        call.scattered = scattered(call)
        call.packed_bytes = packed_bytes(call)
        regions = [(name, Region(tensor)) for name, tensor in call.tensors()]
        result = function(*args, **kwargs)
        read, written = count_call(call, regions, list(tensors_in(result)))
        self.operators.append({"name": call.name, "read": read, "written": written})
        return result


def is_made_of_others(function):
    namespace, base = function._schema.name.split("::")
    if namespace == "aten" and base.rstrip("_") in COUNTED_WHOLE:
        return False
    return torch._C._dispatch_has_kernel_for_dispatch_key(function.name(), "CompositeImplicitAutograd")


def count_bytes(module, inputs):
    """One run of a ScriptModule: a dict with name, read and written for each operator, in order of execution."""
    module.eval()
    counter = ByteCounter()
    with torch.inference_mode(), torch.jit.optimized_execution(False), counter:
        module(*inputs)
    return counter.operators


def totals_by_name(operators):
    totals = defaultdict(lambda: [0, 0, 0])
    for operator in operators:
        if operator["read"] or operator["written"]:
            entry = totals[operator["name"]]
            entry[0] += 1
            entry[1] += operator["read"]
            entry[2] += operator["written"]
    return totals


def first_differences(reference, product):
    """For each operator name the first call whose bytes differ: (name, number of the call, ours, the product's)."""
    calls = defaultdict(lambda: ([], []))
    for side, operators in enumerate((reference, product)):
        for operator in operators:
            if operator["read"] or operator["written"]:
                calls[operator["name"]][side].append(operator)
    for name, (ours, theirs) in calls.items():
        for number in range(max(len(ours), len(theirs))):
            left = ours[number] if number < len(ours) else None
            right = theirs[number] if number < len(theirs) else None
            if not left or not right or (left["read"], left["written"]) != (right["read"], right["written"]):
                yield name, number, left, right
                break


def product_operators(analysis):
    return [{"name": operator["name"], "read": operator["bytes_read"], "written": operator["bytes_written"],
             "shapes": operator["input_shapes"]} for operator in analysis["operators"]]


def grand_total(operators):
    return tuple(sum(operator[key] for operator in operators) for key in ("read", "written"))


def made_value(text):
    """The argument of a SPEC: SHAPE[:DTYPE][:LO..HI], @FILE, or JSON with such strings in it."""
    if text.startswith("@"):
        return torch.load(text[1:])
    match = re.fullmatch(r"(0d|\d+(?:x\d+)+|\d+(?=:))(?::([a-z]+\d*))?(?::(-?\d+)\.\.(-?\d+))?", text)
    if not match:
        return made_leaves(json.loads(text))
    shape, dtype, low, high = match.groups()
    sizes = () if shape == "0d" else tuple(map(int, shape.split("x")))
    dtype = getattr(torch, dtype or "float32")
    if low is None and dtype.is_floating_point:
        return torch.randn(sizes).to(dtype)
    return torch.randint(int(low or 0), int(high or 1) + 1, sizes).to(dtype)


def made_leaves(value):
    if isinstance(value, dict):
        return {key: made_leaves(element) for key, element in value.items()}
    if isinstance(value, list):
        return [made_leaves(element) for element in value]
    return made_value(value) if isinstance(value, str) else value


def described(operator):
    if operator is None:
        return "none"
    shapes = f" {operator['shapes']}" if "shapes" in operator else ""
    return f"{operator['read']:,} / {operator['written']:,}{shapes}"


def print_comparison(reference, product):
    ours, theirs = totals_by_name(reference), totals_by_name(product)
    print(f"{'operator':44} {'calls read written, counted here':>40} {'by the product':>40}")
    for name in sorted(ours.keys() | theirs.keys()):
        sides = ["{:8,} {:>15,} {:>15,}".format(*side[name]) for side in (ours, theirs)]
        mark = "" if sides[0] == sides[1] else "  <--"
        print(f"{name:44} {sides[0]:>40} {sides[1]:>40}{mark}")
    for name, number, left, right in first_differences(reference, product):
        print(f"{name}, call {number}: here {described(left)}, product {described(right)}")
    print("total: here {:,} / {:,}, product {:,} / {:,}".format(*grand_total(reference), *grand_total(product)))


def main():
    # Where only the counting is wanted, the product's side is not needed.
    from product import Product
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="TorchScript file")
    parser.add_argument("--input", action="append", default=[], metavar="SPEC", help=made_value.__doc__)
    parser.add_argument("--cli", required=True, help="the rooflight-cli to compare with")
    options = parser.parse_args()
    torch.manual_seed(1)
    inputs = [made_value(text) for text in options.input]
    with tempfile.TemporaryDirectory(prefix="rooflight-bytes-") as folder, Product(options.cli) as worker:
        product = product_operators(worker.analyze(os.path.abspath(options.file), inputs, folder))
    reference = count_bytes(torch.jit.load(options.file), inputs)
    print_comparison(reference, product)
    return 0 if grand_total(reference) == grand_total(product) else 1


if __name__ == "__main__":
    sys.exit(main())
