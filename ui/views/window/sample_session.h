// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <QString>

namespace ridgepoint {

/// The path of the session that comes with the program, to look around in; written beside the program's caches when it
/// is not there yet. Errors: OutputFile.
[[nodiscard]] Result<QString> sampleSession();

} // namespace ridgepoint
