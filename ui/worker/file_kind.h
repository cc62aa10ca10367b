// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace rooflight {

/// What the window can do with a path.
enum class PathKind {
    Model, ///< or a trace, or whatever else only a worker can judge
    Session, ///< saved: needs no worker
    Matrix, ///< the index of a matrix, or a folder with one
    Folder, ///< any other
};

/// By content; of what cannot be read by its name.
[[nodiscard]] PathKind pathKindOf(const QString &path);

} // namespace rooflight
