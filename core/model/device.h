// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace rooflight {

/// A device that models run on.
struct Device {
    std::string kind; ///< "cpu" or "cuda"
    int index = 0; ///< which of its kind
    std::string name; ///< for example "AMD EPYC 9654 96-Core Processor"
    std::string uuid; ///< empty for a CPU
    std::string driver; ///< empty for a CPU
    int threads = 0; ///< threads that run operators on a CPU; 0 for a GPU

    [[nodiscard]] bool isCuda() const { return kind == "cuda"; }
    /// "cpu" or "cuda:0", as in Request::device.
    [[nodiscard]] std::string place() const;

    bool operator==(const Device &) const = default;
};

/// For people: "AMD EPYC 9654 (cpu, 16 threads)".
[[nodiscard]] std::string deviceText(const Device &device);

} // namespace rooflight
