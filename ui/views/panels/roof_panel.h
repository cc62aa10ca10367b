// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "ui/models/session_view.h"

#include <set>

class QComboBox;
class QLabel;
class QPushButton;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace rooflight {

class FigureView;
class SampleStrip;

/// The roofs of a session: which are drawn, other values typed in, another device's, and how each one came about.
class RoofPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RoofPanel(QWidget *parent = nullptr);

    /// Operators stand on the picture of the curves.
    static constexpr ResultKinds shownKinds = judgedKinds;
    void setSession(const SessionView &view);
    /// What the chart draws.
    void setVisibleRoofs(const std::set<std::size_t> &visible);
    void select(std::size_t roof);
    /// The details of the roof in focus.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QTreeWidget *list() const { return m_list; }
    [[nodiscard]] QComboBox *devices() const { return m_devices; }

Q_SIGNALS:
    void choicesChanged(const rooflight::RoofChoices &choices);
    void measureAgainRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    /// If there is little room, names and values come first.
    void fitIn();
    void fillDevices();
    void fillList();
    void fillItem(QTreeWidgetItem *item, std::size_t roof);
    void takeChange(QTreeWidgetItem *item, int column);
    void takeTyped(const Roof &roof, const QString &text);
    void chooseDevice(int index);
    void reset();
    void showRoof();
    void refresh();
    void showCurves();
    [[nodiscard]] std::optional<std::size_t> currentRoof() const;
    [[nodiscard]] bool hasCurves() const;

    SessionView m_view;
    RoofChoices m_choices;
    std::set<std::size_t> m_visible;
    bool m_filling = false;
    QComboBox *m_devices;
    QLabel *m_headline;
    QPushButton *m_measure;
    QPushButton *m_reset;
    QLabel *m_problem;
    QTreeWidget *m_list;
    QWidget *m_card; ///< of the roof in focus
    QTextBrowser *m_text;
    SampleStrip *m_samples;
    FigureView *m_curves; ///< bandwidth by footprint, while a roof of memory is in focus
};

} // namespace rooflight
