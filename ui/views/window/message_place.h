// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QWidget;

namespace rooflight {

class MessageBar;
class RooflineChart;

/// Keeps messages over a corner of the plot where it is in sight, else of the page.
class MessagePlace : public QObject
{
    Q_OBJECT

public:
    /// The bar is a child of the page, or of one around it.
    MessagePlace(MessageBar *bar, QWidget *page, RooflineChart *chart);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void update();

    MessageBar *m_bar;
    QWidget *m_page;
    RooflineChart *m_chart;
};

} // namespace rooflight
