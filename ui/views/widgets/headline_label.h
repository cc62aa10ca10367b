// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFont>
#include <QLabel>

namespace rooflight {

/// A label with links that never cuts its text: up to two lines in large letters, more in small ones.
class HeadlineLabel : public QLabel
{
    Q_OBJECT

public:
    explicit HeadlineLabel(QWidget *parent = nullptr);

    void setFonts(const QFont &large, const QFont &small);
    void showText(const QString &text);
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void heightChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fit();

    QFont m_large;
    QFont m_small;
};

} // namespace rooflight
