// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/phrase.h"
#include "ui/models/session_view.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTimer;
class QToolButton;

namespace rooflight {

class HeadlineLabel;
class SummaryCard;

/// What a headline rests on, in the order in which a report measures it.
enum class HeadlineBasis {
    Roofs, ///< no run yet
    FirstRuns, ///< of the layers; more are coming
    Layers,
    Model, ///< its bare runs, too; better roofs may come
    Everything, ///< nothing of it is being measured
};

/// \p beingTimed: a report of this session is running.
[[nodiscard]] HeadlineBasis headlineBasis(const Session &session, bool beingTimed);

/// What a session comes to: the answer, whole, and below it input and device. All other numbers of the model open above
/// the window's content on demand.
class SummaryBar : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = plainKinds
        | kindsOf<Inspection, Analysis, ModelLatency, LayerLatencies, InterleavedLatency, MethodComparison, BatchSweep,
                  PipelineLatency>;
    void setSession(const SessionView &view);
    /// The sentences about the model, which takes \p medianNs; hidden while there is nothing to say. While more is
    /// being measured, they stand for ten seconds before others on the same basis take their place: they are there to
    /// be read. Those on another basis, or of a median that differs by more than a tenth, take it at once.
    void setHeadline(std::vector<Phrase> sentences, HeadlineBasis basis = HeadlineBasis::Everything,
                     std::optional<double> medianNs = {});
    [[nodiscard]] QString headline() const;
    /// Grey, if what the newest headline says does not stand; with that headline.
    void setUncertain(bool uncertain);
    /// Only the headline, if there is little room.
    void setCompact(bool compact);
    /// All of the numbers.
    void showAll();
    [[nodiscard]] SummaryCard *all() const { return m_all; }

Q_SIGNALS:
    /// A part of the headline was clicked; its Phrase::target.
    void targetActivated(const QString &target);
    /// The headline takes more or fewer lines.
    void heightChanged();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Fact {
        QLabel *title;
        QLabel *value;
    };

    Fact addFact();
    void setFonts();
    void showHeadline();
    void showCertainty();
    void showFacts();
    void showLatency();
    void retranslate();

    HeadlineLabel *m_headlineText;
    QToolButton *m_more;
    QWidget *m_facts;
    std::vector<Phrase> m_headline;
    std::optional<double> m_medianNs; ///< of the headline
    std::vector<Phrase> m_nextHeadline;
    std::optional<double> m_nextMedianNs;
    HeadlineBasis m_basis = HeadlineBasis::Everything;
    QTimer *m_headlineStands; ///< active while no other takes its place
    bool m_uncertain = false;
    bool m_compact = false;
    Fact m_input;
    Fact m_device;
    Fact m_latency;
    SummaryCard *m_all;
    Session m_session;
    std::string m_model; ///< that the headline is about
};

} // namespace rooflight
