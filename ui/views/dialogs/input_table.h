// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <array>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTableWidget;
class QTableWidgetItem;

namespace rooflight {

/// The parts of an input's SPEC, as docs/reference/inputs.md describes them. What is not a tensor (a number, a file,
/// JSON) stands in shape alone.
struct InputRow {
    QString name; ///< of the argument; empty: the next one in order
    QString shape;
    QString type; ///< empty: float32
    QString fill; ///< with ":channels_last" behind it, if that is asked for

    bool operator==(const InputRow &) const = default;
};

/// In the order of the columns of the editor.
inline constexpr std::array inputParts { &InputRow::name, &InputRow::shape, &InputRow::type, &InputRow::fill };

[[nodiscard]] InputRow inputRowOf(const QString &spec);
[[nodiscard]] QString specOf(const InputRow &row);

/// Why a part cannot be right; empty if it may be.
[[nodiscard]] QString problemOf(const InputRow &row, QString InputRow::*part);

/// Types that the editor offers, and what it offers to fill tensors with.
[[nodiscard]] QStringList inputTypes();
[[nodiscard]] QStringList inputFills();

/// The inputs of a model as rows of name, shape, type and fill, or as text with a SPEC a line: the same, and whichever
/// is edited changes the other. Cells that cannot be right say why.
class InputTable : public QWidget
{
    Q_OBJECT

public:
    /// \p proposed: a SPEC for each argument, as the file has it: shown if there are none, and for rows that are
    /// added.
    InputTable(const QStringList &specs, const QStringList &proposed, QWidget *parent = nullptr);

    /// One an argument; none if they are as the file has it.
    [[nodiscard]] QStringList specs() const;
    /// Problem of the first cell that cannot be right; empty if all may be right.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void changed();

private:
    QWidget *makeButtons();
    void showText();
    void showRow(int row, const InputRow &input);
    [[nodiscard]] QStringList lines() const;
    [[nodiscard]] InputRow inputAt(int row) const;
    void takeText();
    void takeCell();
    void addRow();
    void removeRow();
    void check();

    QStringList m_proposed;
    QStackedWidget *m_pages;
    QTableWidget *m_table;
    QPlainTextEdit *m_text;
    QPushButton *m_add = nullptr;
    QPushButton *m_remove = nullptr;
    QLabel *m_problem;
    bool m_updating = false; ///< one of the two follows the other
};

} // namespace rooflight
