// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <QFile>

#include <cmath>
#include <cstdint>
#include <vector>

/// The sample sets of tests/data/statistics/generate.py, rebuilt, and what NumPy and SciPy say of them.
namespace rooflight::reference {

inline std::vector<double> samples(const QString &kind, int count)
{
    std::vector<double> values;
    std::uint64_t state = 12345;
    for (int i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const double uniform = (static_cast<double>(state >> 33) + 0.5) / 2147483648.0;
        if (kind == "equal")
            values.push_back(1250000.0);
        else if (kind == "heavy_tail")
            values.push_back(1e6 / std::sqrt(uniform));
        else if (kind == "mostly_equal" && i % 10 != 0)
            values.push_back(1e6);
        else
            values.push_back(1e6 * (1 + uniform));
    }
    return values;
}

inline QJsonArray sets()
{
    QFile file(ROOFLIGHT_TEST_DATA "/statistics/expected.json");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object()["sets"].toArray();
}

/// One test row a set.
inline void addRows()
{
    QTest::addColumn<QJsonObject>("expected");
    const QJsonArray all = sets();
    QVERIFY2(!all.isEmpty(), "tests/data/statistics/expected.json is missing or damaged");
    for (const auto &set : all) {
        const QJsonObject object = set.toObject();
        const QByteArray row = object["kind"].toString().toUtf8() + ' ' + QByteArray::number(object["count"].toInt());
        QTest::newRow(row.constData()) << object;
    }
}

inline bool isClose(double actual, double expected)
{
    const bool close = std::abs(actual - expected) <= 1e-12 * std::abs(expected);
    if (!close)
        qWarning("%.17g is not %.17g", actual, expected);
    return close;
}

} // namespace rooflight::reference
