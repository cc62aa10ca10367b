// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <c10/util/Exception.h>

#include <functional>
#include <set>
#include <string>

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

} // namespace rooflight
