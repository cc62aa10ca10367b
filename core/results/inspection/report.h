// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"
#include "core/results/inspection/inspection.h"

namespace rooflight {

// What is said of a file.

[[nodiscard]] TableContent moduleContent(const Inspection &inspection);

/// A fact more if the file was made in training mode.
void addTrainingMode(const ModelIdentity &model, Facts &facts);

} // namespace rooflight
