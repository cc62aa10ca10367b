// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/settings/settings.h"

namespace rooflight {

/// The request for everything about a model, as the options say. The model's path is still to be set.
[[nodiscard]] Request measureRequest(const MeasureOptions &options);

} // namespace rooflight
