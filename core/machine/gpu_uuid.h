// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace rooflight {

/// As nvidia-smi writes it: "GPU-" and the bytes in groups of 4, 2, 2, 2 and 6.
[[nodiscard]] inline std::string gpuUuidText(const std::array<unsigned char, 16> &bytes)
{
    std::string text = "GPU";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

} // namespace rooflight
