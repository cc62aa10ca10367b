// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/view/hover_card.h"

#include "core/report/format/format.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr int textWidth = 320;
constexpr int valueWidth = textWidth - 110;
constexpr int cardPadding = 8;
constexpr int distance = 20; // from the point
constexpr double cornerRadius = 6;

/// A label that takes names for what they are, not for HTML.
QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

void setColor(QLabel *label, const QColor &color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

/// One line that fits; line breaks in names would tear the card apart.
QString elided(const QLabel *label, QString text, int width)
{
    std::replace_if(
        text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; }, u' ');
    return label->fontMetrics().elidedText(text, Qt::ElideMiddle, width);
}

} // namespace

HoverCard::HoverCard(QWidget *parent)
    : QFrame(parent)
    , m_style(parent->palette(), parent->font())
    , m_title(plainLabel(this))
    , m_subtitle(plainLabel(this))
    , m_grid(new QGridLayout)
    , m_verdict(plainLabel(this))
    , m_warning(plainLabel(this))
    , m_duplicates(plainLabel(this))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardPadding, cardPadding, cardPadding, cardPadding);
    layout->setSpacing(3);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addSpacing(4);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    layout->addLayout(m_grid);
    layout->addSpacing(4);
    for (QLabel *label : { m_verdict, m_warning, m_duplicates }) {
        label->setWordWrap(true);
        label->setFixedWidth(textWidth);
        layout->addWidget(label);
    }
    hide();
}

void HoverCard::setStyle(const ChartStyle &style)
{
    m_style = style;
    setFont(style.textFont());
    m_title->setFont(style.strongFont());
    for (QLabel *label : { m_title, m_verdict })
        setColor(label, style.text());
    for (QLabel *label : { m_subtitle, m_duplicates })
        setColor(label, style.mutedText());
    setColor(m_warning, style.warning());
    for (const auto &[name, value] : m_rows) {
        setColor(name, style.mutedText());
        setColor(value, style.text());
    }
}

void HoverCard::setPoint(const RooflineContent &content, std::size_t index, int duplicates, const QString &session)
{
    const RooflinePoint &point = content.points[index];
    m_title->setText(elided(m_title, cardTitle(content, index), textWidth));
    const QString kind =
        tr("%1, %2, %3").arg(displayName(point.family), inlineName(point.dtype), displayName(point.verdict.bound));
    m_subtitle->setText(session.isEmpty() ? kind : elided(m_subtitle, session, textWidth) + u'\n' + kind);
    m_subtitle->show();
    m_verdict->show();
    setRows(hoverRows(content, index));
    m_verdict->setText(verdictSentence(content.roofs, point));
    m_warning->setText(aboveRoofSentence(point));
    m_warning->setVisible(point.verdict.aboveRoof);
    m_duplicates->setText(tr("More points here: %1. Click again for the next.").arg(duplicates));
    m_duplicates->setVisible(duplicates > 0);
}

void HoverCard::setRows(const QString &title, const QString &subtitle, const std::vector<CardRow> &rows)
{
    m_title->setText(elided(m_title, title, textWidth));
    m_subtitle->setText(elided(m_subtitle, subtitle, textWidth));
    m_subtitle->setVisible(!subtitle.isEmpty());
    setRows(rows);
    for (QLabel *label : { m_verdict, m_warning, m_duplicates })
        label->hide();
}

void HoverCard::setRows(const std::vector<CardRow> &rows)
{
    while (m_rows.size() < rows.size()) {
        const auto row = static_cast<int>(m_rows.size());
        m_rows.emplace_back(plainLabel(this), plainLabel(this));
        m_rows.back().first->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        m_grid->addWidget(m_rows.back().first, row, 0);
        m_grid->addWidget(m_rows.back().second, row, 1);
        setColor(m_rows.back().first, m_style.mutedText());
        setColor(m_rows.back().second, m_style.text());
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[name, value] = m_rows[i];
        const bool used = i < rows.size();
        name->setVisible(used);
        value->setVisible(used);
        if (!used)
            continue;
        name->setText(rows[i].name);
        value->setWordWrap(rows[i].wraps);
        value->setMinimumWidth(rows[i].wraps ? valueWidth : 0);
        value->setText(rows[i].wraps ? rows[i].value : elided(value, rows[i].value, valueWidth));
    }
}

QRect HoverCard::placeFor(QSize size, QPoint place, QRect bounds)
{
    QRect card(place + QPoint(distance, distance), size);
    if (card.right() > bounds.right() || place.x() > bounds.center().x())
        card.moveRight(place.x() - distance);
    if (card.bottom() > bounds.bottom())
        card.moveBottom(place.y() - distance);
    card.moveLeft(std::clamp(card.left(), bounds.left(), std::max(bounds.left(), bounds.right() - size.width() + 1)));
    card.moveTop(std::clamp(card.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - size.height() + 1)));
    return card;
}

void HoverCard::showBeside(const QWidget *widget, QPoint place)
{
    QWidget *window = widget->window();
    if (parentWidget() != window)
        setParent(window);
    ensurePolished();
    layout()->activate();
    adjustSize();
    setGeometry(placeFor(sizeHint(), widget->mapTo(window, place), window->rect()));
    show();
    raise();
}

void HoverCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_style.border(), 1));
    painter.setBrush(m_style.panel());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius, cornerRadius);
}

namespace {

/// Paths are drawn only where the axes are FLOP/byte and FLOP/s.
std::vector<CardRow> stopRows(const Trail::Stop &stop)
{
    std::vector<CardRow> rows;
    rows.push_back(
        { factTitleText(FactId::Intensity), QString::fromStdString(formatIntensity(std::pow(10, stop.place.x()))) });
    rows.push_back({ factTitleText(stop.isMeasured ? FactId::Achieved : FactId::Attainable),
                     quantityText(std::pow(10, stop.place.y()), "FLOP/s") });
    if (stop.timeNs > 0)
        rows.push_back(
            { factTitleText(stop.isMeasured ? FactId::Time : FactId::TimeAtRoof), durationText(stop.timeNs) });
    return rows;
}

} // namespace

ChartCards::ChartCards(QWidget *chart, RooflineView *view, RooflinePlot *plot)
    : m_chart(chart)
    , m_view(view)
    , m_plot(plot)
{
}

ChartCards::~ChartCards()
{
    delete m_card;
}

void ChartCards::setStyle(const ChartStyle &style)
{
    if (m_card)
        m_card->setStyle(style);
}

HoverCard &ChartCards::card()
{
    if (!m_card) {
        m_card = new HoverCard(m_chart->window());
        m_card->setStyle(ChartStyle(m_chart->palette(), m_chart->font()));
    }
    return *m_card;
}

void ChartCards::showPoint(std::size_t mark, const QString &session)
{
    const RooflineContent &content = m_plot->content();
    card().setPoint(content, content.marks[mark].point, m_plot->marks().countAtSamePlace(mark) - 1, session);
    card().showBeside(m_view, m_view->centreOf(mark).toPoint());
}

void ChartCards::showOverlay(const RooflineOverlay &overlay, OverlayMark mark)
{
    card().setPoint(*overlay.content, overlay.content->marks[mark.mark].point, 0, overlay.name);
    card().showBeside(m_view, m_view->mapFromScene(m_plot->mapToScene(m_plot->overlays().centre(mark))));
}

void ChartCards::showStop(TrailStop stop)
{
    const Trail &trail = m_plot->trails().trails()[stop.trail];
    const Trail::Stop &at = trail.stops[stop.stop];
    card().setRows(trail.name, at.title, stopRows(at));
    card().showBeside(m_view, m_view->mapFromScene(m_plot->mapToScene(m_plot->trails().centre(stop))));
}

void ChartCards::hide()
{
    if (m_card)
        m_card->hide();
}

const HoverCard *ChartCards::shown() const
{
    return m_card && m_card->isVisible() ? m_card.data() : nullptr;
}

} // namespace rooflight
