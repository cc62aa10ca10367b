# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Arguments that an operator takes, or would take but for one of them: random ones fail at the first comparison."""

GROUPS = (32, 64, 128, 256)
LAYOUTS = ("to_sparse", "to_sparse", "to_sparse_csr", "to_sparse_csc")


def _int4(t, rng):
    group, blocks, outputs = rng.choice(GROUPS), rng.randrange(1, 3), 16 * rng.randrange(1, 6)
    kind = rng.choice((t.float32, t.bfloat16, t.float16))
    weight = t.randint(0, 256, (outputs, group * blocks // 2), dtype=t.uint8)
    return [t.randn(rng.randrange(1, 7), group * blocks).to(kind), weight, group, t.randn(blocks, outputs, 2).to(kind)]


def _int4_weight(t, rng):
    return [t.randint(0, 16, (16 * rng.randrange(1, 6), 2 * rng.randrange(1, 33)), dtype=t.int32), rng.choice((2, 4, 8))]


def _int8(t, rng):
    kind, length, outputs = rng.choice((t.float32, t.bfloat16, t.float16)), 16 * rng.randrange(1, 5), rng.randrange(1, 9)
    return [t.randn(rng.randrange(1, 7), length).to(kind), t.randint(-9, 9, (outputs, length), dtype=t.int8),
            t.randn(outputs).to(kind)]


def _row_sizes(rng):
    block, outputs = rng.choice((32, 64)), rng.randrange(1, 9)
    length = block * rng.randrange(1, 4)
    return block, length, outputs


def _row_to_pack(t, rng):
    block, length, outputs = _row_sizes(rng)
    bias = t.randn(outputs) if rng.randrange(2) else None
    return [t.randint(0, 256, (outputs, length // 2), dtype=t.uint8), t.randn(outputs, length // block), bias, block, length, outputs]


def _row(t, rng):
    block, length, outputs = _row_sizes(rng)
    numbers = outputs * length // 2 + outputs * (length // block) + outputs * rng.randrange(2)
    return [t.randn(rng.randrange(1, 5), length), t.rand(numbers) * 255, block, length, outputs]


def _scaled(t, rng):
    rows, length, outputs = rng.randrange(1, 9), 16 * rng.randrange(1, 3), 16 * rng.randrange(1, 3)
    left, right = t.randn(rows, length).to(t.float8_e4m3fn), t.randn(outputs, length).to(t.float8_e4m3fn).t()
    scales = [(t.ones(1), t.ones(1)), (t.ones(rows, 1), t.ones(1, outputs))][rng.randrange(2)]
    return [left, right, *scales, t.randn(outputs) if rng.randrange(2) else None, None, rng.choice((t.float32, t.bfloat16, None))]


def _scaled_v2(t, rng):
    left, right, left_scale, right_scale, bias, _, kind = _scaled(t, rng)
    recipe = rng.choice((0, 1, 2))
    return [left, right, [left_scale], [recipe], [0], [right_scale], [recipe], [0], bias, kind]


def _observed(t, rng):
    given = t.randn([rng.randrange(1, 5) for _ in range(rng.choice((1, 2, 2, 3, 4)))])
    channels = bool(rng.randrange(2))
    axis = rng.randrange(given.dim()) if rng.randrange(4) == 0 else 0
    count = given.size(axis) if channels else 1
    ranges = count if rng.randrange(4) else 0
    return [given, t.ones(1), t.ones(1), t.zeros(ranges), t.zeros(ranges), t.ones(ranges), t.zeros(ranges, dtype=t.int32), 0.01,
            0, 255, axis, channels, bool(rng.randrange(2))]


def _sizes(rng):
    return rng.randrange(1, 6), rng.randrange(1, 6), rng.randrange(1, 6)


def _sparse(t, rng, rows, columns):
    dense = t.randn(rows, columns) * (t.rand(rows, columns) < 0.5)
    return getattr(dense, rng.choice(LAYOUTS))()


def _sparse_pair(t, rng):
    rows, inner, columns = _sizes(rng)
    right = t.randn(inner, columns)
    return [_sparse(t, rng, rows, inner), right.to_sparse() if rng.randrange(4) == 0 else right]


def _reduced_pair(t, rng):
    rows, inner, columns = _sizes(rng)
    return [_sparse_of_rows(t, rows, inner), t.randn(inner, columns), rng.choice(("sum", "mean", "amax", "amin", "prod"))]


def _sparse_sum(t, rng):
    left, right = _sparse_pair(t, rng)
    return [t.randn(left.size(0), right.size(1)), left, right]


def _coo(t, rng):
    rows, columns, count = _sizes(rng)
    far = rng.choice((0, 0, 0, 1, 1 << 20, 1 << 40, -1))
    places = t.stack([t.randint(0, rows, (count,)), t.randint(0, columns, (count,))]) + t.randint(0, 2, (2, count)) * far
    return [places, t.randn(count), [rows, columns]]


def _csr(t, rng):
    rows, columns, _ = _sizes(rng)
    made = _sparse_of_rows(t, rows, columns)
    far = rng.choice((0, 0, 0, 1, 1 << 20, 1 << 40, -1))
    parts = [made.crow_indices().clone(), made.col_indices().clone()]
    part = parts[rng.randrange(2)]
    if part.numel():
        part[rng.randrange(part.numel())] += far
    return [*parts, made.values().clone(), [rows, columns]]


def _sparse_of_rows(t, rows, columns):
    return (t.randn(rows, columns) * (t.rand(rows, columns) < 0.5)).to_sparse_csr()


MAKERS = {
    "aten::_weight_int4pack_mm_for_cpu": _int4, "aten::_convert_weight_to_int4pack_for_cpu": _int4_weight,
    "aten::_weight_int8pack_mm": _int8, "aten::_dyn_quant_pack_4bit_weight": _row_to_pack, "aten::_dyn_quant_matmul_4bit": _row,
    "aten::_scaled_mm": _scaled, "aten::_scaled_mm_v2": _scaled_v2, "aten::fused_moving_avg_obs_fake_quant": _observed,
    "aten::_fused_moving_avg_obs_fq_helper": _observed, "aten::_fused_moving_avg_obs_fq_helper_functional": _observed,
    "aten::mm": _sparse_pair, "aten::_sparse_mm": _sparse_pair, "aten::hspmm": _sparse_pair, "aten::_sparse_addmm": _sparse_sum,
    "aten::_sparse_sparse_matmul": _sparse_pair, "aten::_sparse_mm.reduce": _reduced_pair, "aten::_sparse_mm_reduce_impl": _reduced_pair,
    "aten::sparse_sampled_addmm": lambda t, rng: [_sparse_of_rows(t, 3, 4), t.randn(3, 5), t.randn(5, 4)],
    "aten::sparse_coo_tensor.indices_size": _coo, "aten::sparse_coo_tensor.indices": lambda t, rng: _coo(t, rng)[:2],
    "aten::sparse_csr_tensor.crow_col_value_size": _csr, "aten::sparse_csr_tensor.crow_col_value": lambda t, rng: _csr(t, rng)[:3],
}


def arguments_of(torch, rng, name, spoil):
    """Positional arguments, one of which \\p spoil makes anew in two of three calls; nothing for operators that are not known here."""
    make = MAKERS.get(name)
    if not make:
        return None
    arguments = make(torch, rng)
    if rng.randrange(3):
        place = rng.randrange(len(arguments))
        arguments[place] = _other(torch, rng, arguments[place], spoil)
    return arguments


def _other(t, rng, value, spoil):
    if isinstance(value, t.Tensor) and value.layout == t.strided and value.dim() and rng.randrange(2):
        changes = (lambda: value[:1].expand(value.shape), lambda: value[:-1], lambda: t.cat([value, value]),
                   lambda: value.transpose(0, -1), lambda: value.flatten(), lambda: value[..., :0],
                   lambda: t.cat([value.flatten()[:1], value.flatten()])[1:].view(value.shape), lambda: value.unsqueeze(0))
        return rng.choice(changes)()
    return spoil(value)
