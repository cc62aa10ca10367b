// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/roofline/forecast.h"

#include <QFutureWatcher>

#include <memory>

namespace rooflight {

/// Works out in the background what a session would be; of several questions the last one is answered.
class WhatIfRunner : public QObject
{
    Q_OBJECT

public:
    struct Answer {
        std::shared_ptr<const Session> there;
        Forecast forecast;
    };

    explicit WhatIfRunner(QObject *parent = nullptr);

    /// Keeps of it what an answer needs.
    void setSession(const Session &session);
    /// The model at other sizes of its inputs, which changes begin with; null: as it was observed.
    void setSizes(const std::shared_ptr<const Analysis> &analysis);
    /// What changes begin with.
    [[nodiscard]] const Session &session() const { return *m_base; }
    void ask(const WhatIf &change);
    /// No answer is wanted any more.
    void forget();

Q_SIGNALS:
    void answered(const rooflight::WhatIfRunner::Answer &answer);

private:
    void start();

    std::shared_ptr<const Session> m_session; ///< as it was observed
    std::shared_ptr<const Session> m_base; ///< the same at other sizes; m_session if there are none
    std::optional<WhatIf> m_wanted; ///< after the one that is being worked out
    bool m_isCurrent = false; ///< the one that is being worked out is still wanted
    QFutureWatcher<Answer> m_running;
};

} // namespace rooflight
