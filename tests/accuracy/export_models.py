# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Models that are exported: those of the libraries, and odd ones that show one thing each."""

import sys
from dataclasses import dataclass
from typing import Any, Callable, Optional

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim

from case import floats, tokens


@dataclass(frozen=True)
class Export:
    name: str
    build: Callable[[], nn.Module]
    inputs: Callable[[], tuple]  # positional and named ones
    dynamic: Any = None
    trace: bool = False
    decomposed: bool = False
    strict: bool = False
    tolerance: float = 1e-5
    plain: Optional[Callable[[], nn.Module]] = None  # the same work without branches and loops of higher order
    needs_data: str = ""  # what cannot be counted without a run


class Nested(nn.Module):
    """Dicts in and out, tied weights, a layer called twice, a changed buffer, one that is not saved, a constant."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 8)
        self.fc = nn.Linear(8, 8)
        self.head = nn.Linear(8, 10, bias=False)
        self.head.weight = self.table.weight
        self.register_buffer("calls", torch.zeros(()))
        self.register_buffer("scale", torch.arange(8.0), persistent=False)
        self.shift = torch.arange(8.0)

    def forward(self, ids, factor=3, *, options):
        hidden = self.fc(torch.relu(self.fc(self.table(ids)))) * self.scale + self.shift
        self.calls.add_(1)
        return {"logits": self.head(hidden) * options["a"] + factor, "rest": [hidden, options["b"][0]]}


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: self.left(x), lambda x: self.right(x) * 2, (x,))


class TakenBranch(Branches):
    def forward(self, x):
        return self.left(x) if x.sum() > 0 else self.right(x) * 2


class Loop(nn.Module):
    def forward(self, x):
        from torch._higher_order_ops.while_loop import while_loop
        start = torch.tensor(0)
        return while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, y @ y * 0.1), (start, x))


class UnrolledLoop(nn.Module):
    def forward(self, x):
        i = torch.tensor(0)
        while i < 4:
            i, x = i + 1, x @ x * 0.1
        return i, x


class Scan(nn.Module):
    def forward(self, start, steps):
        from torch._higher_order_ops.scan import scan
        return scan(lambda carry, step: (carry + step, carry * 2), start, steps)


class UnrolledScan(nn.Module):
    def forward(self, start, steps):
        rows = []
        for i in range(steps.shape[0]):
            start, row = start + steps[i], start * 2
            rows.append(row)
        return start, torch.stack(rows)


class Cache(nn.Module):
    """One step of attention over keys and values that are given and handed on."""

    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x, past):
        batch, length, width = x.shape
        split = lambda t: t.view(batch, length, self.heads, width // self.heads).transpose(1, 2)  # noqa: E731
        query, key, value = map(split, self.qkv(x).chunk(3, dim=-1))
        key, value = torch.cat([past[0], key], 2), torch.cat([past[1], value], 2)
        mixed = F.scaled_dot_product_attention(query, key, value)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width)), (key, value)


class MathAttention(nn.Module):
    """Attention that consists of products and a softmax: a CPU's kernel takes four dimensions and no others."""

    def forward(self, query, key, value, mask):
        attend = F.scaled_dot_product_attention
        return attend(query, key, value, is_causal=True), attend(query, key, value, mask), attend(query, key, value)


class Unbatched(nn.Module):
    """Attention without a batch, which LibTorch 2.15 adds."""

    def forward(self, query, key, value, mask):
        attend = F.scaled_dot_product_attention
        return (attend(query, key, key), attend(query, key, key, mask[0]), attend(query, key, key, mask),
                attend(query, key, value, mask[0] > 0))


class BroadcastMasks(nn.Module):
    """Attention whose masks have one number for all keys of a query, as those of bidirectional models of transformers
    5 do: their last dimension has the stride 0."""

    def forward(self, query, allowed, penalty):
        shape = (query.shape[0], 1, query.shape[2], query.shape[2])
        attend = F.scaled_dot_product_attention
        return (attend(query, query, query, allowed.expand(shape)), attend(query, query, query, penalty.expand(shape)),
                attend(query, query, query, penalty.expand(shape).contiguous()))


def grouped_products(input, weight, offs):
    output = torch.zeros(input.size(0), weight.size(2), dtype=input.dtype)
    start = 0
    for i, end in enumerate(offs.tolist()):
        torch.mm(input[start:end], weight[i], out=output[start:end])
        start = end
    return output


def register_python_operators():
    """As transformers 5 does, and one that no other model has."""
    if hasattr(torch.ops.transformers, "grouped_mm_fallback"):
        return
    schema = "(Tensor input, Tensor weight, Tensor offs) -> Tensor"
    for name in ("transformers::grouped_mm_fallback", "transformers::not_known_here"):
        torch.library.custom_op(name, grouped_products, mutates_args=(), schema=schema)
        torch.library.register_fake(name, lambda input, weight, offs: input.new_empty(input.size(0), weight.size(2)))


class Experts(nn.Module):
    """A mixture of experts: of eight only those that the tokens ask for are multiplied."""

    def __init__(self, operator=None):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(8, 16, 32, dtype=torch.bfloat16))
        self.operator = operator

    def forward(self, tokens, experts):
        order = experts.argsort()
        ends = torch.histc(experts.float(), bins=8, min=0, max=7).cumsum(0, dtype=torch.int32)
        product = getattr(torch.ops.transformers, self.operator) if self.operator else self.grouped
        return product(tokens[order], self.weight, ends)

    @staticmethod
    def grouped(tokens, weight, ends):
        return torch._grouped_mm(tokens, weight, offs=ends)


def python_experts(operator="grouped_mm_fallback"):
    register_python_operators()
    return Experts(operator)


def experts_inputs():
    return (floats(6, 16, dtype=torch.bfloat16), torch.tensor([5, 2, 2, 7, 5, 5])), {}


class ValuesAlone(nn.Module):
    """Singular values and eigenvalues without their vectors."""

    def forward(self, x):
        return torch.linalg.svdvals(x), torch.linalg.eigvalsh(x @ x.mT), torch.linalg.matrix_norm(x, 2)


class Transforms(nn.Module):
    """Fourier transforms of real and complex numbers, of one and of several dimensions, not only the last ones."""

    def forward(self, x):
        spectrum = torch.fft.rfft2(x) * 2
        there_and_back = torch.fft.irfft2(torch.fft.fft(spectrum, dim=1), s=x.shape[-2:])
        columns = torch.fft.rfftn(x, dim=(3, 1)).abs().flatten(1)
        windows = torch.stft(x.flatten(1), 8, return_complex=True).abs()
        return there_and_back.flatten(1), columns, windows, torch.fft.fftn(spectrum, dim=(0, 2)).real.contiguous()


class WeightedLoss(nn.Module):
    """Labels are sorted out by their values."""

    def forward(self, x, labels, weights):
        return F.cross_entropy(x, labels, weights, label_smoothing=0.1)


class StaticCache(nn.Module):
    """A cache that is a buffer, written at a place."""

    def __init__(self):
        super().__init__()
        self.register_buffer("keys", torch.zeros(1, 16, 8))
        self.fc = nn.Linear(8, 8)

    def forward(self, x, place):
        self.keys.index_copy_(1, place, self.fc(x))
        return torch.bmm(x, self.keys.transpose(1, 2))


class Unlike(nn.Module):
    """Arguments of many kinds, in operators of many kinds."""

    def forward(self, x, n, flag: bool = True, scale: float = 0.5, name: str = "a", none=None):
        y = torch.full((2, 2), True).float().sum() + x.new_full((n,), 2).sum()
        parts = torch.split(x, [1, x.shape[0] - 1])
        index = torch.tensor([0, 1])
        y = y + parts[1][:, index].sum() + torch.cat(parts).var(dim=0, keepdim=True).mean() * scale
        y = y + x[..., None].to(torch.float64).clamp(min=0.1).amax().to(x.dtype)
        y = y + torch.arange(0, 3, dtype=torch.float32).sum() + torch.where(x > 0, x, 0).sum()
        values, where = torch.topk(x, 2)
        return y, values, where, torch.ops.aten.add.Tensor(x, n, alpha=2), n


class Wrapped(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        with torch.no_grad():
            y = self.a(x)
        with torch.autocast("cpu", enabled=False), torch.no_grad():
            best, y = y.argmax(-1), self.b(y)
        return y + 1, y, best  # the last two straight from contexts


class Shared(nn.Module):
    """A module that another one uses, too, and that two modules hold."""

    class Part(nn.Module):
        def __init__(self, norm):
            super().__init__()
            self.norm, self.fc = norm, nn.Linear(6, 6)

        def forward(self, x):
            return self.norm(self.fc(x))

    def __init__(self):
        super().__init__()
        norm = nn.LayerNorm(6)
        self.parts = nn.ModuleList([Shared.Part(norm), Shared.Part(norm)])

    def forward(self, x):
        for part in self.parts:
            x = part(x) + part.norm(x)
        return x


class Strided(nn.Module):
    """Weights that are views: transposed, a part of another, expanded."""

    def __init__(self):
        super().__init__()
        whole = torch.randn(6, 8)
        self.turned = nn.Parameter(whole.t())
        self.part = nn.Parameter(torch.randn(10, 6)[2:8])
        self.register_buffer("same", torch.randn(1, 6).expand(8, 6))

    def forward(self, x):
        return x @ self.turned @ self.part + self.same[0]


class WeightFirst(nn.Module):
    """Products with a weight on their left: LibTorch folds them otherwise where the weight has a gradient."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 5))
        self.fixed = nn.Parameter(torch.randn(3, 5), requires_grad=False)

    def forward(self, x):
        return self.weight @ x, self.fixed @ x


class Sizes(nn.Module):
    """Arithmetic on sizes that stay open."""

    def forward(self, x, y):
        batch, length = x.shape[0], x.shape[1]
        half = (length + 1) // 2
        z = x[:, :half].reshape(batch * half, -1) * (batch / max(length, 2)) + length // 3
        return z, x.expand(batch, length, x.shape[2]).sum(1) + y.view(-1)[: x.shape[2]] ** 2, torch.sym_max(batch, 2)


class Guarded(nn.Module):
    """Code whose path depends on sizes: the export is right for those that are multiples of four, and few."""

    def forward(self, x):
        batch, length = x.shape
        if batch % 4 == 0 and batch * length < 3000:
            return x.reshape(batch // 4, -1).sum(0)
        return x * 2


class Detector(nn.Module):
    """An operator of torchvision."""

    def forward(self, features, boxes):
        import torchvision
        return torchvision.ops.roi_align(features, [boxes], output_size=3, sampling_ratio=2)


def recurrent():
    return nn.LSTM(8, 16, num_layers=2, batch_first=True)


def transformer():
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), 2)


BATCH, LENGTH = Dim("batch", min=1, max=64), Dim("length", min=2, max=512)


def nested_inputs():
    return (tokens(2, 5, 10),), {"options": {"a": torch.ones(1), "b": [torch.ones(3)]}}


def odd_cases():
    nested = {"ids": {0: BATCH, 1: LENGTH}, "options": {"a": None, "b": [None]}}
    cache = ({0: BATCH}, ({0: BATCH, 2: Dim("past", max=1024)}, {0: BATCH, 2: Dim("past", max=1024)}))
    return [
        Export("odd/nested", Nested, nested_inputs, dynamic=nested),
        Export("odd/nested_decomposed", Nested, nested_inputs, dynamic=nested, decomposed=True),
        Export("odd/nested_strict", Nested, nested_inputs, strict=True),
        Export("odd/branches", Branches, lambda: ((torch.ones(2, 4),), {}), plain=TakenBranch,
               needs_data="a branch"),
        Export("odd/branches_other", Branches, lambda: ((-torch.ones(2, 4),), {}), plain=TakenBranch,
               needs_data="a branch"),
        Export("odd/loop", Loop, lambda: ((floats(4, 4),), {}), plain=UnrolledLoop, needs_data="a loop"),
        Export("odd/scan", Scan, lambda: ((floats(3), floats(5, 3)), {}), plain=UnrolledScan),
        Export("odd/cache", Cache, lambda: ((floats(2, 1, 32), (floats(2, 4, 7, 8), floats(2, 4, 7, 8))), {}),
               dynamic=cache),
        Export("odd/cache_decomposed", Cache,
               lambda: ((floats(2, 1, 32), (floats(2, 4, 7, 8), floats(2, 4, 7, 8))), {}), dynamic=cache,
               decomposed=True),
        Export("odd/math_attention", MathAttention,
               lambda: ((floats(6, 8), floats(7, 8), floats(7, 8), torch.ones(6, 7, dtype=torch.bool)), {}), trace=True),
        Export("odd/broadcast_masks", BroadcastMasks,
               lambda: ((floats(2, 4, 6, 8), torch.ones(2, 1, 6, 1, dtype=torch.bool), floats(2, 1, 6, 1)), {})),
        Export("odd/unbatched", Unbatched,
               lambda: ((floats(3, 6, 8), floats(3, 5, 8), floats(3, 5, 4), floats(3, 6, 5)), {})),
        Export("odd/experts", Experts, experts_inputs),
        Export("odd/python_experts", python_experts, experts_inputs),
        Export("odd/values_alone", ValuesAlone, lambda: ((floats(3, 4, 4),), {})),
        Export("odd/transforms", Transforms, lambda: ((floats(2, 3, 6, 10),), {}), dynamic=({0: Dim("batch", min=1)},)),
        Export("odd/weighted_loss", WeightedLoss, lambda: ((floats(3, 4), tokens(3, 1, 4)[:, 0], floats(4)), {}),
               needs_data="which labels count"),
        Export("odd/static_cache", StaticCache, lambda: ((floats(1, 2, 8), torch.tensor([3, 4])), {})),
        Export("odd/static_cache_decomposed", StaticCache, lambda: ((floats(1, 2, 8), torch.tensor([3, 4])), {}),
               decomposed=True),
        Export("odd/unlike", Unlike, lambda: ((floats(4, 6), 5), {})),
        Export("odd/wrapped", Wrapped, lambda: ((floats(2, 4),), {})),
        Export("odd/shared", Shared, lambda: ((floats(2, 6),), {}), trace=True),
        Export("odd/strided", Strided, lambda: ((floats(3, 8),), {}), trace=True),
        Export("odd/weight_first", WeightFirst, lambda: ((floats(2, 5, 9),), {}), trace=True),
        Export("odd/sizes", Sizes, lambda: ((floats(3, 6, 4), floats(2, 9)), {}),
               dynamic=({0: Dim.AUTO, 1: Dim.AUTO}, {1: Dim.AUTO})),
        Export("odd/sizes_decomposed", Sizes, lambda: ((floats(3, 6, 4), floats(2, 9)), {}),
               dynamic=({0: Dim.AUTO, 1: Dim.AUTO}, {1: Dim.AUTO}), decomposed=True),
        Export("odd/guarded", Guarded, lambda: ((floats(8, 6),), {}), dynamic=({0: Dim.AUTO, 1: Dim.AUTO},)),
        Export("odd/detector", Detector,
               lambda: ((floats(1, 4, 16, 16), torch.tensor([[0.0, 0, 9, 9], [2, 3, 12, 14]])), {}), trace=True),
        Export("odd/lstm", recurrent, lambda: ((floats(2, 7, 8),), {}), trace=True),
        Export("odd/transformer", transformer, lambda: ((floats(2, 9, 32),), {}), trace=True),
        Export("odd/bfloat16", lambda: nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4)).bfloat16(),
               lambda: ((floats(3, 8, dtype=torch.bfloat16),), {}), trace=True),
        Export("odd/half_table", lambda: nn.Embedding(10, 4).half(), lambda: ((tokens(2, 3, 10).int(),), {}), trace=True),
    ]


def zoo_case(case, trace=True, **options):
    """A case of the other checks, as an export."""
    return Export(case.name, case.build, lambda: (case.inputs(), {}), trace=trace, **options)


def open_case(case, dimensions):
    """The same with a batch of two and sizes that stay open."""
    def inputs():
        return tuple(torch.cat([value, value]) for value in case.inputs()), {}
    shapes = tuple({dimension: Dim.AUTO for dimension in dimensions} for _ in case.inputs())
    plain_model = case.name.startswith("transformers/")  # its forward() takes any number of arguments
    return Export(case.name + "_open", case.build, inputs, dynamic=(shapes,) if plain_model else shapes)


VISION = """
    alexnet convnext_tiny densenet121 efficientnet_b0 efficientnet_v2_s googlenet inception_v3 maxvit_t mnasnet1_0
    mobilenet_v2 mobilenet_v3_small regnet_x_400mf regnet_y_400mf resnet18 resnet50 resnext50_32x4d shufflenet_v2_x1_0
    squeezenet1_1 swin_t swin_v2_t vgg11_bn vit_b_16 vit_b_32 wide_resnet50_2 deeplabv3_mobilenet_v3_large
    fcn_resnet50 lraspp_mobilenet_v3_large r3d_18 r2plus1d_18 mvit_v2_s
""".split()

TIMM = """
    beit_base_patch16_224 cait_xxs24_224 coatnet_pico_rw_224 convnextv2_atto deit_tiny_distilled_patch16_224
    edgenext_xx_small efficientvit_b0 fastvit_t8 ghostnet_100 hrnet_w18_small levit_128s mixer_s16_224 mobilevit_xxs
    poolformer_s12 regnety_002 resmlp_12_224 tf_efficientnetv2_b0 tiny_vit_5m_224 vit_tiny_patch16_224
""".split()

LANGUAGE = """
    AlbertModel BartModel BertForMaskedLM DistilBertModel GemmaForCausalLM GPT2LMHeadModel GPTNeoXForCausalLM
    LlamaForCausalLM MistralForCausalLM OPTForCausalLM PhiForCausalLM Qwen2ForCausalLM Qwen3ForCausalLM RobertaModel
    T5Model ViTModel Dinov2Model CLIPModel Wav2Vec2ForCTC WhisperModel MixtralForCausalLM
""".split()

OPEN_VISION = "convnext_tiny efficientnet_b0 mobilenet_v2 mobilenet_v3_small regnet_y_400mf resnet18 squeezenet1_1".split()
OPEN_LANGUAGE = """
    AlbertModel BertForMaskedLM DistilBertModel GemmaForCausalLM GPT2LMHeadModel GPTNeoXForCausalLM LlamaForCausalLM
    MistralForCausalLM OPTForCausalLM PhiForCausalLM Qwen2ForCausalLM RobertaModel ViTModel
""".split()

SMALL = """
    odd/nested odd/nested_decomposed odd/branches odd/loop odd/scan odd/cache odd/broadcast_masks odd/unbatched odd/experts
    odd/python_experts odd/static_cache odd/unlike odd/wrapped odd/shared odd/strided odd/weight_first odd/sizes odd/guarded
    odd/detector odd/lstm odd/bfloat16 torchvision/mobilenet_v3_small
""".split()


def torchvision_cases():
    import zoo
    chosen_names = {"torchvision/" + name for name in VISION}
    return [zoo_case(case) for case in zoo.torchvision_cases() if case.name in chosen_names]


def timm_cases():
    import zoo_timm
    return [zoo_case(zoo_timm.case(name)) for name in TIMM]


def transformers_cases():
    import zoo_transformers
    chosen_names = {"transformers/" + name for name in LANGUAGE}
    data = {"transformers/MixtralForCausalLM": "which experts are used"}
    return [zoo_case(case, needs_data=data.get(case.name, "")) for case in zoo_transformers.cases()
            if case.name in chosen_names]


def current_cases():
    import zoo_current
    return [zoo_case(case, trace=False) for case in zoo_current.cases()]


def random_cases():
    import random_modules

    def case(number):  # sorting makes much of the last digit of a result: only counts are compared
        return Export(f"random/{number}", lambda: random_modules.module(number)[0],
                      lambda: ((random_modules.module(number)[1],), {}), tolerance=float("inf"))
    return [case(number) for number in range(random_modules.MODULES)]


def open_cases():
    import zoo
    import zoo_transformers
    vision = [case for case in zoo.classification_cases() if case.name.split("/")[1] in OPEN_VISION]
    language = [case for case in zoo_transformers.cases() if case.name.split("/")[1] in OPEN_LANGUAGE]
    return ([open_case(case, (0,)) for case in vision]
            + [open_case(case, (0,) if case.name.endswith("ViTModel") else (0, 1)) for case in language])


SETS = {"open": open_cases, "odd": odd_cases, "torchvision": torchvision_cases, "timm": timm_cases,
        "transformers": transformers_cases, "current": current_cases, "random": random_cases}


def chosen(names):
    """The cases of --set, in order and once each."""
    cases = {}
    for name in names:
        if name in SETS:
            found = SETS[name]()
        elif name == "small":
            found = [case for case in odd_cases() + torchvision_cases() if case.name in SMALL]
        else:
            group = SETS.get(name.split("/")[0]) or sys.exit(f"no set and no model is named {name}")
            found = [case for case in group() if case.name == name]
        cases.update((case.name, case) for case in found)
    return list(cases.values())
