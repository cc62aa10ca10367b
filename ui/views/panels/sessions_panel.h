// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/results/session.h"
#include "ui/models/other_session.h"

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace rooflight {

/// The session that is shown and those beside it on the chart: device, execution, time, time at the roofs, and how each
/// compares with the one that is shown.
class SessionsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SessionsPanel(QWidget *parent = nullptr);

    /// The one that is shown; its latency is copied.
    void setShown(const QString &name, const SessionFacts &facts, const Part<ModelLatency> &latency);
    void setOthers(const std::vector<OtherSession> &others);
    void setRelative(bool relative);
    [[nodiscard]] QTreeWidget *list() const { return m_list; }

Q_SIGNALS:
    void addRequested();
    void keepRequested();
    void removeRequested(std::size_t other);
    /// It is to be the one that is shown.
    void showRequested(std::size_t other);
    void compareRequested(std::size_t other);
    void onChartChanged(std::size_t other, bool onChart);
    void relativeChanged(bool relative);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeButtons();
    void fill();
    void fillFacts(QTreeWidgetItem *row, const SessionFacts &facts);
    void fillChange(QTreeWidgetItem *row, const OtherSession &other);
    void updateButtons();
    void retranslate();
    /// Index of the session in the row in focus; without a value for the first one, which is shown.
    [[nodiscard]] std::optional<std::size_t> current() const;

    QTreeWidget *m_list;
    QLabel *m_hint;
    QPushButton *m_add;
    QPushButton *m_keep;
    QPushButton *m_show;
    QPushButton *m_compare;
    QPushButton *m_remove;
    QCheckBox *m_relative;
    QWidget *m_buttons = nullptr;
    QWidget *m_aside = nullptr; ///< they scroll in it
    QString m_name;
    SessionFacts m_facts;
    Part<ModelLatency> m_latency;
    std::vector<OtherSession> m_others;
    bool m_filling = false;
};

} // namespace rooflight
