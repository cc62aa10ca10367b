// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/themes.h"

#include <QApplication>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSlider>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

namespace rooflight {

namespace {

struct Shades {
    QColor window;
    QColor base;
    QColor alternateBase;
    QColor button;
    QColor text;
    QColor placeholder;
    QColor disabled;
    QColor highlight;
    QColor highlightedText;
    QColor link;
    QColor visitedLink;
    QColor light;
    QColor midlight;
    QColor mid;
    QColor dark;
    QColor shadow;
};

QPalette paletteFrom(const Shades &shades)
{
    QPalette palette;
    palette.setColor(QPalette::Window, shades.window);
    palette.setColor(QPalette::WindowText, shades.text);
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternateBase);
    palette.setColor(QPalette::ToolTipBase, shades.alternateBase);
    palette.setColor(QPalette::ToolTipText, shades.text);
    palette.setColor(QPalette::PlaceholderText, shades.placeholder);
    palette.setColor(QPalette::Text, shades.text);
    palette.setColor(QPalette::Button, shades.button);
    palette.setColor(QPalette::ButtonText, shades.text);
    palette.setColor(QPalette::BrightText, shades.highlightedText);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, shades.highlightedText);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.visitedLink);
    palette.setColor(QPalette::Light, shades.light);
    palette.setColor(QPalette::Midlight, shades.midlight);
    palette.setColor(QPalette::Mid, shades.mid);
    palette.setColor(QPalette::Dark, shades.dark);
    palette.setColor(QPalette::Shadow, shades.shadow);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, shades.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, shades.mid);
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return paletteFrom({ .window = QColor(0xf4f5f7),
                         .base = QColor(0xffffff),
                         .alternateBase = QColor(0xf7f8fa),
                         .button = QColor(0xeceef1),
                         .text = QColor(0x1b1f24),
                         .placeholder = QColor(0x5f6772),
                         .disabled = QColor(0x969da6),
                         .highlight = QColor(0x1f5fbf),
                         .highlightedText = QColor(0xffffff),
                         .link = QColor(0x1f5fbf),
                         .visitedLink = QColor(0x7a3e9d),
                         .light = QColor(0xffffff),
                         .midlight = QColor(0xe3e6ea),
                         .mid = QColor(0xc3c8cf),
                         .dark = QColor(0x9aa1ab),
                         .shadow = QColor(0x5b626c) });
}

QPalette darkPalette()
{
    return paletteFrom({ .window = QColor(0x202328),
                         .base = QColor(0x17191d),
                         .alternateBase = QColor(0x1d2025),
                         .button = QColor(0x2b2f36),
                         .text = QColor(0xe6e8eb),
                         .placeholder = QColor(0x9aa3ae),
                         .disabled = QColor(0x6b727c),
                         .highlight = QColor(0x2f6fce),
                         .highlightedText = QColor(0xffffff),
                         .link = QColor(0x7fb2ff),
                         .visitedLink = QColor(0xc9a2ea),
                         .light = QColor(0x434953),
                         .midlight = QColor(0x383d45),
                         .mid = QColor(0x30343b),
                         .dark = QColor(0x131518),
                         .shadow = QColor(0x0a0b0d) });
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F;
}

QPalette paletteOf(Theme theme)
{
    // The first call sees the desktop's palette; later QGuiApplication::palette() is our own.
    static const bool desktopIsDark = isDark(QGuiApplication::palette());
    const bool dark = theme == Theme::Dark || (theme == Theme::System && desktopIsDark);
    return dark ? darkPalette() : lightPalette();
}

void applyTheme(Theme theme)
{
    const QPalette palette = paletteOf(theme);
    if (!qobject_cast<WindowStyle *>(QApplication::style()))
        QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(palette);
}

namespace {

/// Beside a heading, more than Fusion's own: one on the right of its column would meet one on the left of the next.
constexpr int headingMargin = 4;
constexpr int handleMargin = 4; ///< of a slider with ticks, whose handle Fusion moves up
constexpr int rowMargin = 4; ///< of a row in a list, else letters and boxes of rows above each other touch

void drawFrame(QPainter &painter, const QRect &rect, const QColor &color)
{
    painter.save();
    painter.setPen(color);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

/// Of what has a frame that is darker than the window, and cannot be seen on a dark one.
QColor visibleFrame(const QPalette &palette)
{
    QColor color = palette.color(QPalette::PlaceholderText);
    color.setAlphaF(0.5F);
    return color;
}

/// Of a tab, away from its page: the selected one is hardly another colour than the others.
QRect outerEdge(const QStyleOptionTab &tab)
{
    constexpr int height = 2;
    const bool isBelow = tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    QRect edge = tab.rect.adjusted(2, 0, -2, 0);
    edge.setHeight(height);
    if (isBelow)
        edge.moveBottom(tab.rect.bottom());
    return edge;
}

/// A field of several lines. Fusion gives it a paler frame than a line, and does not show when the keys go there.
bool isTextField(const QWidget *widget)
{
    const auto *edit = qobject_cast<const QPlainTextEdit *>(widget);
    return edit && !edit->isReadOnly() && edit->frameShape() != QFrame::NoFrame;
}

} // namespace

WindowStyle::WindowStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                const QWidget *widget) const
{
    if (element == PE_IndicatorBranch && option->state.testFlag(State_Selected)) {
        QStyleOption selected = *option;
        selected.palette.setColor(QPalette::WindowText, option->palette.color(QPalette::HighlightedText));
        QProxyStyle::drawPrimitive(element, &selected, painter, widget); // Fusion's arrows are translucent: twice
        return QProxyStyle::drawPrimitive(element, &selected, painter, widget);
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_Frame && isTextField(widget)) {
        const bool hasFocus = option->state.testFlag(State_HasFocus);
        return drawFrame(*painter, option->rect,
                         hasFocus ? option->palette.color(QPalette::Highlight) : visibleFrame(option->palette));
    }
    const bool isFrame = element == PE_Frame || element == PE_PanelMenu
        || (element == PE_FrameLineEdit && !option->state.testFlag(State_HasFocus));
    if (isFrame && isDark(option->palette))
        drawFrame(*painter, option->rect, visibleFrame(option->palette));
    const bool square = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (!square && element != PE_IndicatorRadioButton)
        return;
    const bool enabled = option->state.testFlag(State_Enabled);
    const QColor frame =
        option->palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, !square);
    painter->setPen(QPen(frame, 1));
    painter->setBrush(Qt::NoBrush);
    if (square)
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    else
        painter->drawEllipse(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    if (const auto *box =
            element == CE_ComboBoxLabel ? qstyleoption_cast<const QStyleOptionComboBox *>(option) : nullptr) {
        QStyleOptionComboBox elided = *box;
        const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width();
        elided.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
        return QProxyStyle::drawControl(element, &elided, painter, widget);
    }
    if (const auto *tab = element == CE_TabBarTabShape ? qstyleoption_cast<const QStyleOptionTab *>(option) : nullptr) {
        QProxyStyle::drawControl(element, option, painter, widget);
        if (tab->state.testFlag(State_Selected))
            painter->fillRect(outerEdge(*tab), tab->palette.color(QPalette::Highlight));
        return;
    }
    const auto *header = element == CE_HeaderLabel ? qstyleoption_cast<const QStyleOptionHeader *>(option) : nullptr;
    if (!header)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionHeader narrower = *header;
    narrower.rect.adjust(headingMargin, 0, -headingMargin, 0);
    narrower.text = header->fontMetrics.elidedText(header->text, Qt::ElideRight, narrower.rect.width());
    QProxyStyle::drawControl(element, &narrower, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                     const QWidget *widget) const
{
    const auto *slider = control == CC_Slider ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (!slider) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_SpinBox && isDark(option->palette) && !option->state.testFlag(State_HasFocus))
            drawFrame(*painter, option->rect, visibleFrame(option->palette));
        return;
    }
    QStyleOptionSlider seen = *slider;
    // Its frames and ticks are a shade of the window's colour.
    seen.palette.setColor(QPalette::Window, slider->palette.color(QPalette::PlaceholderText));
    QProxyStyle::drawComplexControl(control, &seen, painter, widget);
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                           QStyleHintReturn *data) const
{
    // Only some buttons would have one: those with a text of their own have none.
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                    const QWidget *widget) const
{
    const QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    const auto *slider = type == CT_Slider ? qstyleoption_cast<const QStyleOptionSlider *>(option) : nullptr;
    if (slider && slider->orientation == Qt::Horizontal && slider->tickPosition != QSlider::NoTicks)
        return needed + QSize(0, handleMargin);
    if (type == CT_ItemViewItem)
        return needed + QSize(0, rowMargin);
    return type == CT_HeaderSection ? needed + QSize(2 * headingMargin, 0) : needed;
}

} // namespace rooflight
