// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/session_view.h"

#include <QObject>
#include <QString>

#include <optional>
#include <string>

namespace rooflight {

class MessageBar;

/// Says how much of a model the formulas cover, in one message with the way to what they do not. Once a model, and only
/// if something is not covered.
class CoverageMessage : public QObject
{
    Q_OBJECT

public:
    explicit CoverageMessage(MessageBar *messages, QObject *parent = nullptr);

    static constexpr ResultKinds shownKinds = kindsOf<Analysis, LayerLatencies>;
    void setSession(const SessionView &view);

Q_SIGNALS:
    void unknownOperatorsRequested();

private:
    MessageBar *m_messages;
    std::optional<std::string> m_model; ///< that was spoken of
};

/// "Formulas cover 98 of 100 operators, 97 % of the bytes and 91 % of the time."; shares are rounded down, so that only
/// what is covered wholly is 100 %.
[[nodiscard]] QString coverageSentence(const Session &session);

} // namespace rooflight
