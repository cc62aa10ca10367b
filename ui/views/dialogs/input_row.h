// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <array>

namespace rooflight {

/// The parts of an input's SPEC, as docs/reference/inputs.md describes them. What is not a tensor (a number, a file,
/// JSON) stands in shape alone.
struct InputRow {
    QString name; ///< of the argument; empty: the next one in order
    QString shape;
    QString type; ///< empty: float32
    QString fill; ///< with ":channels_last" behind it, if that is asked for

    bool operator==(const InputRow &) const = default;
};

/// In the order of the columns of the editor.
inline constexpr std::array inputParts { &InputRow::name, &InputRow::shape, &InputRow::type, &InputRow::fill };

[[nodiscard]] InputRow inputRowOf(const QString &spec);
[[nodiscard]] QString specOf(const InputRow &row);

/// Why a part cannot be right; empty if it may be.
[[nodiscard]] QString problemOf(const InputRow &row, QString InputRow::*part);

/// Types that the editor offers, and what it offers to fill tensors with.
[[nodiscard]] QStringList inputTypes();
[[nodiscard]] QStringList inputFills();

} // namespace rooflight
