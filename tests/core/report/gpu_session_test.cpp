// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/record/session_file.h"
#include "core/report/exports.h"
#include "core/report/facts/fact_values.h"
#include "core/report/session_report.h"
#include "core/report/verdicts.h"
#include "core/roofline/judged_session.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

using namespace rooflight;

namespace {

constexpr auto sessionFile = ROOFLIGHT_SESSIONS "/resnet50_h100.ridge";

/// The sums of the kernels that each operator lists, read from the lines of the file by themselves.
std::map<qint64, double> listedKernels()
{
    QFile file(QString::fromUtf8(sessionFile));
    std::map<qint64, double> kernels;
    if (!file.open(QIODevice::ReadOnly))
        return kernels;
    while (!file.atEnd()) {
        const QJsonObject record = QJsonDocument::fromJson(file.readLine()).object();
        for (const QJsonValue item : record["items"].toArray()) {
            if (item.toObject()["kind"].toString() != "operator")
                continue;
            const QJsonArray ofItem = item.toObject()["kernels"].toArray();
            for (const QJsonValue kernel : ofItem)
                kernels[item.toObject()["id"].toInteger()] += kernel.toObject()["time_ns"].toDouble();
        }
    }
    return kernels;
}

/// Of those, kernels whose names contain one of the parts, of one operator.
double listedWith(qint64 id, const QStringList &parts)
{
    QFile file(QString::fromUtf8(sessionFile));
    double sumNs = 0;
    if (!file.open(QIODevice::ReadOnly))
        return sumNs;
    while (!file.atEnd()) {
        const QJsonObject record = QJsonDocument::fromJson(file.readLine()).object();
        for (const QJsonValue item : record["items"].toArray()) {
            if (item.toObject()["kind"].toString() != "operator" || item.toObject()["id"].toInteger() != id)
                continue;
            const QJsonArray ofItem = item.toObject()["kernels"].toArray();
            for (const QJsonValue kernel : ofItem) {
                const QString name = kernel.toObject()["name"].toString();
                const bool matches =
                    std::ranges::any_of(parts, [&name](const QString &part) { return name.contains(part); });
                sumNs += matches ? kernel.toObject()["time_ns"].toDouble() : 0;
            }
        }
    }
    return sumNs;
}

bool isNear(double a, double b, double share = 1e-9)
{
    return std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b));
}

/// Columns of a row divide.
void checkRow(const QJsonObject &row, double medianNs)
{
    const double timeNs = row["time_ns"].toDouble();
    if (row["roof_fraction"].isDouble())
        QVERIFY(isNear(timeNs * row["roof_fraction"].toDouble(), row["time_at_roof_ns"].toDouble()));
    if (row["time_share"].isDouble())
        QVERIFY(isNear(row["time_share"].toDouble() * medianNs, timeNs));
    if (row.contains("kernels_ns"))
        QVERIFY(isNear(row["kernels_ns"].toDouble() + row["between_kernels_ns"].toDouble(), timeNs));
}

} // namespace

/// A session of a real H100: ResNet-50 at batch 32, whose 174 operators with kernels list 5,623,157 ns of them; a bare
/// run took 5,975,904 ns.
class GpuSessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noOperatorTakesLessThanItsKernels();
    void operatorsAndTheUnknownAreTheRun();
    void columnsOfARowDivide();
    void timeBetweenKernelsHasAName();
    void kernelsSayWhy();
    void everyOutputSaysWhy();

private:
    std::optional<Session> m_session;
    std::optional<JudgedSession> m_judged;
    QJsonObject m_verdicts;
};

void GpuSessionTest::initTestCase()
{
    Result<Session> read = readSession(sessionFile);
    QVERIFY(read.ok());
    m_session = std::move(read.value());
    m_judged.emplace(*m_session);
    const std::string json = sessionWithVerdictsToJson(*m_judged);
    m_verdicts = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["verdicts"].toObject();
    QCOMPARE(m_verdicts["operators"].toArray().size(), 175);
}

void GpuSessionTest::noOperatorTakesLessThanItsKernels()
{
    const std::map<qint64, double> kernels = listedKernels();
    QCOMPARE(kernels.size(), std::size_t(174));
    for (const QJsonValue op : m_verdicts["operators"].toArray()) {
        const auto listed = kernels.find(op.toObject()["id"].toInteger());
        if (listed == kernels.end())
            continue;
        QVERIFY(isNear(op.toObject()["kernels_ns"].toDouble(), listed->second));
        QVERIFY(op.toObject()["time_ns"].toDouble() >= listed->second);
    }
}

void GpuSessionTest::operatorsAndTheUnknownAreTheRun()
{
    const QJsonObject model = m_verdicts["model"].toObject();
    double timesNs = model["unknown_ns"].toDouble();
    double betweenNs = 0;
    for (const QJsonValue op : m_verdicts["operators"].toArray()) {
        timesNs += op.toObject()["time_ns"].toDouble();
        betweenNs += op.toObject()["between_kernels_ns"].toDouble();
    }
    QVERIFY(isNear(timesNs, 5'975'904, 1e-6));
    QVERIFY(isNear(model["between_kernels_ns"].toDouble(), 5'975'904 - 5'623'157, 1e-5));
    QVERIFY(isNear(betweenNs, model["between_kernels_ns"].toDouble()));
    // All was judged: what is between kernels is in the times of the operators.
    QCOMPARE(m_verdicts["bounds"].toObject()["none"].toDouble(), 0.0);
    QVERIFY(isNear(m_verdicts["layers"].toArray()[0].toObject()["time_ns"].toDouble(), timesNs));
}

void GpuSessionTest::columnsOfARowDivide()
{
    const double medianNs = m_verdicts["model"].toObject()["median_ns"].toDouble();
    for (const char *kind : { "layers", "operators" }) {
        for (const QJsonValue row : m_verdicts[QLatin1String(kind)].toArray())
            checkRow(row.toObject(), medianNs);
    }
}

void GpuSessionTest::timeBetweenKernelsHasAName()
{
    const std::string text = sessionToText(*m_judged, false, 160);
    QVERIFY(text.find("Between kernels") != std::string::npos);
    QVERIFY(text.find("353 µs (5.9 %)") != std::string::npos);
}

/// 9 batch norms of 7x7 images in NCHW, the first convolution, the pooling of 49 numbers and the last layer are far
/// below their roofs.
void GpuSessionTest::kernelsSayWhy()
{
    const std::map<QString, QStringList> kernelsByCause = {
        { "layout_conversion", { "nchwToNhwcKernel", "nhwcToNchwKernel" } },
        { "nchw_batch_norm", { "_NCHW<" } },
        { "no_tensor_cores", { "ffma" } },
        { "older_architecture", { "sm80_", "cutlass_80_" } },
        { "narrow_rows", { "reduce_kernel" } },
    };
    std::map<QString, int> operators;
    int underutilized = 0;
    for (const QJsonValue value : m_verdicts["operators"].toArray()) {
        const QJsonObject op = value.toObject();
        if (op["bound"].toString() != "underutilized") {
            QVERIFY(!op.contains("cause_times_ns"));
            continue;
        }
        ++underutilized;
        const QJsonObject times = op["cause_times_ns"].toObject();
        for (const QJsonValue cause : op["causes"].toArray()) {
            ++operators[cause.toString()];
            QVERIFY2(times.contains(cause.toString()), qPrintable(cause.toString()));
            QVERIFY(isNear(times[cause.toString()].toDouble(),
                           listedWith(op["id"].toInteger(), kernelsByCause.at(cause.toString()))));
        }
    }
    QCOMPARE(underutilized, 12);
    const std::map<QString, int> expected = { { "layout_conversion", 1 },
                                              { "nchw_batch_norm", 9 },
                                              { "no_tensor_cores", 1 },
                                              { "older_architecture", 2 },
                                              { "narrow_rows", 1 } };
    QCOMPARE(operators, expected);
    const QJsonObject first = m_verdicts["operators"].toArray()[0].toObject()["cause_times_ns"].toObject();
    QCOMPARE(first["layout_conversion"].toDouble(), 72'387.0 + 71'777.0);
}

void GpuSessionTest::everyOutputSaysWhy()
{
    const std::string conv = "layout conversion NCHW to NHWC around it: 144 of 329 µs; channels last avoids it";
    const RooflinePoint &layer = m_judged->at({ ItemId::Kind::Layer, 1 });
    const std::string verdict = toEnglish(verdictPhrase(layer, m_session->peaks->roofs));
    QVERIFY2(
        verdict.find("Likely reasons: " + conv + "; kernels for compute capability 8.x on a newer GPU: 184 of 329 µs.")
            != std::string::npos,
        verdict.c_str());
    QVERIFY(sessionToHtml(*m_judged, {}).find(conv) != std::string::npos);
    std::string text = sessionToText(*m_judged, false, 400);
    QVERIFY(text.find("layout conversion NCHW to NHWC around it: 144 of 329 µs") != std::string::npos);
    QVERIFY(sessionToTrace(*m_judged).value().find("\"cause_times_ns\":{\"layout_conversion\":144164")
            != std::string::npos);
    QVERIFY(m_verdicts["model"].toObject()["headline"].toString().contains("conv1 (layout conversion)"));
    QCOMPARE(toEnglish(causesPhrase(rowOf(m_judged->at({ ItemId::Kind::Operator, 172 }), *m_session))),
             std::string("rows of 49 numbers, which LibTorch's kernel does not read in vectors: 17.1 of 17.1 µs"));
    QCOMPARE(toEnglish(causesPhrase(rowOf(m_judged->at({ ItemId::Kind::Operator, 174 }), *m_session))),
             std::string("no tensor cores, as TF32 is not allowed for float32: 24.1 of 24.9 µs; kernels for compute "
                         "capability 8.x on a newer GPU: 24.1 of 24.9 µs"));
}

ROOFLIGHT_TEST(GpuSessionTest)
#include "gpu_session_test.moc"
