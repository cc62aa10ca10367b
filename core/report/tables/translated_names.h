// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

// What the model has stable identifiers for, in the language of the report (core/report/format/language.h).

/// "compute".
[[nodiscard]] std::string translatedName(Bound bound);
/// An identifier of another enumeration, "out_of_memory"; itself in English and where it is of a newer version.
[[nodiscard]] std::string translatedName(std::string_view identifier);
/// Texts with a comma between.
[[nodiscard]] std::string translatedList(const std::vector<std::string> &texts);
/// Of a range of identifiers: "noisy, drift".
template<typename Names> [[nodiscard]] std::string translatedNames(const Names &names)
{
    std::vector<std::string> texts;
    texts.reserve(names.size());
    for (const std::string_view identifier : names)
        texts.push_back(translatedName(identifier));
    return translatedList(texts);
}
/// "AMD EPYC (cpu, 2 threads)".
[[nodiscard]] std::string translatedDevice(const Device &device);
/// "frozen, channels last"; "as loaded".
[[nodiscard]] std::string translatedExecution(const Execution &execution);

} // namespace ridgepoint
