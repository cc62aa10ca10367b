// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/strict_test.h"

#include <QRegularExpression>
#include <QTest>

namespace rooflight::fixture {

void StrictTest::init()
{
    // The offscreen platform warns of what it lacks whenever a window is shown.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

} // namespace rooflight::fixture
