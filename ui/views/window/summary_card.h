// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QFrame>

#include "ui/views/window/model_facts.h"

#include <vector>

class QGridLayout;
class QLabel;

namespace rooflight {

/// Every number of the model, which the answer above says nothing of. Opens above the content and goes with the next
/// click or Esc.
class SummaryCard : public QFrame
{
    Q_OBJECT

public:
    explicit SummaryCard(QWidget *parent);

    void setFacts(const std::vector<ModelFact> &facts);
    /// The note to the right of a title; empty without one.
    [[nodiscard]] const QLabel *valueOf(const QString &title) const;
    /// Beneath a widget, as wide as its window allows.
    void openBelow(const QWidget *widget);

private:
    QGridLayout *m_grid;
    std::vector<std::pair<QLabel *, QLabel *>> m_rows;
};

} // namespace rooflight
