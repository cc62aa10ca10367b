// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/phrase.h"
#include "ui/models/session_view.h"

#include <QWidget>

class QLabel;
class QTimer;
class QToolButton;

namespace rooflight {

class HeadlineLabel;
class SummaryCard;

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
    /// The sentences about the model; hidden while there is nothing to say. Those that \p isProvisional, as the layers
    /// are still being timed, stand for ten seconds before others take their place: they are there to be read.
    void setHeadline(std::vector<Phrase> sentences, bool isProvisional = false);
    [[nodiscard]] QString headline() const;
    /// Grey, if what it says does not stand.
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
    void showFacts();
    void showLatency();
    void retranslate();

    HeadlineLabel *m_headlineText;
    QToolButton *m_more;
    QWidget *m_facts;
    std::vector<Phrase> m_headline;
    std::vector<Phrase> m_nextHeadline;
    QTimer *m_headlineStands; ///< active while no other takes its place
    bool m_compact = false;
    Fact m_input;
    Fact m_device;
    Fact m_latency;
    SummaryCard *m_all;
    Session m_session;
    std::string m_model; ///< that the headline is about
};

} // namespace rooflight
