# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""One small model of each architecture of timm, at the image size it is made for."""

import timm

from case import Case, floats

NAMES = """
    bat_resnext26ts beit_base_patch16_224 botnet26t_256 caformer_s18 cait_xxs24_224 coat_lite_tiny coatnet_pico_rw_224
    convformer_s18 convit_tiny convmixer_768_32 convnextv2_atto crossvit_9_240 csatv2 cspresnet50 davit_tiny
    deit3_small_patch16_224 deit_tiny_distilled_patch16_224 dla34 dpn68 edgenext_xx_small efficientformer_l1
    efficientformerv2_s0 efficientvit_b0 efficientvit_m0 ese_vovnet19b_dw eva02_tiny_patch14_224 fastvit_t8 fbnetc_100
    focalnet_tiny_srf gcvit_xxtiny gernet_s ghostnet_100 ghostnetv2_100 ghostnetv3_100 gmlp_ti16_224 halonet26t
    hardcorenas_a hgnetv2_b0 hiera_tiny_224 hrnet_w18_small inception_next_atto lambda_resnet26t lcnet_050 levit_128s
    mambaout_femto maxvit_pico_rw_256 mixer_s16_224 mixnet_s mobilenetv4_conv_small mobilenetv4_hybrid_medium
    mobileone_s0 mobilevit_xxs mobilevitv2_050 naflexvit_base_patch16_gap nest_tiny nextvit_small nfnet_l0 pit_ti_224
    poolformer_s12 pvt_v2_b0 rdnet_tiny regnetx_002 regnety_002 repghostnet_050 repvgg_a0 res2net50_26w_4s resmlp_12_224
    resnest14d resnetv2_50 rexnet_100 samvit_base_patch16_224 selecsls42 sequencer2d_s shvit_s1 skresnet18 starnet_s1
    swiftformer_xs swinv2_cr_tiny_224 tf_efficientnetv2_b0 tiny_vit_5m_224 tinynet_e tnt_s_patch16_224 tresnet_m
    twins_pcpvt_small twins_svt_small visformer_tiny vit_relpos_small_patch16_224 vit_tiny_patch16_224
    vit_tiny_r_s16_p8_224 vitamin_small_224 volo_d1_224 vovnet39a xception41 xcit_nano_12_p16_224
""".split()


def cases():
    return [case(name) for name in NAMES]


def case(name):
    shape = timm.get_pretrained_cfg(name).input_size
    return Case(f"timm/{name}", lambda: timm.create_model(name, pretrained=False), lambda: (floats(1, *shape),),
                forms=("trace",))
