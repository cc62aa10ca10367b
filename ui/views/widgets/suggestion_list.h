// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace rooflight {

/// What could be done next: a button of one line for each, and one that takes them all away. Hidden while empty.
class SuggestionList : public QWidget
{
    Q_OBJECT

public:
    struct Row {
        QString text;
        QString help;

        bool operator==(const Row &) const = default;
    };

    explicit SuggestionList(QWidget *parent = nullptr);

    void setRows(const QList<Row> &rows);
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }

Q_SIGNALS:
    void chosen(std::size_t row);
    void dismissed();
    /// The texts are to be given again.
    void languageChanged();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void retranslate();
    void followFont();

    QLabel *m_title;
    QToolButton *m_close;
    QVBoxLayout *m_layout;
    QList<Row> m_rows;
    QList<QWidget *> m_buttons;
};

} // namespace rooflight
