# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Architectures of Hugging Face transformers, each with two small layers: what they are made of, not how often."""

import torch
import transformers
from torch import nn

from case import Case, floats, tokens

LENGTH = 24
VOCABULARY = 200

# What most text models call their sizes, and those that have names of their own.
TEXT = {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 128, "max_position_embeddings": 64}
GROUPED = {**TEXT, "num_key_value_heads": 2}
GPT = {"vocab_size": VOCABULARY, "n_embd": 64, "n_layer": 2, "n_head": 4, "n_positions": 64}
SEQUENCES = {"vocab_size": VOCABULARY, "d_model": 64, "encoder_layers": 2, "decoder_layers": 2,
             "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 128,
             "decoder_ffn_dim": 128, "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1,
             "eos_token_id": 2, "decoder_start_token_id": 1, "forced_eos_token_id": None}
T5 = {"vocab_size": VOCABULARY, "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4,
      "decoder_start_token_id": 0}
IMAGE = {"image_size": 64, "patch_size": 16, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
         "intermediate_size": 128}
SPEECH = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128,
          "vocab_size": 32, "conv_dim": (32, 32, 32), "conv_stride": (5, 2, 2), "conv_kernel": (10, 3, 2),
          "num_feat_extract_layers": 3, "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 4}
STAGES = {"depths": [1, 1, 1, 1], "image_size": 64}
TWO_TOWERS = {"text_config": {**TEXT, "projection_dim": 32}, "vision_config": {**IMAGE, "projection_dim": 32}}


def text():
    return (tokens(1, LENGTH, VOCABULARY),)


def two_texts():
    return tokens(1, LENGTH, VOCABULARY), tokens(1, LENGTH // 2, VOCABULARY)


def image(side=64):
    return (floats(1, 3, side, side),)


def sound():
    return (floats(1, 4000),)


def text_and_image():
    return tokens(1, LENGTH, VOCABULARY), floats(1, 3, 64, 64)


# Model, what its configuration differs in, the names of its inputs, and the inputs.
IDS = ("input_ids",)
BOTH = ("input_ids", "decoder_input_ids")
PIXELS = ("pixel_values",)
MODELS = [
    ("AlbertModel", {**TEXT, "embedding_size": 32}, IDS, text),
    ("BartModel", SEQUENCES, BOTH, two_texts),
    ("BertForMaskedLM", TEXT, IDS, text),
    ("BigBirdModel", {**TEXT, "attention_type": "original_full"}, IDS, text),
    ("BlenderbotModel", SEQUENCES, BOTH, two_texts),
    ("BloomForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "n_layer": 2, "n_head": 4}, IDS, text),
    ("CamembertModel", TEXT, IDS, text),
    ("CanineModel", TEXT, IDS, text),
    ("CodeGenForCausalLM", {**GPT, "rotary_dim": 8, "n_ctx": 64}, IDS, text),
    ("CohereForCausalLM", GROUPED, IDS, text),
    ("ConvBertModel", {**TEXT, "embedding_size": 64}, IDS, text),
    ("CTRLModel", {**GPT, "dff": 128}, IDS, text),
    ("DebertaModel", {**TEXT, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]}, IDS, text),
    ("DebertaV2Model", {**TEXT, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]}, IDS, text),
    ("DistilBertModel", {"vocab_size": VOCABULARY, "dim": 64, "n_layers": 2, "n_heads": 4, "hidden_dim": 128}, IDS,
     text),
    ("ElectraModel", {**TEXT, "embedding_size": 32}, IDS, text),
    ("ErnieModel", TEXT, IDS, text),
    ("FalconForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2,
                           "num_attention_heads": 4}, IDS, text),
    ("FNetModel", TEXT, IDS, text),
    ("FunnelModel", {"vocab_size": VOCABULARY, "block_sizes": [1, 1], "d_model": 64, "n_head": 4, "d_head": 16,
                     "d_inner": 128}, IDS, text),
    ("GemmaForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("Gemma2ForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("Gemma3ForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("GPT2LMHeadModel", GPT, IDS, text),
    ("GPTBigCodeForCausalLM", GPT, IDS, text),
    ("GPTJForCausalLM", {**GPT, "rotary_dim": 8}, IDS, text),
    ("GPTNeoForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_layers": 2, "num_heads": 4,
                           "attention_types": [[["global", "local"], 1]], "max_position_embeddings": 64}, IDS, text),
    ("GPTNeoXForCausalLM", TEXT, IDS, text),
    ("GraniteForCausalLM", GROUPED, IDS, text),
    ("IBertModel", TEXT, IDS, text),
    ("LlamaForCausalLM", GROUPED, IDS, text),
    ("LongT5Model", T5, BOTH, two_texts),
    ("M2M100Model", SEQUENCES, BOTH, two_texts),
    ("MambaForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2, "state_size": 8}, IDS,
     text),
    ("MarianModel", SEQUENCES, BOTH, two_texts),
    ("MegatronBertModel", TEXT, IDS, text),
    ("MistralForCausalLM", GROUPED, IDS, text),
    ("MixtralForCausalLM", {**GROUPED, "num_local_experts": 4}, IDS, text),
    ("MobileBertModel", {**TEXT, "intra_bottleneck_size": 32, "embedding_size": 32, "true_hidden_size": 32}, IDS, text),
    ("MPNetModel", TEXT, IDS, text),
    ("MptForCausalLM", {"vocab_size": VOCABULARY, "d_model": 64, "n_layers": 2, "n_heads": 4, "max_seq_len": 64}, IDS,
     text),
    ("MT5Model", T5, BOTH, two_texts),
    ("NystromformerModel", {**TEXT, "segment_means_seq_len": 24, "num_landmarks": 4}, IDS, text),
    ("OlmoForCausalLM", GROUPED, IDS, text),
    ("OPTForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                        "ffn_dim": 128, "word_embed_proj_dim": 64, "max_position_embeddings": 64}, IDS, text),
    ("PegasusModel", SEQUENCES, BOTH, two_texts),
    ("PersimmonForCausalLM", TEXT, IDS, text),
    ("PhiForCausalLM", TEXT, IDS, text),
    ("Phi3ForCausalLM", {**GROUPED, "pad_token_id": 0}, IDS, text),
    ("Qwen2ForCausalLM", GROUPED, IDS, text),
    ("Qwen3ForCausalLM", {**GROUPED, "head_dim": 16}, IDS, text),
    ("RemBertModel", {**TEXT, "input_embedding_size": 32}, IDS, text),
    ("RobertaModel", TEXT, IDS, text),
    ("RoFormerModel", TEXT, IDS, text),
    ("RwkvForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 64, "num_hidden_layers": 2, "context_length": 64},
     IDS, text),
    ("SqueezeBertModel", {**TEXT, "embedding_size": 64}, IDS, text),
    ("StableLmForCausalLM", GROUPED, IDS, text),
    ("Starcoder2ForCausalLM", GROUPED, IDS, text),
    ("T5Model", T5, BOTH, two_texts),
    ("XGLMForCausalLM", {"vocab_size": VOCABULARY, "d_model": 64, "num_layers": 2, "attention_heads": 4,
                         "ffn_dim": 128}, IDS, text),
    ("XLMModel", {"vocab_size": VOCABULARY, "emb_dim": 64, "n_layers": 2, "n_heads": 4, "n_words": VOCABULARY}, IDS,
     text),
    ("XLMRobertaModel", TEXT, IDS, text),
    ("XLNetModel", {"vocab_size": VOCABULARY, "d_model": 64, "n_layer": 2, "n_head": 4, "d_inner": 128}, IDS, text),

    ("BeitModel", IMAGE, PIXELS, image),
    ("BitModel", {"hidden_sizes": [32, 64, 64, 64], "depths": [1, 1, 1, 1], "embedding_size": 32,
                  "num_groups": 4}, PIXELS, image),
    ("ConvNextModel", STAGES, PIXELS, image),
    ("CvtModel", {}, PIXELS, image),
    ("Data2VecVisionModel", IMAGE, PIXELS, image),
    ("DeiTModel", IMAGE, PIXELS, image),
    ("Dinov2Model", IMAGE, PIXELS, image),
    ("DPTForDepthEstimation", {**IMAGE, "num_hidden_layers": 4, "backbone_out_indices": [0, 1, 2, 3],
                               "neck_hidden_sizes": [16, 32, 32, 32], "fusion_hidden_size": 32}, PIXELS, image),
    ("GLPNForDepthEstimation", {"depths": [1, 1, 1, 1]}, PIXELS, image),
    ("HieraModel", {"image_size": [64, 64]}, PIXELS, image),
    ("LevitModel", {"image_size": 64}, PIXELS, image),
    ("MobileNetV1Model", {"image_size": 64}, PIXELS, image),
    ("MobileViTModel", {"image_size": 64}, PIXELS, image),
    ("PoolFormerModel", {"depths": [1, 1, 1, 1]}, PIXELS, image),
    ("PvtModel", {**STAGES}, PIXELS, image),
    ("RegNetModel", {"depths": [1, 1, 1, 1]}, PIXELS, image),
    ("SegformerForSemanticSegmentation", {"depths": [1, 1, 1, 1]}, PIXELS, image),
    ("SwiftFormerModel", {"depths": [1, 1, 1, 1]}, PIXELS, image),
    ("SwinModel", {"image_size": 64, "embed_dim": 32, "depths": [1, 1], "num_heads": [2, 4], "window_size": 4}, PIXELS,
     image),
    ("Swin2SRForImageSuperResolution", {"image_size": 32, "embed_dim": 24, "depths": [1, 1], "num_heads": [2, 2],
                                        "window_size": 4}, PIXELS, lambda: image(32)),
    ("ViTModel", IMAGE, PIXELS, image),
    ("ViTMAEModel", IMAGE, PIXELS, image),
    ("YolosForObjectDetection", {**IMAGE, "image_size": [64, 64], "num_detection_tokens": 8}, PIXELS, image),
    ("DetrForObjectDetection", {"use_timm_backbone": False, "use_pretrained_backbone": False, "d_model": 32,
                                "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2,
                                "decoder_attention_heads": 2, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64,
                                "num_queries": 10, "backbone": None,
                                "backbone_config": {"model_type": "resnet", "depths": [1, 1, 1, 1],
                                                    "hidden_sizes": [32, 32, 64, 64], "embedding_size": 16,
                                                    "out_features": ["stage4"]}}, PIXELS, image),

    ("CLIPModel", TWO_TOWERS, ("input_ids", "pixel_values"), text_and_image),
    ("SiglipModel", TWO_TOWERS, ("input_ids", "pixel_values"), text_and_image),
    ("ViltModel", {**TEXT, **IMAGE}, ("input_ids", "pixel_values"), text_and_image),

    ("HubertModel", SPEECH, ("input_values",), sound),
    ("SEWModel", {**SPEECH, "squeeze_factor": 2}, ("input_values",), sound),
    ("UniSpeechModel", SPEECH, ("input_values",), sound),
    ("Wav2Vec2ForCTC", SPEECH, ("input_values",), sound),
    ("WavLMModel", SPEECH, ("input_values",), sound),
    ("ASTModel", {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128,
                  "max_length": 64}, ("input_values",), lambda: (floats(1, 64, 128),)),
    ("Speech2TextModel", {**SEQUENCES, "max_source_positions": 64, "max_target_positions": 64, "conv_channels": 32},
     ("input_features", "decoder_input_ids"), lambda: (floats(1, 48, 80), tokens(1, 8, VOCABULARY))),
    ("WhisperModel", {**SEQUENCES, "max_source_positions": 32, "max_target_positions": 64, "num_mel_bins": 80},
     ("input_features", "decoder_input_ids"), lambda: (floats(1, 80, 64), tokens(1, 8, VOCABULARY))),
]


class Plain(nn.Module):
    """The tensors that a model gives, and nothing else: all that a trace can hold."""

    def __init__(self, model, names):
        super().__init__()
        self.model = model
        self.names = names

    def forward(self, *inputs):
        return tuple(tensors(self.model(**dict(zip(self.names, inputs)), return_dict=False)))


def tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors(item)


def build(name, options, names):
    model_class = getattr(transformers, name)
    config = model_class.config_class(**options)
    if hasattr(config, "use_cache"):
        config.use_cache = False
    return Plain(model_class(config), names)


def cases():
    return [Case(f"transformers/{name}", lambda name=name, options=options, names=names: build(name, options, names),
                 inputs, forms=("trace",)) for name, options, names, inputs in MODELS]
