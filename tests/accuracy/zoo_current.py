# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What people export today: nets of transformers 5 as they are by default, of timm, and a diffusion U-Net of diffusers.

Each with random weights and few small layers. Attention and experts take the implementation that transformers chooses.
"""

import timm
import transformers
from diffusers import UNet2DConditionModel
from torch import nn

from case import Case, floats, tokens
from zoo_transformers import (BOTH, GPT, GROUPED, IDS, IMAGE, PIXELS, SEQUENCES, SPEECH, T5, TEXT, TWO_TOWERS, VOCABULARY, Plain,
                              image, sound, text, text_and_image, two_texts)

EXPERTS = {**GROUPED, "num_experts_per_tok": 2}

NETS = [
    ("BertModel", TEXT, IDS, text),
    ("RobertaForMaskedLM", TEXT, IDS, text),
    ("DistilBertModel", {"vocab_size": VOCABULARY, "dim": 64, "n_layers": 2, "n_heads": 4, "hidden_dim": 128}, IDS, text),
    ("ModernBertModel", {**TEXT, "pad_token_id": 0, "cls_token_id": 1, "sep_token_id": 2, "bos_token_id": 1,
                         "eos_token_id": 2}, IDS, text),
    ("GPT2LMHeadModel", GPT, IDS, text),
    ("LlamaForCausalLM", GROUPED, IDS, text),
    ("MistralForCausalLM", GROUPED, IDS, text),
    ("Qwen3ForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("Gemma3ForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("Phi3ForCausalLM", {**GROUPED, "pad_token_id": 0}, IDS, text),
    ("MixtralForCausalLM", {**EXPERTS, "num_local_experts": 8}, IDS, text),
    ("Qwen3MoeForCausalLM", {**EXPERTS, "head_dim": 16, "num_experts": 16, "moe_intermediate_size": 32}, IDS, text),
    ("MambaForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8}, IDS, text),
    ("T5Model", T5, BOTH, two_texts),
    ("BartModel", SEQUENCES, BOTH, two_texts),
    ("WhisperModel", {**SEQUENCES, "max_source_positions": 32, "max_target_positions": 64, "num_mel_bins": 80},
     ("input_features", "decoder_input_ids"), lambda: (floats(1, 80, 64), tokens(1, 8, VOCABULARY))),
    ("Wav2Vec2ForCTC", SPEECH, ("input_values",), sound),
    ("ViTModel", IMAGE, PIXELS, image),
    ("Dinov2Model", IMAGE, PIXELS, image),
    ("CLIPModel", TWO_TOWERS, ("input_ids", "pixel_values"), text_and_image),
    ("SwinModel", {"image_size": 64, "embed_dim": 32, "depths": [1, 1], "num_heads": [2, 4], "window_size": 4}, PIXELS, image),
]

TIMM = "convnextv2_atto efficientnet_b0 mobilenetv4_conv_small resnet18 swin_tiny_patch4_window7_224 vit_tiny_patch16_224".split()


def build(name, options, names):
    model_class = getattr(transformers, name)
    return Plain(model_class(model_class.config_class(**options)), names)


class Denoiser(nn.Module):
    """One step of a diffusion model: noise of an image, a time and a text."""

    def __init__(self):
        super().__init__()
        self.unet = UNet2DConditionModel(sample_size=16, block_out_channels=(32, 64), layers_per_block=1,
                                         down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
                                         up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), cross_attention_dim=32,
                                         norm_num_groups=8, attention_head_dim=4)

    def forward(self, sample, time, states):
        return self.unet(sample, time, states, return_dict=False)[0]


def cases():
    nets = [Case(f"current/{name}", lambda name=name, options=options, names=names: build(name, options, names), inputs,
                 forms=()) for name, options, names, inputs in NETS]
    for name in TIMM:
        shape = timm.get_pretrained_cfg(name).input_size
        nets.append(Case(f"current/{name}", lambda name=name: timm.create_model(name, pretrained=False),
                         lambda shape=shape: (floats(1, *shape),), forms=()))
    return nets + [Case("current/UNet2DConditionModel", Denoiser,
                        lambda: (floats(1, 4, 16, 16), tokens(1, 1, 1000)[0], floats(1, 8, 32)), forms=())]
