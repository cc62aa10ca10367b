# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the files that the pages of docs/how name and do not make themselves: small models that take what the page says.

Usage: page_files.py FOLDER NAME=MAKER...
"""

import os
import subprocess
import sys
import warnings

import torch
from torch import nn

LONGEST = 8192


def image_net(width=8):
    return nn.Sequential(
        nn.Conv2d(3, width, 3, stride=4, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(4), nn.Flatten(), nn.Linear(16 * width, 10)
    ).eval()


def trace(path, width=8):
    torch.jit.trace(image_net(width), torch.rand(1, 3, 224, 224)).save(path)


def smaller_trace(path):
    trace(path, 4)


def torchvision_trace(path):
    """The model of torchvision with the file's name."""
    import torchvision

    model = torchvision.models.get_model(os.path.splitext(os.path.basename(path))[0], weights=None).eval()
    torch.jit.trace(model, torch.rand(1, 3, 224, 224)).save(path)


class AnyType(nn.Module):
    def forward(self, x):
        return torch.relu(x).mean((2, 3))


def any_type(path):
    torch.jit.script(AnyType().eval()).save(path)


def tensor(path):
    torch.save(torch.rand(1, 3, 64, 64), path)


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(30522, 16)

    def forward(self, ids, mask):
        return self.table(ids) * mask.unsqueeze(2)


def bert(path):
    torch.jit.script(Bert().eval()).save(path)


class Pair(nn.Module):
    def forward(self, images: list[torch.Tensor]):
        return [torch.relu(image) for image in images]


def pair(path):
    torch.jit.script(Pair().eval()).save(path)


class Dict(nn.Module):
    def forward(self, inputs: dict[str, torch.Tensor]):
        return torch.relu(inputs["image"])


def dictionary(path):
    torch.jit.script(Dict().eval()).save(path)


class Bounded(nn.Module):
    """Runs batches up to 64: a search up to the memory of the machine would take too long here."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 64)

    def forward(self, x):
        assert x.size(0) <= 64
        return self.fc(x)


def bounded(path):
    torch.jit.script(Bounded().eval()).save(path)


def save_export(path, model, inputs, dynamic):
    torch.export.save(torch.export.export(model.eval(), inputs, dynamic_shapes=dynamic), path)


def batch_export(path):
    batch = torch.export.Dim("batch", min=1, max=64)
    save_export(path, image_net(), (torch.rand(2, 3, 224, 224),), ({0: batch},))


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(1, 4)

    def forward(self, x):
        return torch.relu(self.fc(x.unsqueeze(2)))


def sequence_export(path):
    sizes = {0: torch.export.Dim("batch", min=1, max=64), 1: torch.export.Dim("length", min=1, max=LONGEST)}
    save_export(path, Sequence(), (torch.rand(2, 16),), (sizes,))


class Decoder(nn.Module):
    """One layer of attention over a cache of keys and values, which serve for each other."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(100, 16)
        self.head = nn.Linear(16, 100)

    def forward(self, input_ids, past):
        new = self.table(input_ids).unsqueeze(1)
        keys = torch.cat((past, new), 2)
        return self.head(nn.functional.scaled_dot_product_attention(new, keys, keys).squeeze(1))


def decoder_export(path):
    batch = torch.export.Dim("batch", min=1, max=16)
    sizes = {"input_ids": {0: batch, 1: torch.export.Dim("new", min=1, max=LONGEST)},
             "past": {0: batch, 2: torch.export.Dim("context", min=1, max=LONGEST)}}
    inputs = (torch.zeros(2, 3, dtype=torch.int64), torch.rand(2, 1, 5, 16))
    save_export(path, Decoder(), inputs, sizes)


def compiled_package(path):
    exported = torch.export.export(image_net(), (torch.rand(8, 3, 224, 224),))
    torch._inductor.aoti_compile_and_package(exported, package_path=path)


OPERATORS = """
#include <ATen/ATen.h>
#include <torch/library.h>
static at::Tensor deform_attention(const at::Tensor &value, const at::Tensor &locations) {
    return value * locations.sum();
}
static at::Tensor swish(const at::Tensor &x) { return x * x.sigmoid(); }
TORCH_LIBRARY(mylib, library) {
    library.def("deform_attention(Tensor value, Tensor locations) -> Tensor");
    library.def("swish(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(mylib, CPU, library) {
    library.impl("deform_attention", deform_attention);
    library.impl("swish", swish);
}
"""


def operator_library(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    torch_folder = os.path.dirname(torch.__file__)
    includes = [f"-I{torch_folder}/include", f"-I{torch_folder}/include/torch/csrc/api/include"]
    abi = f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"
    command = ["g++", "-O1", "-std=c++20", "-shared", "-fPIC", "-w", abi, *includes, "-x", "c++", "-", "-o", path,
               f"-L{torch_folder}/lib", f"-Wl,-rpath,{torch_folder}/lib", "-lc10", "-ltorch_cpu"]
    subprocess.run(command, input=OPERATORS, encoding="utf-8", check=True)


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Conv2d(3, 4, 3)

    def forward(self, image):
        features = torch.ops.mylib.swish(self.backbone(image))
        return torch.ops.mylib.deform_attention(features, features)


def detector(path):
    library = os.path.join(os.path.dirname(path), "build/libmyops.so")
    if not os.path.exists(library):
        operator_library(library)
    torch.ops.load_library(library)
    torch.jit.trace(Detector().eval(), torch.rand(1, 3, 16, 16)).save(path)


def pretrained(path):
    """What torchvision would download, with other weights: it takes what is there."""
    import torchvision

    weights = {"resnet18": torchvision.models.ResNet18_Weights, "resnet50": torchvision.models.ResNet50_Weights}
    os.makedirs(path, exist_ok=True)
    for name, of_model in weights.items():
        model = torchvision.models.get_model(name, weights=None)
        torch.save(model.state_dict(), os.path.join(path, os.path.basename(of_model.DEFAULT.url)))


MAKERS = {maker.__name__: maker for maker in (
    trace, smaller_trace, torchvision_trace, any_type, tensor, bert, pair, dictionary, bounded, batch_export, sequence_export,
    decoder_export, compiled_package, operator_library, detector, pretrained)}


def main(folder, wanted):
    warnings.simplefilter("ignore")
    torch.manual_seed(1)
    for name, maker in (entry.split("=") for entry in wanted):
        MAKERS[maker](os.path.join(folder, name))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
