// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/family_legend.h"

#include "ui/style/display_names.h"

#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr int spacing = 4;
constexpr int markerSize = 16;
constexpr int padding = 4;

} // namespace

/// An entry of the legend that can be switched off: lies flat, and fades when its family is hidden.
class LegendButton : public QToolButton
{
public:
    LegendButton(const QString &name, QWidget *parent)
        : QToolButton(parent)
    {
        setText(name);
    }

    void setWording(LegendWording wording) { m_wording = wording; }
    [[nodiscard]] int widthOf(LegendWording wording) const
    {
        const int text = fontMetrics().horizontalAdvance(textIn(wording));
        return markerSize + 2 * padding + (text > 0 ? text + padding : 0);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return { widthOf(m_wording), std::max(fontMetrics().height(), markerSize) + 2 * padding };
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (underMouse() || hasFocus()) {
            painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 1.5) : QPen(Qt::NoPen));
            painter.setBrush(palette().color(QPalette::Button));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), padding, padding);
        }
        const QRect icon(padding, (height() - markerSize) / 2, markerSize, markerSize);
        painter.setOpacity(isChecked() ? 1 : 0.35);
        this->icon().paint(&painter, icon);
        painter.setOpacity(1);
        QFont labelFont = font();
        labelFont.setStrikeOut(!isChecked());
        painter.setFont(labelFont);
        painter.setPen(palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(2 * padding + markerSize, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         textIn(m_wording));
    }

private:
    [[nodiscard]] QString textIn(LegendWording wording) const
    {
        return wording == LegendWording::Names || wording == LegendWording::NamesAlone ? text() : QString();
    }

    LegendWording m_wording = LegendWording::Names;
};

namespace {

/// A colour and what it stands for.
class KeyLabel : public QLabel
{
public:
    KeyLabel(const ColorKey &key, QWidget *parent)
        : QLabel(key.text, parent)
        , m_color(key.color)
    {
        setTextFormat(Qt::PlainText);
        setContentsMargins(swatch + 2 * padding, 0, padding, 0);
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QLabel::paintEvent(event);
        QPainter painter(this);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_color);
        painter.drawRect(QRect(padding, (height() - swatch) / 2, swatch, swatch));
    }

private:
    static constexpr int swatch = 11;
    QColor m_color;
};

int widthOf(const QWidget &widget, LegendWording wording)
{
    const auto *button = dynamic_cast<const LegendButton *>(&widget);
    return button ? button->widthOf(wording) : widget.sizeHint().width();
}

/// Rows of this width, from left to right.
std::vector<QRect> placesOf(const QList<QWidget *> &widgets, int width, LegendWording wording)
{
    int rowHeight = 0;
    for (const QWidget *widget : widgets)
        rowHeight = std::max(rowHeight, widget->sizeHint().height());
    std::vector<QRect> places;
    QPoint place(0, 0);
    for (const QWidget *widget : widgets) {
        const QSize size(widthOf(*widget, wording), rowHeight);
        if (place.x() > 0 && place.x() + size.width() > width)
            place = QPoint(0, place.y() + rowHeight + spacing);
        places.emplace_back(place, size);
        place.rx() += size.width() + spacing;
    }
    return places;
}

} // namespace

QPixmap markerPixmap(const ChartStyle &style, OperatorFamily family, double devicePixelRatio, bool onlyShape)
{
    QPixmap pixmap(QSize(markerSize, markerSize) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(markerSize / 2.0, markerSize / 2.0);
    const QColor color = onlyShape ? style.border() : style.familyColor(family);
    painter.setPen(style.markerPen(color));
    painter.setBrush(ChartStyle::markerBrush(color));
    painter.drawPath(ChartStyle::markerPath(markerShape(family), 10));
    return pixmap;
}

FamilyLegend::FamilyLegend(QWidget *parent)
    : QWidget(parent)
    , m_style(palette(), font())
    , m_note(new QLabel(this))
    , m_launch(new QLabel(this))
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    for (QLabel *note : { m_note, m_launch }) {
        note->setTextFormat(Qt::PlainText);
        note->setContentsMargins(padding, 0, padding, 0);
        note->hide();
    }
}

void FamilyLegend::setStyle(const ChartStyle &style)
{
    m_style = style;
    QPalette palette = m_note->palette();
    palette.setColor(QPalette::WindowText, style.mutedText());
    for (QLabel *note : { m_note, m_launch })
        note->setPalette(palette);
    updateIcons();
}

void FamilyLegend::setContent(const RooflineContent &content, const std::vector<RooflineOverlay> &others)
{
    setAccessibleName(tr("Legend of the roofline"));
    std::map<OperatorFamily, int> counts;
    bool anyUntimed = false;
    for (const Mark &mark : content.marks) {
        counts[content.points[mark.point].family] +=
            std::max(1, static_cast<int>(content.details[mark.point].equal.size()));
        anyUntimed = anyUntimed || !mark.timed;
    }
    for (const RooflineOverlay &other : others) {
        for (const Mark &mark : other.content->marks)
            counts.try_emplace(other.content->points[mark.point].family, 0);
    }
    for (const auto &[family, button] : m_buttons) {
        button->hide();
        button->deleteLater();
    }
    m_buttons.clear();
    for (const auto &[family, count] : counts)
        makeButton(family, count);
    updateIcons();

    m_note->setText(content.theoretical ? tr("Hollow: not measured there, placed on the roof that it could reach")
                        : content.judging.empty() ? tr("Hollow: no roofs yet, placed by intensity only")
                                                  : tr("Hollow: not timed, placed on the roof that it could reach"));
    m_hasNote = anyUntimed;
    arrange();
    updateGeometry();
}

void FamilyLegend::setLaunchNote(const QString &note, const QString &help)
{
    m_launch->setText(note);
    m_launch->setToolTip(help);
    arrange();
    updateGeometry();
}

void FamilyLegend::setColorKey(const std::vector<ColorKey> &key, bool replacesFamilies)
{
    m_hasOtherColors = replacesFamilies;
    for (QLabel *label : m_key) {
        label->hide();
        label->deleteLater();
    }
    m_key.clear();
    for (const ColorKey &entry : key) {
        m_key.push_back(new KeyLabel(entry, this));
        m_key.back()->show();
    }
    updateIcons();
    arrange();
    updateGeometry();
}

void FamilyLegend::makeButton(OperatorFamily family, int count)
{
    const QString name = displayName(family);
    const QString nameAndCount = count > 0 ? tr("%1 (%2)").arg(name).arg(count) : name;
    auto *button = new LegendButton(name, this);
    button->setCheckable(true);
    button->setChecked(!m_hidden.contains(family));
    button->setToolTip(
        tr("Show or hide: %1. Double click or Enter: show it alone; once more: show all.").arg(nameAndCount));
    button->setAccessibleName(tr("Show %1").arg(name));
    connect(button, &QToolButton::toggled, this, [this, family](bool shown) {
        if (shown)
            m_hidden.erase(family);
        else
            m_hidden.insert(family);
        Q_EMIT hiddenFamiliesChanged();
    });
    button->installEventFilter(this);
    button->show();
    m_buttons[family] = button;
}

void FamilyLegend::isolate(OperatorFamily family)
{
    const bool isAlone = std::ranges::all_of(
        m_buttons, [&](const auto &entry) { return entry.first == family || m_hidden.contains(entry.first); });
    for (const auto &[other, button] : m_buttons) {
        const bool isShown = isAlone || other == family;
        if (isShown)
            m_hidden.erase(other);
        else
            m_hidden.insert(other);
        const QSignalBlocker blocker(button);
        button->setChecked(isShown);
    }
    Q_EMIT hiddenFamiliesChanged();
}

bool FamilyLegend::eventFilter(QObject *watched, QEvent *event)
{
    const auto *keys = event->type() == QEvent::KeyPress ? dynamic_cast<QKeyEvent *>(event) : nullptr;
    const bool isEnter = keys && (keys->key() == Qt::Key_Return || keys->key() == Qt::Key_Enter);
    if (!isEnter && event->type() != QEvent::MouseButtonDblClick)
        return QWidget::eventFilter(watched, event);
    // The first click of the two has switched only this one, which is shown in the end.
    for (const auto &[family, button] : m_buttons) {
        if (button == watched) {
            isolate(family);
            break;
        }
    }
    return true;
}

void FamilyLegend::updateIcons()
{
    for (const auto &[family, button] : m_buttons)
        button->setIcon(markerPixmap(m_style, family, devicePixelRatioF(), m_hasOtherColors));
}

QList<QWidget *> FamilyLegend::widgetsIn(LegendWording wording) const
{
    QList<QWidget *> widgets;
    for (const auto &[family, button] : m_buttons) {
        if (wording != LegendWording::OnlyKey)
            widgets << button;
    }
    for (QLabel *label : m_key)
        widgets << label;
    const bool hasNotes = wording == LegendWording::Names;
    if (hasNotes && m_hasNote)
        widgets << m_note;
    if (hasNotes && !m_launch->text().isEmpty())
        widgets << m_launch;
    return widgets;
}

int FamilyLegend::Arrangement::rows() const
{
    int rows = 0;
    int top = -1;
    for (const QRect &place : places) {
        rows += place.top() > top ? 1 : 0;
        top = place.top();
    }
    return rows;
}

FamilyLegend::Arrangement FamilyLegend::arrangementFor(int width) const
{
    const auto rowsIn = [this, width](LegendWording wording) {
        const QList<QWidget *> widgets = widgetsIn(wording);
        return Arrangement { wording, widgets, placesOf(widgets, width, wording) };
    };
    for (const LegendWording wording : { LegendWording::Names, LegendWording::NamesAlone, LegendWording::Markers }) {
        if (Arrangement arrangement = rowsIn(wording); arrangement.rows() <= m_mostRows)
            return arrangement;
    }
    return rowsIn(hasKey() ? LegendWording::OnlyKey : LegendWording::Markers);
}

void FamilyLegend::setMostRows(int rows)
{
    if (std::exchange(m_mostRows, rows) == rows)
        return;
    arrange();
    updateGeometry();
}

void FamilyLegend::arrange()
{
    const Arrangement arrangement = arrangementFor(width());
    for (const auto &[family, button] : m_buttons) {
        button->setWording(arrangement.wording);
        button->setVisible(arrangement.widgets.contains(button));
    }
    for (QLabel *note : { m_note, m_launch })
        note->setVisible(arrangement.widgets.contains(note));
    for (std::size_t i = 0; i < arrangement.places.size(); ++i)
        arrangement.widgets[qsizetype(i)]->setGeometry(arrangement.places[i]);
}

bool FamilyLegend::fits(int width) const
{
    constexpr int mostOfKey = 2; // without it the colours say nothing
    const Arrangement arrangement = arrangementFor(width);
    return arrangement.rows() <= (arrangement.wording == LegendWording::OnlyKey ? mostOfKey : m_mostRows);
}

int FamilyLegend::heightForWidth(int width) const
{
    return arrangementFor(width).height();
}

QSize FamilyLegend::sizeHint() const
{
    return { 400, heightForWidth(std::max(width(), 400)) };
}

void FamilyLegend::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace rooflight
