// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/panels/item_details.h"

namespace rooflight {

/// How a roof came about, in words: `measured` holds it as it was measured, `shown` as it is drawn (a typed value, or a
/// data sheet's). The index is the same in both.
[[nodiscard]] ItemDetails roofDetails(const DeviceRoofs &measured, const DeviceRoofs &shown, std::size_t roof);

/// "Measured 3 d ago, effort: Normal", or that and why nothing was measured.
[[nodiscard]] QString peaksHeadline(const DeviceRoofs &peaks);

} // namespace rooflight
