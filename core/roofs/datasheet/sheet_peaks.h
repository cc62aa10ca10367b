// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"
#include "core/roofs/datasheet/device_sheet.h"

namespace rooflight {

/// The roofs that a device would have by its data sheet: nothing of it is measured (DeviceRoofs::theoretical).
[[nodiscard]] DeviceRoofs sheetPeaks(const DeviceSheet &sheet);

/// The session under the roofs of another device. What was measured stays in it, but says nothing of that device:
/// points have no achieved rate there, and stand where its roofs let them be.
[[nodiscard]] Session underRoofsOf(const DeviceSheet &sheet, const Session &session);

/// Gives the roofs of main memory that have no theoretical value the one of the data sheet, if the file has the
/// device.
void addPublishedMemory(DeviceRoofs &peaks);

} // namespace rooflight
