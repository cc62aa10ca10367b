// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include "tests/core/statistics/reference_sets.h"

using namespace rooflight;
using reference::isClose;

class BootstrapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void intervalIsThatOfNumpy_data() { reference::addRows(); }
    void intervalIsThatOfNumpy();
};

void BootstrapTest::intervalIsThatOfNumpy()
{
    QFETCH(QJsonObject, expected);
    const std::vector<double> samples = reference::samples(expected["kind"].toString(), expected["count"].toInt());
    const std::optional<std::array<double, 2>> interval = bootstrapMeanInterval(samples);
    QVERIFY(expected.contains("bootstrap_mean_interval"));
    QCOMPARE(interval.has_value(), !expected["bootstrap_mean_interval"].isNull());
    if (!interval)
        return;
    QVERIFY(isClose((*interval)[0], expected["bootstrap_mean_interval"].toArray()[0].toDouble()));
    QVERIFY(isClose((*interval)[1], expected["bootstrap_mean_interval"].toArray()[1].toDouble()));
}

ROOFLIGHT_TEST(BootstrapTest)
#include "bootstrap_test.moc"
