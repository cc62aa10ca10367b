// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"
#include "core/report/format/phrase.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace ridgepoint {

/// What a session comes to: the verdict in a few sentences, and below it the numbers: model, device, parameters, work,
/// memory, whether all of it is covered by formulas, latency, throughput.
class SummaryBar : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    void setSession(const Session &session);
    /// The sentences about the model; hidden while there is nothing to say.
    void setHeadline(std::vector<Phrase> sentences);
    [[nodiscard]] QString headline() const;
    /// Only the first sentence, where there is little room.
    void setCompact(bool compact);

Q_SIGNALS:
    /// A part of the headline was clicked; its Phrase::target.
    void targetActivated(const QString &target);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Fact {
        QLabel *title;
        QLabel *value;
    };

    Fact addFact(bool mayShrink);
    void show(const Fact &fact, const QString &title, const QString &value, const QString &help = {});
    void showHeadline();
    void showFacts();
    void showModel();
    void showWork();
    void showFormulas();
    [[nodiscard]] static QString throughputText(const ModelLatency &latency);
    void showLatency();

    QHBoxLayout *m_facts;
    QLabel *m_headlineText;
    std::vector<Phrase> m_headline;
    bool m_compact = false;
    Fact m_model;
    Fact m_input;
    Fact m_device;
    Fact m_parameters;
    Fact m_work;
    Fact m_traffic;
    Fact m_activations;
    Fact m_formulas;
    Fact m_latency;
    Fact m_throughput;
    const Session *m_session = nullptr;
};

} // namespace ridgepoint
