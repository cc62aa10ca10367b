// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <cmath>

namespace rooflight {

namespace {

constexpr std::string_view convention =
    QT_TRANSLATE_NOOP("Formulas", "FFTW, www.fftw.org/speed: 5 n log2 n; half of that between real and complex");

/// Transforms along some dimensions of \p signal: all of its elements times the levels of each dimension.
std::optional<Work> transformWork(const OperatorCall &call, const TensorValue *signal, double perElementAndLevel)
{
    const Argument *argument = call.find("dim");
    const auto *dimensions = argument ? std::get_if<std::vector<std::int64_t>>(&argument->value) : nullptr;
    if (!signal || !dimensions)
        return std::nullopt;
    double levels = 0;
    for (const std::int64_t dimension : *dimensions) {
        const auto length = dimensionOf(*signal, dimension);
        if (!length)
            return std::nullopt;
        levels += length->value() > 1 ? std::log2(static_cast<double>(length->value())) : 0;
    }
    const double work = perElementAndLevel * levels * static_cast<double>(elementsOf(*signal).value());
    return Work { .elementwise = work < static_cast<double>(Count::most) ? std::llround(work) : Count::most };
}

std::optional<Work> complexWork(const OperatorCall &call)
{
    return transformWork(call, firstOutput(call), 5);
}

std::optional<Work> realToComplexWork(const OperatorCall &call)
{
    return transformWork(call, tensorNamed(call, { "self" }), 2.5);
}

std::optional<Work> complexToRealWork(const OperatorCall &call)
{
    return transformWork(call, firstOutput(call), 2.5);
}

} // namespace

std::vector<CostRule> fourierRules()
{
    using enum OperatorFamily;
    return {
        { Elementwise, "aten::_fft_c2c", complexWork, QT_TRANSLATE_NOOP("Formulas", "5|out| × log2 of each length"),
          convention },
        { Elementwise, "aten::_fft_r2c", realToComplexWork,
          QT_TRANSLATE_NOOP("Formulas", "2.5|in| × log2 of each length"), convention },
        { Elementwise, "aten::_fft_c2r", complexToRealWork,
          QT_TRANSLATE_NOOP("Formulas", "2.5|out| × log2 of each length"), convention },
    };
}

} // namespace rooflight
