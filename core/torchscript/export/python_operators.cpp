// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/python_operators.h"

#include <ATen/ATen.h>
#include <torch/library.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rooflight {

namespace {

/// Packages of Python that register operators and bring no shared library for them.
constexpr std::array pythonNamespaces { std::string_view("transformers"), std::string_view("transformers_msa"),
                                        std::string_view("_diffusers_flash_attn_3"),
                                        std::string_view("quantized_decomposed") };

/// Rows of \p input up to each offset by the matrix of their group; rows behind the last offset are zero.
at::Tensor groupedProduct(const at::Tensor &input, const at::Tensor &weight, const at::Tensor &offsets)
{
    at::Tensor output = at::zeros({ input.size(0), weight.size(2) }, input.options());
    const at::Tensor onHost = offsets.to(at::kCPU, at::kLong).contiguous();
    const auto *const ends = onHost.const_data_ptr<std::int64_t>();
    std::int64_t start = 0;
    for (std::int64_t group = 0; group < onHost.numel(); ++group) {
        const std::int64_t end = ends[group];
        if (end == start)
            continue;
        at::Tensor rows = output.slice(0, start, end);
        at::mm_out(rows, input.slice(0, start, end), weight.select(0, group));
        start = end;
    }
    return output;
}

/// An operator of a library for Python, defined in LibTorch's own.
struct PythonOperator {
    const char *nameSpace;
    const char *schema;
    torch::CppFunction (*definition)();
    const char *source; ///< where the library defines it
};

const std::array definitions {
    PythonOperator { "transformers", "grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs) -> Tensor",
                     [] { return torch::CppFunction(TORCH_FN(groupedProduct)); },
                     "transformers 5.24, src/transformers/integrations/moe.py, _grouped_mm_fallback" },
};

/// They stay registered for as long as these live.
const std::vector<torch::Library> &registered()
{
    static const std::vector<torch::Library> libraries = [] {
        std::vector<torch::Library> made;
        for (const PythonOperator &row : definitions) {
            torch::Library &library =
                made.emplace_back(torch::Library::FRAGMENT, row.nameSpace, std::nullopt, row.source, 0);
            library.def(row.schema, row.definition());
        }
        return made;
    }();
    return libraries;
}

[[maybe_unused]] const bool registeredAtStart = !registered().empty();

} // namespace

bool isWrittenInPython(std::string_view nameSpace)
{
    return std::ranges::find(pythonNamespaces, nameSpace) != pythonNamespaces.end();
}

} // namespace rooflight
