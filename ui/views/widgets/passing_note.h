// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/widgets/elided_label.h"

#include <QTimer>

namespace rooflight {

/// Some words that go by themselves after a while. Names in them are no HTML.
class PassingNote : public ElidedLabel
{
    Q_OBJECT

public:
    explicit PassingNote(QWidget *parent = nullptr);

    void say(const QString &text);

private:
    QTimer m_end;
};

} // namespace rooflight
