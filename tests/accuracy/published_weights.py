# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Every set of weights that torchvision publishes with a count (`_ops`, in 10^9 multiply-adds), at the published size.

Left out are detectors with two stages: what their second stage does depends on how many boxes the weights find.
"""

from functools import partial

import torchvision
from torchvision.models import get_model_weights, list_models

import zoo
from case import Case, floats, hollow

ONE_STAGE = {"fcos": 800, "retinanet": 800, "ssd300": 300, "ssdlite320": 320}
TWO_STAGES = ("fasterrcnn", "maskrcnn", "keypointrcnn")


def family(name):
    """The name of torchvision's package that a model is from."""
    return torchvision.models.get_model_builder(name).__module__.split(".")[2]


def side_of(name, weights):
    """Of the images; None for a model that is left out."""
    if name.startswith(TWO_STAGES):
        return None
    for prefix, side in ONE_STAGE.items():
        if name.startswith(prefix):
            return side
    if family(name) == "optical_flow":
        return 512
    transforms = weights.transforms()
    return (transforms.resize_size if family(name) == "segmentation" else transforms.crop_size)[0]


def builder_options(name, weights, side):
    if name.startswith("vit"):
        return {"image_size": side}
    if name == "googlenet":
        return {"init_weights": False, "aux_logits": False}
    if name == "inception_v3":
        return {"init_weights": False}
    options = {}
    if family(name) == "quantization":
        options.update(quantize=True, **zoo.quantized_options(name))
    if family(name) in ("segmentation", "detection"):
        options.update(weights_backbone=None, num_classes=len(weights.meta["categories"]))
    if name.startswith(("fcn", "deeplabv3")):
        options["aux_loss"] = True
    return options


def inputs_of(name, side):
    if family(name) == "optical_flow":
        return floats(1, 3, side, side), floats(1, 3, side, side)
    if family(name) == "detection":
        return ([floats(3, side, side)],)
    if family(name) == "video":
        return (floats(1, 3, 16, side, side),)
    return (floats(1, 3, side, side),)


def case_of(name, weights, side):
    build = partial(torchvision.models.get_model, name, weights=None, **builder_options(name, weights, side))
    thin = family(name) not in ("quantization", "detection", "optical_flow")
    giga_macs = weights.meta["_ops"]
    # Quantised layers keep their weights in objects that are no parameters; detectors come with their batch
    # normalisation frozen, which a model with random weights has not.
    parameters = None if family(name) in ("quantization", "detection") else weights.meta["num_params"]
    return Case(f"published/{name}@{side}", partial(hollow, build) if thin else build, partial(inputs_of, name, side),
                forms=("script" if family(name) == "detection" else "trace",), giga_macs=giga_macs,
                parameters=parameters, seconds=round(giga_macs / 15), source="torchvision weights: _ops, num_params")


def cases():
    found = {}
    for name in list_models():
        for weights in get_model_weights(name):
            side = side_of(name, weights)
            if side is not None:
                case = case_of(name, weights, side)
                found.setdefault(case.name, case)
    return list(found.values())
