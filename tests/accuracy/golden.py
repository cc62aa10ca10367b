# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Whole models with exact multiply-adds of convolutions and matrix products, biases left out.

Where torchvision publishes a figure (the `_ops` of its weights, in units of 10^9, and `num_params`) the integer
rounds to it. The others are closed forms: a transformer block of S tokens and width d has S (4 d^2 + m d ff) + 2 S^2 d
multiply-adds, with m = 2 or, where the inner layer is gated, 3; a head adds S d V.
"""

from functools import partial

import torchvision

import published_models as published
from case import Case, floats, hollow, tokens
from golden_operators import OPERATORS


def torchvision_case(name, side, parameters, macs, builder=None, thin=True, seconds=1, **options):
    build = partial(torchvision.models.get_model, builder or name, weights=None, **options)
    return Case(name, partial(hollow, build) if thin else build, lambda: (floats(1, 3, side, side),), macs=macs,
                parameters=parameters, seconds=seconds, source="torchvision weights: _ops, num_params")


def segmentation(name, parameters, macs, seconds, **options):
    return torchvision_case(name, 520, parameters, macs, weights_backbone=None, num_classes=21, seconds=seconds,
                            **options)


def video(name, parameters, macs):
    build = partial(torchvision.models.get_model, name, weights=None)
    return Case(name, partial(hollow, build), lambda: (floats(1, 3, 16, 112, 112),), macs=macs, parameters=parameters,
                seconds=5, source="torchvision weights: _ops, num_params")


def language(name, build, length, vocabulary, parameters, macs, seconds=1):
    return Case(f"{name}_{length}", partial(hollow, build), lambda: (tokens(1, length, vocabulary),), macs=macs,
                parameters=parameters, seconds=seconds, trace_inputs=lambda: (tokens(1, 16, vocabulary),),
                source="closed form of a transformer")


def unet(name, bilinear, side, parameters, macs):
    build = partial(published.Unet, bilinear)
    return Case(f"{name}_{side}", partial(hollow, build), lambda: (floats(1, 3, side, side),), macs=macs,
                parameters=parameters, seconds=side // 32, source="github.com/milesial/Pytorch-UNet, layer by layer")


MODELS = [
    torchvision_case("alexnet", 224, 61_100_840, 714_188_480),
    torchvision_case("vgg16", 224, 138_357_544, 15_470_264_320, seconds=2),
    torchvision_case("resnet18", 224, 11_689_512, 1_814_073_344),
    torchvision_case("resnet34", 224, 21_797_672, 3_663_761_408),
    torchvision_case("resnet50", 224, 25_557_032, 4_089_184_256),
    torchvision_case("resnet101", 224, 44_549_160, 7_801_405_440),
    torchvision_case("resnet152", 224, 60_192_808, 11_513_626_624, seconds=2),
    torchvision_case("mobilenet_v2", 224, 3_504_872, 300_774_272),
    torchvision_case("mobilenet_v3_large", 224, 5_483_032, 216_589_760),
    torchvision_case("mobilenet_v3_small", 224, 2_542_856, 56_510_400, thin=False),
    torchvision_case("efficientnet_b0", 224, 5_288_548, 385_814_752),
    torchvision_case("efficientnet_b7", 600, 66_347_960, 37_745_884_192, seconds=8),
    torchvision_case("densenet121", 224, 7_978_856, 2_834_161_664),
    torchvision_case("inception_v3", 299, 27_161_264, 5_713_216_096, init_weights=False),
    torchvision_case("squeezenet1_0", 224, 1_248_424, 818_924_576),
    torchvision_case("vit_b_16", 224, 86_567_656, 17_563_828_224, seconds=2),
    torchvision_case("vit_b_16_384", 384, 86_859_496, 55_484_350_464, builder="vit_b_16", image_size=384, seconds=4),
    torchvision_case("vit_l_16", 224, 304_326_632, 61_554_712_576, seconds=5),
    torchvision_case("vit_h_14_518", 518, 633_470_440, 1_016_716_764_160, builder="vit_h_14", image_size=518,
                     seconds=60),
    torchvision_case("swin_t", 224, 28_288_354, 4_490_566_656),
    torchvision_case("swin_s", 224, 49_606_258, 8_740_875_264),
    torchvision_case("swin_b", 224, 87_768_224, 15_430_946_816, seconds=2),
    torchvision_case("swin_v2_t", 256, 28_351_570, 5_939_690_496),
    torchvision_case("convnext_tiny", 224, 28_589_128, 4_455_531_264),
    segmentation("deeplabv3_resnet50", 42_004_074, 178_721_945_088, 10, aux_loss=True),
    segmentation("fcn_resnet50", 35_322_218, 152_716_512_000, 10, aux_loss=True),
    segmentation("lraspp_mobilenet_v3_large", 3_221_538, 2_086_219_688, 1, thin=False),
    video("r3d_18", 33_371_472, 40_696_553_472),
    video("mc3_18", 11_695_440, 43_342_635_008),
    video("r2plus1d_18", 31_505_325, 40_519_080_960),
    language("bert_base", published.Bert, 128, 30522, 109_482_240, 11_174_215_680),
    language("bert_base", published.Bert, 512, 30522, 109_482_240, 48_318_971_904, seconds=3),
    language("gpt2", published.Gpt2, 128, 50257, 124_439_808, 16_114_089_984, seconds=2),
    language("gpt2", published.Gpt2, 1024, 50257, 124_439_808, 145_824_153_600, seconds=10),
    language("llama_7b", published.Llama, 128, 32000, 6_738_415_616, 850_000_871_424, seconds=60),
    language("llama_7b", published.Llama, 2048, 32000, 6_738_415_616, 14_630_806_093_824, seconds=600),
    unet("unet", False, 256, 31_037_633, 48_167_387_136),
    unet("unet", False, 512, 31_037_633, 192_669_548_544),
    unet("unet_bilinear", True, 256, 17_262_977, 39_980_105_728),
    unet("unet_bilinear", True, 512, 17_262_977, 159_920_422_912),
]

# Models that together hold every family of operators and take a second or two each in all forms. Two more are in
# `scripts/test` with their bytes, and so with all their numbers: tests/accuracy/CMakeLists.txt.
SMALL = ("resnet18", "mobilenet_v2", "convnext_tiny")

GOLDEN = OPERATORS + MODELS
