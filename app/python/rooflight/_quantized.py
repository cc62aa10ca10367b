# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Bytes of weights that a configuration says are stored in fewer bits. The model itself is built without: its work is the same."""

from __future__ import annotations

import fnmatch
import math
from typing import Any, Dict, List, NamedTuple, Optional

from ._foreign import one_line


class Storage(NamedTuple):
    """How the weight of a linear layer is stored: rows of outputs, columns of inputs."""

    method: str
    bits: int
    group: int  # columns that share a scale; 0: all of a row
    bits_of_group: int  # scale and zero point
    rows_of_group: int = 1
    bits_of_column: int = 0  # in which order groups go
    left_out: List[str] = []  # modules that stay as they are

    def bytes_of(self, rows: int, columns: int) -> int:
        """
        >>> Storage("gptq", 4, 128, 20, bits_of_column=32).bytes_of(4096, 4096)  # 8 MiB, scales and zeros of 32 groups, an order
        8732672
        """
        groups = math.ceil(columns / (self.group or columns)) * math.ceil(rows / self.rows_of_group)
        return math.ceil((rows * columns * self.bits + groups * self.bits_of_group + columns * self.bits_of_column) / 8)


def storage_of(said: Any) -> Optional[Storage]:
    """By a `quantization_config`; None where it names nothing that is known here.

    >>> storage_of({"quant_method": "awq", "bits": 4, "group_size": 64})
    Storage(method='awq', bits=4, group=64, bits_of_group=20, rows_of_group=1, bits_of_column=0, left_out=[])
    >>> storage_of({"quant_method": "gptq", "bits": "4"}) is None
    True
    """
    if not isinstance(said, dict):
        return None
    method = one_line(said.get("quant_method", ""))
    kept = [name for key in ("modules_to_not_convert", "ignore", "llm_int8_skip_modules") for name in said.get(key) or []
            if isinstance(name, str)] if all(isinstance(said.get(key) or [], list) for key in
                                             ("modules_to_not_convert", "ignore", "llm_int8_skip_modules")) else []
    found: Optional[Storage] = None
    if method in ("gptq", "awq"):
        bits = _whole(said, "bits", 4)
        found = bits and Storage(method, bits, _group(said, "group_size", 128), 16 + bits,
                                 bits_of_column=32 if method == "gptq" else 0)
    elif method == "bitsandbytes":
        if said.get("load_in_4bit"):  # in the order of the weight, whatever its rows
            double = 8 + 32 / 256 if said.get("bnb_4bit_use_double_quant") else 32
            found = Storage(method, 4, 64, math.ceil(double))
        elif said.get("load_in_8bit"):
            found = Storage(method, 8, 0, 32)
    elif method == "torchao":
        found = _torchao(said.get("quant_type"))
    elif method == "fp8":
        block = said.get("weight_block_size")
        square = isinstance(block, list) and len(block) == 2 and all(type(one) is int and one > 0 for one in block)
        found = Storage(method, 8, block[1], 32, block[0]) if square else Storage(method, 8, 0, 32)
    elif method == "compressed-tensors":
        found = _compressed(said.get("config_groups"))
    return found._replace(left_out=kept) if found else None


def _whole(said: Dict[str, Any], key: str, usual: int) -> int:
    value = said.get(key, usual)
    return value if type(value) is int and 1 <= value <= 8 else 0


def _group(said: Dict[str, Any], key: str, usual: int) -> int:
    value = said.get(key, usual)
    return value if type(value) is int and value > 0 else 0


def _torchao(kind: Any) -> Optional[Storage]:
    """By a name such as int4_weight_only, or an object of JSON with the class and its data."""
    name, data = kind, {}
    while isinstance(name, dict) and len(name) and "_type" not in name:
        name = next(iter(name.values()))
    if isinstance(name, dict):
        name, data = name.get("_type"), name.get("_data") if isinstance(name.get("_data"), dict) else {}
    text = str(name).lower().replace("_", "")
    if "int4weight" in text or "8dynamicactivationint4" in text or "int8dynamicactivationintxweight" in text:
        return Storage("torchao", 4, _group(data, "group_size", 32 if "dynamic" in text else 128), 32)
    return Storage("torchao", 8, 0, 32) if "int8" in text or "float8" in text else None


def _compressed(groups: Any) -> Optional[Storage]:
    first = next(iter(groups.values()), None) if isinstance(groups, dict) else None
    weights = first.get("weights") if isinstance(first, dict) else None
    bits = _whole(weights, "num_bits", 8) if isinstance(weights, dict) else 0
    return Storage("compressed-tensors", bits, _group(weights, "group_size", 0), 16) if bits else None


def saved(model: Any, storage: Optional[Storage], read: Optional[List[str]] = None) -> int:
    """Bytes by which the weights of its linear layers are smaller than they were built: of all, or of those whose names are `read`.
    The last one, which makes the logits, stays as it is."""
    import torch

    if storage is None:
        return 0
    last = model.get_output_embeddings() if hasattr(model, "get_output_embeddings") else None
    total = 0
    for name, module in model.named_modules():
        if type(module) is torch.nn.Linear and module is not last and not _is_left_out(name, storage.left_out) \
                and (read is None or name + ".weight" in read):
            weight = module.weight
            total += weight.numel() * weight.element_size() - storage.bytes_of(*weight.shape)
    return total


def _is_left_out(name: str, left_out: List[str]) -> bool:
    """
    >>> _is_left_out("model.layers.0.mlp.gate", ["mlp.gate"]), _is_left_out("model.layers.0.mlp.gate_proj", ["mlp.gate"])
    (True, False)
    """
    for pattern in left_out:
        if pattern.startswith("re:") or "*" in pattern:
            if fnmatch.fnmatchcase(name, pattern[3:].replace(".*", "*") if pattern.startswith("re:") else pattern):
                return True
        elif f".{pattern}." in f".{name}.":
            return True
    return False
