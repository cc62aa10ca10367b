// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/settings/settings.h"
#include "ui/views/dialogs/dialog_fields.h"

#include <QObject>
#include <QString>

#include <cstdint>

class QWidget;

namespace rooflight {

class OptionsDialog;
class ProblemPrompter;
class SessionController;
class Settings;
class WorkerClient;

/// Asks how to measure, and by which worker, and sends the requests.
class MeasureCommands : public QObject
{
    Q_OBJECT

public:
    MeasureCommands(WorkerClient *worker, SessionController *controller, Settings *settings, ProblemPrompter *problems,
                    QWidget *window);

    /// Asks for the options of the file that was requested last, with this field in focus, and measures it with them.
    void chooseOptions(const QString &field = {});
    /// What the fields of the options are called.
    [[nodiscard]] QList<DialogField> optionFields() const;
    void chooseWorkerCommand();
    void measureAgain();
    /// Measures the model again, with no fewer runs than these.
    void measureLonger(std::int64_t runs);
    /// Adds a timing benchmark to the session: Methods, Latency (interleaved), Sweep or Pipeline.
    void measureMore(RequestKind kind);
    /// Runs experiments on these operators of the session's analysis.
    void explain(const std::vector<std::int64_t> &operators);
    /// By which the model of the session would be measured again.
    [[nodiscard]] Request requestHere() const;
    /// Measures the model of the session by this request.
    void measureBy(const Request &request);
    /// Measures the roofs again, and the model with them.
    void measureRoofs();
    /// This one alone, for the session that is shown.
    void measureRoof(const std::string &name);
    void restartWorker();

Q_SIGNALS:
    /// Emitted before such a request is sent.
    void measuringMore(rooflight::RequestKind kind);

private:
    [[nodiscard]] QString optionsPath() const;
    [[nodiscard]] std::unique_ptr<OptionsDialog> makeOptionsDialog() const;
    void measure(const QString &modelPath, bool withRoofs = false, std::int64_t runs = 0);

    WorkerClient *m_worker;
    SessionController *m_controller;
    Settings *m_settings;
    ProblemPrompter *m_problems;
    QWidget *m_window;
};

class Settings;

/// The request for everything about a model, as the options say. The model's path is still to be set.
[[nodiscard]] Request measureRequest(const MeasureOptions &options);

/// Asks for what a timing benchmark needs in addition to its model, and remembers the answer for the next
/// time: what follows the model in a pipeline, or what is interleaved with it. False when the person cancelled
/// after all.
[[nodiscard]] bool completeRequest(Request &request, const QString &model, Settings *settings, QWidget *parent);

} // namespace rooflight
