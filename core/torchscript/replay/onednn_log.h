// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"

#include <functional>
#include <string_view>

namespace rooflight {

/// What oneDNN did in a call, by its own log.
struct OneDnnTimes {
    double allNs = 0;
    double reordersNs = 0; ///< of all: copies of data and weights into other formats

    bool operator==(const OneDnnTimes &) const = default;
};

/// Times from lines "onednn_verbose,...,exec,ENGINE,KIND,...,MILLISECONDS"; others do not count. Source: oneDNN's
/// developer guide, "Verbose Mode".
[[nodiscard]] OneDnnTimes oneDnnTimes(std::string_view log);

/// Reads the log of oneDNN, which goes to standard output, while something runs. One in a process.
class OneDnnLog
{
public:
    /// Makes a file in memory: call it before the process is confined. Without one there are no times.
    OneDnnLog();

    /// Throws what \p run throws.
    [[nodiscard]] OneDnnTimes timesOf(const std::function<void()> &run);

private:
    FileDescriptor m_file;
};

} // namespace rooflight
