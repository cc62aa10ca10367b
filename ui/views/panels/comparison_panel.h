// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/model/item_id.h"
#include "core/roofline/session_comparison.h"

#include <QString>
#include <QTreeWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace rooflight {

/// The operators of two sessions by kind: calls, time and memory traffic of one run, before and now.
class KindTable : public QTreeWidget
{
    Q_OBJECT

public:
    explicit KindTable(QWidget *parent = nullptr);

    void setKinds(const std::vector<KindChange> &kinds);
    void retranslate();

protected:
    void changeEvent(QEvent *event) override;

private:
    void addRow(const KindChange &kind);

    std::vector<KindChange> m_kinds;
};

/// What happened to one kind: "Normalization: 20 before, none now (folded into the convolutions)".
[[nodiscard]] QString kindSentence(const KindChange &kind);

class ComparisonModel;
class ComparisonProxy;
class Selection;

/// What changed from another session to the one that is shown: the whole model, the settings that differ, and a table
/// of layers or of kinds of operators. Pointing and selecting go through the shared selection.
class ComparisonPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPanel(Selection *selection, QWidget *parent = nullptr);
    ~ComparisonPanel() override;

    /// \p otherFile is the path of the session to compare with.
    void setComparison(SessionComparison comparison, const QString &otherFile);
    void clear();
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] const SessionComparison &comparison() const;
    /// The text at the side of the table.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void chooseRequested();
    void saveRequested();
    void endRequested();
    /// Double click or Enter on a row.
    void itemActivated(rooflight::ItemId item);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeEmptyPage();
    QWidget *makePage();
    void connectTable();
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QStringList kindTexts() const;
    [[nodiscard]] static QString differenceSentence(const SettingDifference &difference);
    void showText();
    void showKinds(bool show);
    void sizeColumns();
    void takeSelection();
    void showSelection();
    void retranslate();

    Selection *m_selection;
    ComparisonModel *m_model;
    ComparisonProxy *m_proxy;
    QStackedWidget *m_pages;
    QLabel *m_emptyText;
    QPushButton *m_choose;
    QPlainTextEdit *m_text;
    QPushButton *m_save;
    QPushButton *m_end;
    QCheckBox *m_onlyLeaves;
    QCheckBox *m_byKind;
    QTreeView *m_table;
    KindTable *m_kinds;
    QStackedWidget *m_tables;
    QString m_otherFile;
    bool m_synchronizing = false; ///< a change of the selection is being passed on, in either direction
};

} // namespace rooflight
