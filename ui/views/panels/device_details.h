// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/panels/item_details.h"

namespace ridgepoint {

/// Kernels of an operator; of the model those of no operator, and how the device was while its layers (else it as a
/// whole) were timed. Only sections that have something to say.
[[nodiscard]] std::vector<DetailSection> deviceSections(const Session &session, ItemId item);

} // namespace ridgepoint
