// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/torch_warnings.h"

#include <algorithm>
#include <cctype>
#include <string>

#include <utility>

namespace ridgepoint {

TorchWarnings::TorchWarnings(std::function<void(const std::string &)> receive)
    : m_receive(std::move(receive))
{
}

void TorchWarnings::process(const c10::Warning &warning)
{
    std::string text = warning.msg();
    // Frames of LibTorch's own stack say nothing to whoever runs a model.
    text.resize(std::min(text.find("Exception raised from"), text.size()));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
        text.pop_back();
    if (m_known.insert(text).second)
        m_receive(text);
}

} // namespace ridgepoint
