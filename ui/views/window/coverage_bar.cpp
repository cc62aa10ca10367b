// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/coverage_bar.h"

#include "core/model/coverage.h"
#include "ui/style/chart_style.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <cmath>

namespace ridgepoint {

namespace {

constexpr int iconSize = 16;

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
    const Coverage coverage = coverageOf(*session.analysis, session.layers ? &*session.layers : nullptr);
    const QString known = countText(coverage.knownOperators);
    const QString all = countText(coverage.operators);
    const QString bytes = shareText(coverage.shareOfBytes());
    if (const std::optional<double> time = coverage.shareOfTime()) {
        return CoverageBar::tr("Formulas cover %1 of %2 operators, %3 of the bytes and %4 of the time.")
            .arg(known, all, bytes, shareText(*time));
    }
    return CoverageBar::tr("Formulas cover %1 of %2 operators and %3 of the bytes.").arg(known, all, bytes);
}

CoverageBar::CoverageBar(QWidget *parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_button(new QPushButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    connect(m_button, &QPushButton::clicked, this, &CoverageBar::unknownOperatorsRequested);
    showIcon();
    hide();
}

QString CoverageBar::text() const
{
    return m_text->text();
}

void CoverageBar::setSession(const Session &session)
{
    m_session = &session;
    showCoverage();
}

void CoverageBar::showCoverage()
{
    const bool incomplete = m_session && isIncomplete(*m_session);
    setVisible(incomplete);
    if (!incomplete)
        return;
    m_text->setText(coverageSentence(*m_session));
    m_button->setText(tr("Show &Unknown Operators"));
}

void CoverageBar::showIcon()
{
    m_icon->setPixmap(themedIcon(QStringLiteral("info"), palette()).pixmap(iconSize));
}

void CoverageBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        showCoverage();
    else if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void CoverageBar::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.panel());
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.border());
}

} // namespace ridgepoint
