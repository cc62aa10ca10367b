// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <QString>

namespace rooflight {

/// The path of the session that comes with the program, to look around in, written beside the program's caches with its
/// model, so that it can be measured. Errors: OutputFile.
[[nodiscard]] Result<QString> sampleSession();
/// The path of the model that comes with the program, unpacked beside the program's caches when it is not there yet.
/// Errors: OutputFile.
[[nodiscard]] Result<QString> sampleModel();

} // namespace rooflight
