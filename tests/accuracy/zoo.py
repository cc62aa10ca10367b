# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The models of the libraries that people take theirs from, with random weights and small inputs."""

from functools import partial

import torchvision
from torch import nn

from case import TRACED, Case, floats, hollow


def torchvision_cases():
    return (classification_cases() + segmentation_cases() + video_cases() + flow_cases() + detection_cases()
            + quantized_cases())


def timm_cases():
    import zoo_timm  # its package is not in the environment of the other tests
    return zoo_timm.cases()


def transformers_cases():
    import zoo_transformers  # its package is not in the environment of the other tests
    return zoo_transformers.cases()


def build(name, **options):
    return lambda: torchvision.models.get_model(name, weights=None, **options)


# Models that take one size of image only, and options that only some know.
SIDES = {"googlenet": 128, "inception_v3": 128, "maxvit_t": 224, "vit_b_32": 128, "vit_l_32": 128}
VISION_OPTIONS = {
    "googlenet": {"init_weights": False},
    "inception_v3": {"init_weights": False},
    "vit_b_16": {"image_size": 112},
    "vit_l_16": {"image_size": 112},
    "vit_h_14": {"image_size": 112},
    "vit_b_32": {"image_size": 128},
    "vit_l_32": {"image_size": 128},
}


def classification_cases():
    cases = []
    for name in torchvision.models.list_models(module=torchvision.models):
        side = SIDES.get(name, 112)
        make = build(name, **VISION_OPTIONS.get(name, {}))
        cases.append(Case(f"torchvision/{name}", partial(hollow, make), lambda side=side: (floats(1, 3, side, side),),
                          forms=("trace",)))
    return cases


def segmentation_cases():
    return [Case(f"torchvision/{name}", partial(hollow, build(name, weights_backbone=None, num_classes=21, **aux)),
                 lambda: (floats(1, 3, 128, 128),), forms=("trace",))
            for name in torchvision.models.list_models(module=torchvision.models.segmentation)
            for aux in ({} if name.startswith("lraspp") else {"aux_loss": True},)]


def video_cases():
    """Four frames of 112 for convolutions; the transformers take the one size they are made for."""
    cases = []
    for name in torchvision.models.list_models(module=torchvision.models.video):
        shape = (1, 3, 4, 112, 112)
        if name.startswith("mvit"):
            shape = (1, 3, 16, 224, 224)
        elif name == "s3d":
            shape = (1, 3, 16, 224, 224)
        cases.append(Case(f"torchvision/{name}", partial(hollow, build(name)), lambda shape=shape: (floats(*shape),),
                          forms=("trace",)))
    return cases


class Flow(nn.Module):
    """RAFT with few updates: they are alike."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, first, second):
        return self.model(first, second, num_flow_updates=3)


def flow_cases():
    return [Case(f"torchvision/{name}", lambda name=name: Flow(build(name)()),
                 lambda: (floats(1, 3, 128, 128), floats(1, 3, 128, 128)), forms=("trace",))
            for name in torchvision.models.list_models(module=torchvision.models.optical_flow)]


def detection_cases():
    """As scripts: tracing would fix how many boxes there are."""
    cases = []
    for name in torchvision.models.list_models(module=torchvision.models.detection):
        options = {"weights_backbone": None}
        if not name.startswith("ssd"):
            options.update(min_size=256, max_size=256)
        if "rcnn" in name:
            options.update(box_score_thresh=0.0, box_detections_per_img=8, rpn_post_nms_top_n_test=40)
        cases.append(Case(f"torchvision/{name}", build(name, **options), lambda: ([floats(3, 256, 256)],), forms=("script",)))
    return cases


def quantized_cases():
    """The 8-bit models count what their originals do."""
    names = torchvision.models.list_models(module=torchvision.models.quantization)
    return [Case(f"torchvision/{name}", build(name, quantize=True, **quantized_options(name)),
                 lambda: (floats(1, 3, 112, 112),), forms=TRACED, reference=build(name, quantize=False))
            for name in names]


def quantized_options(name):
    # Its own random weights grow the values beyond 10^10, and torch.jit.save writes such a scale as an integer.
    return {"init_weights": False} if name == "quantized_inception_v3" else {}
