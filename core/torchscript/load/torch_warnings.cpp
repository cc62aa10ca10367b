// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/torch_warnings.h"

#include <utility>

namespace ridgepoint {

TorchWarnings::TorchWarnings(std::function<void(const std::string &)> receive)
    : m_receive(std::move(receive))
{
}

void TorchWarnings::process(const c10::Warning &warning)
{
    if (m_known.insert(warning.msg()).second)
        m_receive(warning.msg());
}

} // namespace ridgepoint
