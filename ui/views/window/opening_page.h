// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace rooflight {

/// What the window shows of a file from the moment it is opened until it is known what is in it: its name, above the
/// empty frame that the points will come into.
class OpeningPage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setFile(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString m_name;
};

} // namespace rooflight
