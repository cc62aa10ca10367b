// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/report/headline.h"
#include "core/roofline/equal_blocks.h"
#include "ui/models/session_view.h"

#include <map>
#include <set>
#include <vector>

class QComboBox;
class QLabel;
class QTreeWidget;

namespace rooflight {

class Selection;
class SuggestionList;

/// What limits the model, and what to look at first: the bounds with their shares, and the layers or operators that
/// have most to gain or take most time. Choosing a bound filters table and chart by it; the others are selected.
class OverviewPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewPanel(Selection *selection, QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = judgedKinds;
    void setSession(const SessionView &view);
    /// Whether what is at the same place of equal blocks is listed as one.
    void setFolded(bool folded);
    /// Shows the bounds of the current filter as chosen.
    void setBounds(const std::set<Bound> &bounds);
    /// Below all of it.
    [[nodiscard]] SuggestionList *suggestions() const { return m_suggestions; }

Q_SIGNALS:
    void boundsChosen(const std::set<rooflight::Bound> &bounds);
    /// Equal layers are to be added up, or each to have its own row: the other way than now.
    void foldingRequested();
    /// Double click or Enter.
    void itemActivated(rooflight::ItemId item);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Ranking { Gain, Time };

    struct Ranked {
        std::vector<ItemId> items;
        QString label;
        double timeNs = 0; ///< to gain, or taken
        double share = 0; ///< of all that can be gained, or of the time
        std::size_t number = 0; ///< as numberOf(); on the chart, too
    };

    void build();
    void showBounds();
    void showRanking();
    [[nodiscard]] QString foldedText() const;
    [[nodiscard]] QString totalText() const;
    void fitColumns();
    void showChosenBounds();
    void takeBounds();
    void takeSelection();
    void showSelection();
    void markSelected();
    [[nodiscard]] bool isSelected(ItemId item) const;
    void rank();
    /// Finds the only operator of layers that run just one.
    void findOnlyOperators(const JudgedSession &judged);
    void retranslate();
    [[nodiscard]] const std::vector<Ranked> &ranked() const;
    /// Adds up what is equal, and keeps the first few of what that comes to.
    /// The first of them, equal ones as one. \p shareOf takes a group.
    template<typename Share>
    static std::vector<Ranked> folded(const std::vector<RankedItem> &ranking, const EqualItems &equal,
                                      const Headline &named, Share shareOf);
    /// Makes the list as high as its rows, so that all are seen.
    static void fitHeight(QTreeWidget *list);

    Selection *m_selection;
    QLabel *m_boundsTitle;
    QTreeWidget *m_boundList;
    QLabel *m_betweenKernels; ///< how much of a GPU's run no kernel fills
    QComboBox *m_kind;
    QLabel *m_foldedNote; ///< makes equal layers one row, or lists each
    QTreeWidget *m_rankingList;
    QLabel *m_nothing; ///< in place of all of it
    SuggestionList *m_suggestions;
    SessionView m_view;
    std::vector<BoundShare> m_bounds;
    Phrase m_betweenKernelsTime;
    bool m_folds = false; ///< equal layers
    bool m_hasEqual = false;
    std::optional<double> m_medianNs; ///< of the model
    double m_allGainNs = 0;
    bool m_sharesOfTime = false;
    QString m_doubt; ///< why what is listed is not certain; empty if it is
    std::set<Bound> m_chosen;
    std::vector<Ranked> m_gains;
    std::vector<Ranked> m_times;
    std::map<ItemId, ItemId> m_onlyOperators; ///< of layers in m_gains
    bool m_synchronizing = false;
};

} // namespace rooflight
