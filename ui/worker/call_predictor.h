// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/base/error.h"
#include "core/model/request.h"
#include "core/results/session.h"
#include "core/roofline/estimate.h"

#include <QFutureWatcher>
#include <QStringList>

#include <memory>
#include <optional>

namespace rooflight {

class WorkerClient;

/// Estimates what a model takes at another batch, length or precision from a few runs and from calls of its operators,
/// alone, as it is and as it would be, by a worker process of its own that begins with the first question. Calls as it
/// is are kept.
class CallPredictor : public QObject
{
    Q_OBJECT

public:
    explicit CallPredictor(QObject *parent = nullptr);
    ~CallPredictor() override;

    /// Program and arguments.
    void setCommand(const QStringList &command);
    /// \p session was measured by \p here, with its model and its roofs.
    void ask(std::shared_ptr<const Session> session, const Request &here, const Request &there);
    /// No answer is wanted any more.
    void forget();
    [[nodiscard]] bool isWorking() const { return m_isWanted; }

Q_SIGNALS:
    void predicted(const rooflight::Estimate &estimate);
    /// The file is no longer that which was measured.
    void otherFile();
    void failed(const rooflight::Error &error);

private:
    /// What is asked for, in this order; the first is kept.
    enum class Step { CallsHere, RunsThere, CallsThere };

    struct Calls {
        Analysis analysis;
        LayerLatencies times;
    };

    void submit(Step step);
    void take();
    void fail(const Error &error);
    void estimate(Calls there);
    [[nodiscard]] bool isOfSession(const Analysis &analysis) const;

    std::unique_ptr<WorkerClient> m_client;
    std::shared_ptr<const Session> m_session;
    Request m_here;
    Request m_runsThere;
    Request m_callsThere;
    Step m_step = Step::CallsHere;
    bool m_isWanted = false;
    std::int64_t m_number = 0; ///< of the request under way
    std::int64_t m_question = 0; ///< counts them
    std::int64_t m_estimated = 0; ///< the question that m_estimating answers
    bool m_isOther = false; ///< the request under way has opened another file
    std::optional<Calls> m_callsHere; ///< of m_here
    std::optional<Analysis> m_analysis; ///< of the request under way
    std::optional<LayerLatencies> m_times; ///< of the request under way
    std::optional<ModelLatency> m_runs; ///< of m_runsThere
    QFutureWatcher<Estimate> m_estimating;
};

} // namespace rooflight
