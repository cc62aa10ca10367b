// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/torch_warnings.h"

#include "core/base/text.h"
#include "core/torchscript/load/torch_errors.h"

#include <string>
#include <utility>

namespace rooflight {

TorchWarnings::TorchWarnings(std::function<void(const std::string &)> receive)
    : m_receive(std::move(receive))
{
}

void TorchWarnings::process(const c10::Warning &warning)
{
    const std::string text(trimmed(withoutBacktrace(warning.msg())));
    if (m_known.insert(text).second)
        m_receive(text);
}

} // namespace rooflight
