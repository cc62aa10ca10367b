// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QTreeWidget>

#include "core/roofline/session_comparison.h"

#include <vector>

namespace rooflight {

/// The operators of two sessions by kind: calls, time and memory traffic of one run, before and now.
class KindTable : public QTreeWidget
{
    Q_OBJECT

public:
    explicit KindTable(QWidget *parent = nullptr);

    void setKinds(const std::vector<KindChange> &kinds);
    void retranslate();

protected:
    void changeEvent(QEvent *event) override;

private:
    void addRow(const KindChange &kind);

    std::vector<KindChange> m_kinds;
};

/// What happened to one kind: "Normalization: 20 before, none now (folded into the convolutions)".
[[nodiscard]] QString kindSentence(const KindChange &kind);

} // namespace rooflight
