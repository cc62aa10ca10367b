// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/model_form.h"

#include <algorithm>

namespace rooflight {

namespace {

bool hasOnlyTracedAttributes(const CodeClass &declared)
{
    return std::ranges::all_of(declared.plainAttributes, [](const std::string &name) {
        return name == "training" || name == "_is_full_backward_hook";
    });
}

bool looksTraced(const ArchiveCode &code)
{
    bool hasLibraryModule = false;
    for (const auto &[name, declared] : code.classes) {
        if (!declared.isModule)
            continue;
        if (!hasOnlyTracedAttributes(declared))
            return false;
        hasLibraryModule = hasLibraryModule || name.starts_with("__torch__.torch.nn.modules.");
    }
    return hasLibraryModule && !code.branches;
}

} // namespace

ModelForm formOf(const ArchiveCode &code, const ModuleTree &tree, bool hasTracedInputs,
                 const TensorTally &constantWeights)
{
    if (hasTracedInputs)
        return ModelForm::Trace;
    const bool holdsTensors = tree.parameters.elements() > 0 || tree.buffers.elements() > 0;
    if (!holdsTensors && constantWeights.elements() > 0)
        return ModelForm::Frozen;
    return looksTraced(code) ? ModelForm::Trace : ModelForm::Script;
}

} // namespace rooflight
