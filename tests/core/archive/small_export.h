// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/core/archive/archive_writer.h"

namespace rooflight::test {

/// What torch.export.save() of PyTorch 2.11 writes for relu(fc(x)) with fc = Linear(3, 2) and an x of BATCHx3, where
/// BATCH ("s77") is 1 to 64 and was 4; without what inspecting does not read (device, stack traces).
[[nodiscard]] Records smallExport();

/// The records with one text in models/model.json replaced; throws when it is not there.
[[nodiscard]] Records withProgramText(Records records, std::string_view from, std::string_view to);

} // namespace rooflight::test
