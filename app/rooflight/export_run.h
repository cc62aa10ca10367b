// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "arguments.h"
#include "ui/settings/settings.h"

namespace rooflight {

/// Writes what --export asks for and returns the exit status. A model is measured first, in the worker; its progress
/// and errors go to stderr. Needs a QApplication, but neither window nor display.
[[nodiscard]] int runExport(const Arguments &arguments, Settings &settings);

} // namespace rooflight
