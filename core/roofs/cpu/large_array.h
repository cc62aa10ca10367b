// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <memory>

namespace rooflight {

/// Memory for floats straight from the system, on large pages if it gives them. Untouched: the thread that writes a
/// page first decides which memory it lies in.
class LargeArray
{
public:
    /// Holds nothing when the system refuses.
    explicit LargeArray(std::size_t floats);

    [[nodiscard]] explicit operator bool() const { return m_memory != nullptr; }
    [[nodiscard]] float *data() const { return m_data; } ///< starts at a large page
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    struct Unmap {
        std::size_t bytes;
        void operator()(void *memory) const;
    };

    std::unique_ptr<void, Unmap> m_memory;
    float *m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace rooflight
