// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "ui/models/session_view.h"

class QPlainTextEdit;
class QTreeWidget;

namespace rooflight {

struct TableContent;

/// What the workloads of a language model cost for each token: the table of the reports, and its sentences below.
class TokenPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TokenPanel(QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = kindsOf<Analysis, DeviceRoofs, ModelLatency, LayerLatencies>;
    void setSession(const SessionView &view);
    /// Whether there is something to show.
    [[nodiscard]] bool hasWorkloads() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();
    void fillTable(const TableContent &content);

    Session m_session;
    QTreeWidget *m_table;
    QPlainTextEdit *m_sentences;
};

} // namespace rooflight
