// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/common_fields.h"
#include "core/report/result_reports.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <string>

using namespace rooflight;

namespace rooflight {

/// A kind of result that is no part of a session.
struct PlainExample {
    Device device;
    double readNs = 0;
    double speed = 0;
    double share = 0;

    bool operator==(const PlainExample &) const = default;
};

template<> struct ResultTraits<PlainExample> {
    static constexpr const char *title = "An example";
    static constexpr std::array numbers {
        ResultNumber<PlainExample> { "read_ns", "Reading", "ns", &PlainExample::readNs },
        ResultNumber<PlainExample> { "speed", "Speed", "B/s", &PlainExample::speed },
        ResultNumber<PlainExample> { "share", "Share", "1", &PlainExample::share },
    };
};

} // namespace rooflight

/// Its numbers are all that a plain result says of itself: every output follows from them.
class PlainResultTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonHasTheNumbersByTheirKeys();
    void textSaysThemWithTheirUnits();
    void csvIsOneRow();
};

static PlainExample plainExample()
{
    return { { "cpu", 0, "A CPU", "", "", 2 }, 1500, 2e9, 0.25 };
}

void PlainResultTest::jsonHasTheNumbersByTheirKeys()
{
    std::string line;
    JsonWriter(line, JsonLayout::OneLine).write(plainExample());
    QCOMPARE(line,
             std::string(R"({"device":{"kind":"cpu","index":0,"name":"A CPU","uuid":"","driver":"","threads":2},)"
                         R"("read_ns":1500.0,"speed":2000000000.0,"share":0.25})"));
    PlainExample read;
    JsonReader(line).read(read);
    QVERIFY(read == plainExample());
}

void PlainResultTest::textSaysThemWithTheirUnits()
{
    const Sections sections = sectionsOf(plainExample(), JudgedSession(Session()));
    QCOMPARE(sections.size(), std::size_t { 1 });
    QCOMPARE(sections[0].title.text(), std::string("An example"));
    const Facts expected = { { std::string("Device"), "A CPU (cpu, 2 threads)" },
                             { std::string("Reading"), "1.50 µs" },
                             { std::string("Speed"), "2.00 GB/s" },
                             { std::string("Share"), "25 %" } };
    QVERIFY(sections[0].facts == expected);
    QVERIFY(sections[0].table.rows.empty() && sections[0].paragraphs.empty());
}

void PlainResultTest::csvIsOneRow()
{
    QCOMPARE(csvOf(plainExample()), std::string("read_ns,speed,share\r\n1500,2000000000,0.25\r\n"));
}

ROOFLIGHT_TEST(PlainResultTest)
#include "plain_result_test.moc"
