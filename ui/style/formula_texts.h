// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string>

namespace ridgepoint {

/// What the table of formulas says of an operator's work, bytes or source, translated; as it is where it is a person's
/// own, of another version, or without words.
[[nodiscard]] QString displayFormula(const std::string &text);

} // namespace ridgepoint
