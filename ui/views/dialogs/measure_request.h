// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/settings/settings.h"

namespace ridgepoint {

/// The request for everything about a model, as the options say. The model's path is still to be set.
[[nodiscard]] Request measureRequest(const MeasureOptions &options);

} // namespace ridgepoint
