// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"

#include <QWidget>

class QLabel;

namespace ridgepoint {

/// The few numbers that sum up a session: model, device, parameters, work, memory, whether
/// all of it is covered by formulas, latency, throughput.
class SummaryBar : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    void setSession(const Session &session);

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
    void showFacts();
    void showModel();
    void showWork();
    void showFormulas();
    [[nodiscard]] static QString throughputText(const ModelLatency &latency);
    void showLatency();

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
