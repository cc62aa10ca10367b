// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include <ATen/ATen.h>
#include <torch/library.h>

// Operators that no table has. What they compute does not matter, only shapes and memory do.
// tests/data/models/custom_operators.py makes the files that call them.

namespace {

at::Tensor deformAttention(const at::Tensor &value, const at::Tensor &locations, const std::optional<at::Tensor> &)
{
    return at::zeros({ value.size(0), locations.size(1), value.size(2) }, value.options());
}

at::Tensor &square_(at::Tensor &x)
{
    return x.mul_(x);
}

at::Tensor mystery(const at::Tensor &x)
{
    return x.clone();
}

at::Tensor product(const at::Tensor &a, const at::Tensor &b)
{
    return at::mm(a, b);
}

} // namespace

TORCH_LIBRARY(rooflight_sample, library)
{
    library.def("deform_attention(Tensor value, Tensor locations, Tensor? mask=None) -> Tensor");
    library.def("square_(Tensor(a!) x) -> Tensor(a!)");
    library.def("mystery(Tensor x) -> Tensor");
    library.def("riddle(Tensor x) -> Tensor");
    library.def("product(Tensor a, Tensor b) -> Tensor");
}

TORCH_LIBRARY_IMPL(rooflight_sample, CPU, library)
{
    library.impl("deform_attention", deformAttention);
    library.impl("square_", square_);
    library.impl("mystery", mystery);
    library.impl("riddle", mystery);
}

// Nothing but other operators inside.
TORCH_LIBRARY_IMPL(rooflight_sample, CompositeImplicitAutograd, library)
{
    library.impl("product", product);
}
