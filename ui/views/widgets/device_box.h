// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QComboBox>
#include <QElapsedTimer>

namespace rooflight {

/// Typing goes to the next entry that holds what was typed, wherever it stands: the names of most devices begin alike.
class DeviceBox : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_typed;
    QElapsedTimer m_sinceKey;
};

} // namespace rooflight
