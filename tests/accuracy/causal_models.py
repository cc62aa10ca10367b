# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Default configurations of the causal models that transformers knows, with few blocks, and what FlopCounterMode counts of them.

What FlopCounterMode does not know is counted by hand: products of experts, rows x columns x inner size, and triangular systems,
which an export solves as a product: n x n x right sides.
"""

import inspect

# Blocks: two where all are of a kind, else enough for one of each.
BLOCKS = {"bailing_hybrid": 8, "bamba": 4, "cohere_compass": 4, "cohere_compass_text": 4, "dory": 4, "gemma3": 6, "gemma3_text": 6,
          "gemma3n": 15, "gemma3n_text": 15, "granitemoehybrid": 4, "jamba": 6, "kimi_linear": 5, "lfm2": 4, "lfm2_moe": 4, "lfm3": 4,
          "nemotron_h": 6, "olmo_hybrid": 4, "qwen3_5": 4, "qwen3_5_moe": 4, "qwen3_5_moe_text": 4, "qwen3_5_text": 4,
          "qwen3_next": 4, "qwen4_exp": 4, "qwen4_exp_text": 4, "recurrent_gemma": 3, "zamba": 8, "zamba2": 8}
# What the default configuration leaves out, though no model of it runs without, or what does not go with few blocks.
COMPLETE = {"bamba": {"attn_layer_indices": [1]}, "dbrx": {"attn_config": {"rope_theta": 10000.0, "clip_qkv": 8}},
            "cohere_compass_text": {"rope_parameters": {"full_attention": {"rope_type": "default", "rope_theta": 10000.0}}},
            "deepseek_v2": {"topk_method": "greedy", "num_experts_per_tok": 6, "moe_intermediate_size": 1408},
            "dory": {"n_input_layers": 1, "n_output_layers": 1}, "dots1": {"n_routed_experts": 16, "n_shared_experts": 2, "num_experts_per_tok": 6},
            "gemma3n": {"num_kv_shared_layers": 5}, "gemma3n_text": {"num_kv_shared_layers": 5},
            "gemma4_assistant": {"hidden_size_per_layer_input": 0},
            "granitemoehybrid": {"layer_types": lambda blocks: (["mamba", "attention", "mamba", "mamba"] * blocks)[:blocks]}, "hunyuan_v1_dense": {"head_dim": 128},
            "hunyuan_v1_moe": {"head_dim": 128}, "ministral": {"head_dim": 128}, "nemotron": {"num_key_value_heads": 8},
            "lfm2_moe": {"layer_types": lambda blocks: (["conv", "conv", "full_attention", "conv"] * blocks)[:blocks]},
            "reformer": {"is_decoder": True}}


def more_blocks(kind):
    """Enough that models of some of them are counted, of which the rest follows."""
    return 2 * BLOCKS[kind] + 1 if kind in BLOCKS else 5


_COUNTS = ("num_hidden_layers", "num_layers", "decoder_layers", "encoder_layers", "n_layer", "n_layers", "depth")
# What a run gives for the next one.
_STATES = ("past_key_values", "cache_params", "cache", "state", "mems", "past_buckets_states")
# Of real memory, where the device meta does not do.
_MOST_BYTES = 5 * 10**9


def configuration(transformers, kind, blocks=None):
    """The default one with few blocks, in the models that it is made of as well."""
    return _small(type(transformers.CONFIG_MAPPING[kind]()), kind, blocks or BLOCKS.get(kind, 2))


def _small(made, kind, blocks):
    """An object of the class \\p made."""
    config = made()
    parts = {}
    for name in getattr(made, "sub_configs", None) or {}:
        part = getattr(config, name, None)
        if hasattr(part, "to_dict"):
            parts[name] = _small(type(part), part.model_type, blocks).to_dict()
    names = {*_COUNTS, made.attribute_map.get("num_hidden_layers")}
    few = {name: blocks for name in names if name and type(getattr(config, name, None)) is int}
    complete = {name: value(blocks) if callable(value) else value for name, value in COMPLETE.get(kind, {}).items()}
    for more in ({**few, **parts, **complete}, {**parts, **complete}):
        try:
            return made(**more)
        except Exception:  # noqa: BLE001: it has lists with an entry a block, or parts that are no arguments
            continue
    return config


def as_stated(transformers, config):
    """What config.json says of it."""
    model = transformers.MODEL_FOR_CAUSAL_LM_MAPPING[type(config)]
    return {**config.to_dict(), "model_type": config.model_type, "architectures": [(model[0] if isinstance(model, tuple) else model).__name__]}


def _grouped_products(given, weights, *rest, out_shape=None, **named):
    if len(given) == 2 and len(weights) == 3:  # rows sorted by expert
        return 2 * given[0] * given[1] * weights[2]
    raise ValueError(f"a grouped product of {given} and {weights}")


def _triangular_system(matrix, right, *rest, out_shape=None, **named):
    count = 2 * matrix[-1] * right[-1]
    for size in out_shape[:-1]:
        count *= size
    return count


def expected(model, sequences, length):
    """Multiply-adds of the prefill, and of the step behind it, on the device of the model."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    by_hand = {torch.ops.aten._grouped_mm: _grouped_products, torch.ops.aten.linalg_solve_triangular: _triangular_system}
    macs = {}
    with torch.no_grad(), torch.device(next(model.parameters()).device):
        ids = torch.zeros(sequences, length, dtype=torch.int64)
        known = inspect.signature(type(model).forward).parameters
        options = {name: value for name, value in (("logits_to_keep", 1), ("use_cache", True)) if name in known}
        with FlopCounterMode(display=False, custom_mapping=by_hand) as counter:
            found = model(input_ids=ids, **options)
        macs["prefill"] = counter.get_total_flops() // 2
        kept = [name for name in _STATES if found.get(name) is not None and name in known]
        if kept:
            with FlopCounterMode(display=False, custom_mapping=by_hand) as counter:
                model(input_ids=ids[:, :1], **{kept[0]: found[kept[0]]}, **options)
            macs["decode"] = counter.get_total_flops() // 2
    return macs


def expected_anywhere(transformers, folder, *size):
    """expected() on the device meta, or with random weights where a model asks for values. Raises ValueError."""
    from rooflight import _folder

    model = folder.build("meta")
    # Questions about values, which the device meta has not: no token is padding.
    transformers.masking_utils.fast_all = lambda mask: True
    transformers.PreTrainedModel.warn_if_padding_and_no_attention_mask = lambda *ignored: None
    try:
        return expected(model, *size)
    except (RuntimeError, NotImplementedError) as reason:
        why = str(reason).splitlines()[0][:120]
    if _folder.bytes_of(model) > _MOST_BYTES:
        raise ValueError(f"not on the device meta, and too large to be run: {why}")
    try:
        return expected(_folder.with_random_weights(model), *size)
    except Exception as reason:  # noqa: BLE001: models raise what they like
        raise ValueError(f"neither on the device meta ({why}) nor with random weights ({str(reason).splitlines()[0][:120]})") from None
