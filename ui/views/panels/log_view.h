// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace rooflight {

/// What the worker writes beside its records.
class LogView : public QWidget
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);

    void append(const QStringList &lines);
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QPlainTextEdit *m_text;
    QPushButton *m_copy;
    QPushButton *m_clear;
};

} // namespace rooflight
