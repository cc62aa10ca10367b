// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/module/handles.h"

#include "core/roofs/cuda/gpu.h"

#include <memory>
#include <string>

namespace rooflight::cuda {

/// Matrix products by cuBLASLt, which is opened at run time. The right operand is stored as it is, the left one
/// transposed: the order for which all precisions have kernels.
class MatrixProducts
{
public:
    MatrixProducts();
    ~MatrixProducts();
    MatrixProducts(const MatrixProducts &) = delete;
    MatrixProducts &operator=(const MatrixProducts &) = delete;

    /// Why there are none; empty if there are.
    [[nodiscard]] const std::string &gap() const { return m_gap; }

    /// As Gpu::prepareMatrix().
    [[nodiscard]] Result<int> prepare(Precision precision, const MatrixShape &shape);

    /// Queues one product.
    [[nodiscard]] Result<void> queue(int algorithm) const;

    void release();

private:
    struct Library;
    struct Problem;

    std::unique_ptr<Library> m_library;
    std::unique_ptr<Problem> m_problem;
    std::string m_gap;
};

} // namespace rooflight::cuda
