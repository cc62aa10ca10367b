// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace rooflight {

/// A label with links that has one line, however long its text: what has no room ends in an ellipsis.
class OneLineLabel : public QLabel
{
    Q_OBJECT

public:
    explicit OneLineLabel(QWidget *parent = nullptr);

    [[nodiscard]] bool isCut() const { return QLabel::sizeHint().width() > width(); }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace rooflight
