// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/analysis.h"

#include "core/base/count.h"
#include "core/base/enum_names.h"

namespace ridgepoint {

namespace {

constexpr EnumNames<ModelForm, 3> formNames = { {
    { ModelForm::Script, "script" },
    { ModelForm::Trace, "trace" },
    { ModelForm::Frozen, "frozen" },
} };

constexpr EnumNames<InputSource, 3> sourceNames = { {
    { InputSource::Given, "given" },
    { InputSource::Traced, "traced" },
    { InputSource::Inferred, "inferred" },
} };

constexpr EnumNames<OperatorFamily, 10> familyNames = { {
    { OperatorFamily::Convolution, "convolution" },
    { OperatorFamily::Matrix, "matrix" },
    { OperatorFamily::Normalization, "normalization" },
    { OperatorFamily::Activation, "activation" },
    { OperatorFamily::Pooling, "pooling" },
    { OperatorFamily::Elementwise, "elementwise" },
    { OperatorFamily::Reduction, "reduction" },
    { OperatorFamily::Movement, "movement" },
    { OperatorFamily::View, "view" },
    { OperatorFamily::Other, "other" },
} };

} // namespace

std::string_view name(ModelForm form)
{
    return nameIn(formNames, form);
}

ModelForm modelFormFromName(std::string_view text)
{
    return valueIn(formNames, text).value_or(ModelForm::Script);
}

std::string_view name(InputSource source)
{
    return nameIn(sourceNames, source);
}

InputSource inputSourceFromName(std::string_view text)
{
    return valueIn(sourceNames, text).value_or(InputSource::Given);
}

std::string_view name(OperatorFamily family)
{
    return nameIn(familyNames, family);
}

OperatorFamily operatorFamilyFromName(std::string_view text)
{
    return valueIn(familyNames, text).value_or(OperatorFamily::Other);
}

Cost &Cost::operator+=(const Cost &other)
{
    macs = (Count(macs) + other.macs).value();
    flops = (Count(flops) + other.flops).value();
    bytesRead = (Count(bytesRead) + other.bytesRead).value();
    bytesWritten = (Count(bytesWritten) + other.bytesWritten).value();
    return *this;
}

OperatorWork &OperatorWork::operator+=(const OperatorWork &other)
{
    macs = (Count(macs) + other.macs).value();
    biasAdds = (Count(biasAdds) + other.biasAdds).value();
    elementwise = (Count(elementwise) + other.elementwise).value();
    transcendental = (Count(transcendental) + other.transcendental).value();
    reduction = (Count(reduction) + other.reduction).value();
    comparison = (Count(comparison) + other.comparison).value();
    return *this;
}

} // namespace ridgepoint
