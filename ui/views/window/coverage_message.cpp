// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/coverage_message.h"

#include "core/roofline/item_times.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/message_bar.h"

#include <cmath>
#include <utility>

namespace rooflight {

namespace {

QString shareText(double share)
{
    // Shown are whole percents from 10 % up and tenths below; none is rounded up to what it does not reach.
    constexpr double rounding = 1e-9;
    const double steps = share >= 0.1 ? 100 : 1000;
    const double shown = std::floor(share * steps + rounding) / steps;
    return percentText(shown > 0 ? shown : share);
}

bool isIncomplete(const Session &session)
{
    if (!session.analysis)
        return false;
    const Coverage coverage = coverageOf(*session.analysis);
    return coverage.knownOperators < coverage.operators;
}

} // namespace

QString coverageSentence(const Session &session)
{
    if (!session.analysis)
        return {};
    const Coverage coverage = coverageOf(session);
    const QString known = countText(coverage.knownOperators);
    const QString all = countText(coverage.operators);
    const QString bytes = shareText(coverage.shareOfBytes());
    if (const std::optional<double> time = coverage.shareOfTime()) {
        return CoverageMessage::tr("Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time.")
            .arg(known, all, bytes, shareText(*time));
    }
    return CoverageMessage::tr("Formulas cover %1 of %2 operators and %3 of the bytes.").arg(known, all, bytes);
}

CoverageMessage::CoverageMessage(MessageBar *messages, QObject *parent)
    : QObject(parent)
    , m_messages(messages)
{
}

void CoverageMessage::setSession(const SessionView &view)
{
    const Session &session = view.session();
    const QString key = QStringLiteral("coverage");
    if (!isIncomplete(session))
        return m_messages->dismiss(key);
    // Who has dismissed it knows; only its numbers may change.
    std::string model = session.analysis->model.sha256 + session.analysis->model.path;
    if (model == m_model && !m_messages->holds(key))
        return;
    m_model = std::move(model);
    m_messages->show(
        { Message::Severity::Information, coverageSentence(session), {}, key, tr("Show &Unknown Operators"), [this] {
             Q_EMIT unknownOperatorsRequested();
         } });
}

} // namespace rooflight
