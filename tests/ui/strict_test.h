// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace rooflight::fixture {

/// A test that fails on any warning of Qt that QTest::ignoreMessage() does not expect.
class StrictTest : public QObject
{
    Q_OBJECT

protected Q_SLOTS:
    /// Runs before each test function. A test with an init() of its own calls this one.
    void init();
};

} // namespace rooflight::fixture
