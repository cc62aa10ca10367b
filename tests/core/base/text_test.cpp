// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <optional>

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

    void componentsStandBehindTheLastSeparator()
    {
        QCOMPARE(lastComponent("layer1.0.conv2", '.'), std::string_view("conv2"));
        QCOMPARE(lastComponent("conv2", '.'), std::string_view("conv2"));
        QCOMPARE(lastComponent("conv2.", '.'), std::string_view());
        QCOMPARE(fileNameOf("/models/net.v2.pt"), std::string("net.v2.pt"));
        QCOMPARE(fileNameOf(""), std::string());
    }

    void onlyAWholeTextIsANumber_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("number");
        QTest::addColumn<bool>("isNumber");
        const auto row = [](const char *text, std::optional<int> number) {
            QTest::addRow("\"%s\"", text) << QByteArray(text) << number.value_or(0) << number.has_value();
        };
        row("12", 12);
        row("-7", -7);
        row("", std::nullopt);
        row("+1", std::nullopt);
        row(" 1", std::nullopt);
        row("1 ", std::nullopt);
        row("1x", std::nullopt);
        row("1.5", std::nullopt);
        row("99999999999", std::nullopt);
    }

    void onlyAWholeTextIsANumber()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, number);
        QFETCH(bool, isNumber);
        const auto parsed = parseNumber<int>(text.toStdString());
        QCOMPARE(parsed.has_value(), isNumber);
        QCOMPARE(parsed.value_or(0), number);
    }
};

ROOFLIGHT_TEST(TextTest)
#include "text_test.moc"
