// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/panels/item_details.h"

namespace rooflight {

/// The bare runs of the model and those in which its layers were timed took times that are more than 2 % apart.
[[nodiscard]] bool hasTwoModelTimes(const Session &session);

/// How the device was, as far as it is known.
[[nodiscard]] DetailSection conditionSection(const Conditions &conditions);

/// Kernels of an operator; of the model those of no operator, and how the device was while its layers (else it as a
/// whole) were timed, and why the model has two times. Only sections that have something to say.
[[nodiscard]] std::vector<DetailSection> deviceSections(const Session &session, ItemId item);

} // namespace rooflight
