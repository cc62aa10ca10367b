# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Files of torch.export that Rooflight is to refuse or to survive, each with a plain sentence."""

import os
import zipfile

import torch
from torch import nn

PROGRAM = "whole/models/model.json"


def changed(source, target, changes, added=()):
    """A copy of the archive: records replaced (None: left out), texts of the program exchanged, records added."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for record in old.infolist():
            content = old.read(record)
            for name, change in changes.items():
                if record.filename != name:
                    continue
                content = change
                if isinstance(change, tuple):
                    before, after = change
                    content = old.read(record).replace(before.encode(), after.encode())
                    assert content != old.read(record), before
            if content is not None:
                new.writestr(record.filename, content)
        for name, content in added:
            new.writestr(name, content)


def make(folder):
    def path(name):
        return os.path.join(folder, name + ".pt2")

    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU()).eval()
    batch = torch.export.Dim("batch", min=1, max=8)
    torch.export.save(torch.export.export(model, (torch.rand(2, 4),), dynamic_shapes=({0: batch},)), path("whole"))
    whole = path("whole")
    with open(whole, "rb") as file:
        content = file.read()
    with open(path("export_truncated"), "wb") as file:
        file.write(content[: len(content) * 6 // 10])

    with open(path("export_bit_flipped"), "wb") as file:
        place = content.index(b"forward_arg_names")
        file.write(content[:place] + bytes([content[place] ^ 1]) + content[place + 1:])

    relu, linear = "torch.ops.aten.relu.default", "torch.ops.aten.linear.default"
    programs = {
        "export_unknown_operator": (relu, "torch.ops.aten.no_such_operator.default"),
        "export_unknown_overload": (relu, "torch.ops.aten.relu.Strange"),
        "export_python_operator": (relu, "torch.ops.my_python.operator.default"),
        "export_python_function": (relu, "my.module.function"),
        "export_higher_order": (relu, "torch.ops.higher_order.flex_attention"),
        "export_transform": (relu, "torch._functorch.predispatch._add_batch_dim"),
        "export_other_arguments": (relu, "torch.ops.aten.linear.default"),
        "export_touches_files": (relu, "torch.ops.aten.from_file.default"),
        "export_leaves_storage": (relu, "torch.ops.aten._reshape_alias.default"),
        "export_cycle": ('"as_tensor": {"name": "linear"}', '"as_tensor": {"name": "relu"}'),
        "export_dangling": ('"name": "x"}}, "kind"', '"name": "missing"}}, "kind"'),
        "export_schema": ('"major": 8', '"major": 99'),
    }
    if '"input"}}, "kind"' in zipfile.ZipFile(whole).read(PROGRAM).decode():  # the name of an nn.Sequential's argument
        programs["export_dangling"] = ('"name": "input"}}, "kind"', '"name": "missing"}}, "kind"')
    for name, change in programs.items():
        changed(whole, path(name), {PROGRAM: change})

    class Code:
        def __reduce__(self):
            return os.mkdir, (os.path.join(folder, "made_by_sample_inputs"),)

    pickled = os.path.join(folder, "pickled.pt")
    torch.save(((Code(),), {}), pickled)
    with open(pickled, "rb") as file:
        changed(whole, path("export_code_in_inputs"), {"whole/data/sample_inputs/model.pt": file.read()})
    os.remove(pickled)

    weights = "whole/data/weights/model_weights_config.json"
    changed(whole, path("export_huge_weight"), {weights: ('"as_int": 3', '"as_int": 4611686018427387904')})
    changed(whole, path("export_wrong_type"), {weights: ('"dtype": 7', '"dtype": 8')})
    size, gradient = '"as_int": 4}], ', '"requires_grad": false'
    changed(whole, path("export_huge_input"),
            {PROGRAM: (size + gradient, size.replace("4", "4611686018427387904") + gradient)})
    changed(whole, path("export_no_weight"), {"whole/data/weights/weight_0": None})
    changed(whole, path("export_deep"), {PROGRAM: b"[" * 1_000_000})
    changed(whole, path("export_compiled"), {PROGRAM: None}, [("whole/data/aotinductor/model/model.so", b"\x7fELF")])
    changed(whole, path("export_old_layout"), {}, [("whole/data/weights/model.pt", b"PK")])
