// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class TextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersHaveNoExponent_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *text, double value) { QTest::addRow("%g", value) << value << QString(text); };
        row("0", 0);
        row("0", 0.00001);
        row("0.0123", 0.01234);
        row("1.23", 1.2345);
        row("3.5", 3.5);
        row("999", 999.4);
        row("1000", 999.6);
        row("10500", 10500);
        row("168400", 168400.4);
        row("-12346", -12345.6);
    }

    void numbersHaveNoExponent()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(plainNumber(value)), text);
    }
};

ROOFLIGHT_TEST(TextTest)
#include "text_test.moc"
