// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/base/result.h"
#include "ui/models/other_session.h"

#include <QFutureWatcher>
#include <QStringList>

#include <vector>

namespace rooflight {

/// The sessions beside the one that is shown. Files are read one after the other in the background.
class SessionShelf : public QObject
{
    Q_OBJECT

public:
    explicit SessionShelf(QObject *parent = nullptr);

    /// Reads these and adds them; a file that is there already is read again.
    void add(const QStringList &paths);
    /// Under a name of its own.
    void put(OtherSession session);
    void remove(std::size_t index);
    void forgetBaseline();
    void setOnChart(std::size_t index, bool onChart);
    void clear();

    [[nodiscard]] const std::vector<OtherSession> &sessions() const { return m_sessions; }
    /// The session of a file; without a value if it is not among these.
    [[nodiscard]] std::optional<std::size_t> find(const QString &path) const;

Q_SIGNALS:
    void changed();
    void added(const QString &path);
    void failed(const rooflight::Error &error, const QString &path);

private:
    void readNext();
    void take(const Result<OtherSession> &session);
    [[nodiscard]] QString freeName(const QString &wanted) const;

    std::vector<OtherSession> m_sessions;
    QStringList m_waiting; ///< the first one is being read
    QFutureWatcher<Result<OtherSession>> m_reading;
};

} // namespace rooflight
