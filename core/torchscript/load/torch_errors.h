// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <c10/util/Exception.h>

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace rooflight {

/// Passes on what LibTorch and the model's code warn of on the calling thread, each text once, for as long as it lives.
/// Otherwise such texts would go to standard error.
class TorchWarnings : private c10::WarningHandler
{
public:
    explicit TorchWarnings(std::function<void(const std::string &)> receive);

private:
    void process(const c10::Warning &warning) override;

    std::function<void(const std::string &)> m_receive;
    std::set<std::string> m_known;
    c10::WarningUtils::WarningHandlerGuard m_guard { this };
};

/// What the model was doing when LibTorch raised.
enum class ModelStage { Loading, Converting, PreparingInputs, Running };

/// Turns the exception that is being handled (call it inside a catch block) into one plain sentence about \p path.
/// LibTorch's backtraces and source listings are left out; what the model itself said is kept.
[[nodiscard]] Error currentExceptionAsError(const std::string &path, ModelStage stage);

/// A text by LibTorch without the frames of its own stack, which mean nothing to somebody who runs a model.
[[nodiscard]] std::string_view withoutBacktrace(std::string_view text);

} // namespace rooflight
