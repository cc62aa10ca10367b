// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QBoxLayout;

namespace rooflight {

/// A large part and what belongs to it: beside it if there is more width than height, no wider than is easy to read,
/// else below.
class SideBySide : public QWidget
{
public:
    SideBySide(QWidget *large, QWidget *aside, QWidget *parent);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    QWidget *m_aside;
    QBoxLayout *m_layout;
};

/// Fills the panel with the content, which scrolls as a whole if the panel has too little height for it. \p head
/// stays above it.
void showTallContent(QWidget *content, QWidget *panel, QWidget *head = nullptr);

} // namespace rooflight
