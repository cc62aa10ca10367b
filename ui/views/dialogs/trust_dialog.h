// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QDialog>

namespace rooflight {

/// Shows the code of a file that calls what is not known to be safe, and asks whether it may run all the same.
/// Rejecting is the default.
class TrustDialog : public QDialog
{
    Q_OBJECT

public:
    TrustDialog(const QString &path, const Part<Inspection> &inspection, const QString &details,
                QWidget *parent = nullptr);
};

} // namespace rooflight
