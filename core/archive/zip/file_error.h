// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace rooflight {

/// The file as messages name it: in quotes, on one line.
[[nodiscard]] std::string quoted(std::string_view path);

/// "Cannot read "FILE": WHY."
[[nodiscard]] Error unreadable(std::string_view path, std::string_view why, std::string_view hint);

/// ""FILE" is not a TorchScript or torch.export model: WHY."
[[nodiscard]] Error notTorchScript(std::string_view path, std::string_view why, std::string_view hint);

/// ""FILE" is damaged: WHY.", with the advice to fetch it again.
[[nodiscard]] Error damaged(std::string_view path, std::string_view why);

/// ""FILE" is not read: WHY." Of what is sound and beyond a limit; the code is Damaged, too.
[[nodiscard]] Error notRead(std::string_view path, std::string_view why, std::string_view hint);

/// ErrorCode::Damaged of a part that does not know its file: \p why alone.
[[nodiscard]] Error malformed(std::string_view why);

/// Like damaged(), with the offer to open the file all the same: for what PyTorch itself would not notice.
[[nodiscard]] Error damagedButOpenable(std::string_view path, std::string_view why);

} // namespace rooflight
