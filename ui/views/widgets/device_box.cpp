// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/device_box.h"

#include <QKeyEvent>

namespace rooflight {

namespace {

constexpr qint64 pauseMs = 1500; ///< what comes later is another word

} // namespace

void DeviceBox::keyPressEvent(QKeyEvent *event)
{
    const bool isPause = !m_sinceKey.isValid() || m_sinceKey.elapsed() > pauseMs;
    const QString text = event->text();
    const bool isTyped = !text.isEmpty() && text.front().isPrint()
        && (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == Qt::NoModifier;
    if (!isTyped || (text == QLatin1String(" ") && isPause)) { // Space opens the list
        QComboBox::keyPressEvent(event);
        return;
    }
    m_typed = isPause ? text : m_typed + text;
    m_sinceKey.start();
    if (const int found = findText(m_typed, Qt::MatchContains); found >= 0)
        setCurrentIndex(found);
}

} // namespace rooflight
