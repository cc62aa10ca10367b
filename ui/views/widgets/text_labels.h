// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFont>
#include <QLabel>
#include <QTimer>

namespace rooflight {

/// A label of one line that may become narrower than its text, which then ends in an ellipsis.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Some words that go by themselves after a while. Names in them are no HTML.
class PassingNote : public ElidedLabel
{
    Q_OBJECT

public:
    explicit PassingNote(QWidget *parent = nullptr);

    void say(const QString &text);

private:
    QTimer m_end;
};

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
