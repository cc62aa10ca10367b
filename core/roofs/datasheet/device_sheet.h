// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/results/roofs/roofs.h"
#include "core/results/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// Where a figure was published.
struct SheetSource {
    std::string title;
    std::string address;
};

/// Published arithmetic of one precision, dense.
struct SheetRate {
    OpenEnum<Precision> precision;
    OpenEnum<ArithmeticUnit> unit; ///< Vector or Tensor
    double flopPerSecond = 0;
    SheetSource source;
};

/// A published level of memory; a figure is absent if none is.
struct SheetMemory {
    OpenEnum<MemoryLevel> level;
    std::optional<double> bytePerSecond;
    std::int64_t capacityBytes = 0; ///< 0: not published, or main memory
    SheetSource source;
};

/// What was published of one device: resources/devices.json.
struct DeviceSheet {
    std::string name;
    std::string kind; ///< "cuda", "cpu", or "gpu" for those that Rooflight cannot measure
    std::vector<std::string> reportedNames; ///< how drivers and systems call it
    std::optional<int> computeCapability;
    std::optional<int> multiprocessors;
    std::optional<int> cores;
    std::optional<double> clockHz; ///< highest
    std::optional<double> tensorClockHz; ///< of matrix units, if it is another
    std::vector<SheetRate> compute;
    std::vector<SheetMemory> memory;
};

/// All devices of the data file, in its order.
[[nodiscard]] const std::vector<DeviceSheet> &deviceSheets();

/// The device that a driver or system calls so; null for one that the file lacks. Case, spaces and marks such as "(R)"
/// do not count; nothing else is guessed: boards of one chip differ.
[[nodiscard]] const DeviceSheet *sheetOfDevice(std::string_view reportedName);

/// The devices that a person may mean: the one of just this name, else all whose names hold all its words.
[[nodiscard]] std::vector<const DeviceSheet *> sheetsNamed(std::string_view text);

/// The one device that a person means by --what-if. Errors: CommandLine, when the name means none or several.
[[nodiscard]] Result<const DeviceSheet *> whatIfSheet(std::string_view name);

/// The published rate of a precision on a unit; null if there is none.
[[nodiscard]] const SheetRate *rateOf(const DeviceSheet &sheet, Precision precision, ArithmeticUnit unit);

/// The published level of memory; null if there is none.
[[nodiscard]] const SheetMemory *memoryOf(const DeviceSheet &sheet, MemoryLevel level);

/// The roofs that a device would have by its data sheet: nothing of it is measured (DeviceRoofs::theoretical).
[[nodiscard]] DeviceRoofs sheetPeaks(const DeviceSheet &sheet);

/// The session under the roofs of another device. What was measured stays in it, but says nothing of that device:
/// points have no achieved rate there, and stand where its roofs let them be.
[[nodiscard]] Session underRoofsOf(const DeviceSheet &sheet, const Session &session);

/// Gives the roofs of main memory that have no theoretical value the one of the data sheet, if the file has the
/// device.
void addPublishedMemory(DeviceRoofs &peaks);

} // namespace rooflight
