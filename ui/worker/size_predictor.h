// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/base/error.h"
#include "core/model/request.h"
#include "core/results/session.h"

#include <QStringList>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rooflight {

class WorkerClient;

/// Counts an exported model at other sizes of its inputs, without running it, by a worker process of its own that
/// begins with the first question. Of several questions the last one is answered; answers are kept.
class SizePredictor : public QObject
{
    Q_OBJECT

public:
    explicit SizePredictor(QObject *parent = nullptr);
    ~SizePredictor() override;

    /// Program and arguments.
    void setCommand(const QStringList &command);
    /// \p dimensions as in Request. \p here measured \p observed: the same file is opened, with what it was opened
    /// with.
    void ask(const Analysis &observed, const std::vector<std::string> &dimensions, const Request &here);
    /// No answer is wanted any more.
    void forget();

Q_SIGNALS:
    void predicted(const std::shared_ptr<const rooflight::Analysis> &analysis);
    /// The file is no longer that which was measured.
    void otherFile();
    void failed(const rooflight::Error &error);

private:
    void take();
    void fail(const Error &error);
    [[nodiscard]] bool isAwaited() const { return !m_wanted.empty() && m_wanted == m_asked; }

    std::unique_ptr<WorkerClient> m_client;
    ModelIdentity m_model; ///< what m_known is of
    Request m_opened; ///< how its file is opened: a request for no sizes
    std::vector<std::string> m_wanted; ///< empty: nothing
    std::vector<std::string> m_asked; ///< what the request under way is of
    std::int64_t m_number = 0; ///< of that request
    std::shared_ptr<const Analysis> m_arrived; ///< its answer
    bool m_isOther = false; ///< it is of another file
    std::map<std::vector<std::string>, std::shared_ptr<const Analysis>> m_known;
};

} // namespace rooflight
