// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/analyzer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rooflight;

namespace {

std::string fileNamed(const std::string &name)
{
    return ROOFLIGHT_TEST_DATA "/export/" + name + ".pt2";
}

Result<Analysis> analyzed(Result<LoadedModel> loaded, const std::vector<std::string> &sizes)
{
    if (!loaded.ok())
        return loaded.error();
    LoadedModel model = std::move(loaded).value();
    if (const Result<void> set = model.setSizes(sizes); !set.ok())
        return set.error();
    const Result<ModelInputs> inputs = makeModelInputs(model, {}, 0);
    if (!inputs.ok())
        return inputs.error();
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Result<Inspection> inspection = inspectFile(model.path(), false, InspectionDepth::Headers);
    return analyze(model, inputs.value(), inspection.value(), Device(), operators, Convention::Fma2);
}

Result<Analysis> predicted(const std::string &name, const std::vector<std::string> &sizes = {})
{
    return analyzed(LoadedModel::loadWithoutData(fileNamed(name)), sizes);
}

Result<Analysis> observed(const std::string &name, const std::vector<std::string> &sizes)
{
    return analyzed(LoadedModel::load(fileNamed(name), "cpu", Executor::Unoptimized), sizes);
}

} // namespace

/// Counts of exports that are not run. Those of many more models: tests/accuracy/check_exports.py.
class PredictedCountsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followTheSizes_data();
    void followTheSizes();
    void areThoseOfARun_data();
    void areThoseOfARun();
    void sayWhatDependsOnData_data();
    void sayWhatDependsOnData();
    void holdTheExpertsOfARun_data();
    void holdTheExpertsOfARun();
    void needAnExport();
};

void PredictedCountsTest::followTheSizes_data()
{
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("length");
    QTest::newRow("small") << 1 << 2;
    QTest::newRow("as exported") << 2 << 5;
    QTest::newRow("large") << 64 << 512;
}

void PredictedCountsTest::followTheSizes()
{
    QFETCH(int, batch);
    QFETCH(int, length);
    const std::string symbol = inspectFile(fileNamed("nested"), false).value().symbols.at(0).name; // the batch
    const Result<Analysis> analysis =
        predicted("nested", { symbol + '=' + std::to_string(batch), "ids.1=" + std::to_string(length) });
    QVERIFY2(analysis.ok(), analysis.ok() ? "" : analysis.error().text.c_str());
    // Of each token: twice 8x8, and the head's 8x10.
    QCOMPARE(analysis.value().totals.cost.macs, std::int64_t { batch } * length * (2 * 8 * 8 + 8 * 10));
    QCOMPARE(analysis.value().layers.at(4).outputShapes, (std::vector<Shape> { { batch, length, 10 } }));
    QCOMPARE(analysis.value().totals.unknownOperators, 0);
}

void PredictedCountsTest::areThoseOfARun_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("size");
    QTest::newRow("another length") << "nested"
                                    << "ids.1=9";
    QTest::newRow("changed buffers") << "static_cache_decomposed" << QString();
    QTest::newRow("contexts") << "wrapped" << QString();
    QTest::newRow("steps") << "scan" << QString();
    QTest::newRow("attention without a kernel") << "math_attention" << QString();
    QTest::newRow("values without vectors") << "values_alone" << QString();
    QTest::newRow("masks that are broadcast over the keys") << "broadcast_masks" << QString();
    QTest::newRow("attention without a batch") << "unbatched" << QString();
    QTest::newRow("Fourier transforms") << "transforms"
                                        << "x.0=5";
}

void PredictedCountsTest::areThoseOfARun()
{
    QFETCH(QString, model);
    QFETCH(QString, size);
    const std::vector<std::string> sizes =
        size.isEmpty() ? std::vector<std::string>() : std::vector { size.toStdString() };
    const Result<Analysis> without = predicted(model.toStdString(), sizes);
    const Result<Analysis> run = observed(model.toStdString(), sizes);
    QVERIFY2(without.ok(), without.ok() ? "" : without.error().text.c_str());
    QVERIFY(run.ok());
    QVERIFY(!run.value().operators.empty());
    QCOMPARE(without.value().totals.cost, run.value().totals.cost);
    QCOMPARE(without.value().totals.bytesLowerBound, run.value().totals.bytesLowerBound);
    QVERIFY(without.value().layers == run.value().layers);
    QVERIFY(without.value().operators == run.value().operators);
    // Without a run nothing is allocated, so that the most at one time is unknown.
    QVERIFY(!without.value().totals.peakActivationBytes);
    QVERIFY(run.value().totals.peakActivationBytes.value_or(0) > 0);
}

void PredictedCountsTest::sayWhatDependsOnData_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("branches") << "branches"; // which one is taken
    QTest::newRow("loop") << "loop"; // how often
    QTest::newRow("loss") << "weighted_loss"; // which labels count
}

void PredictedCountsTest::sayWhatDependsOnData()
{
    QFETCH(QString, model);
    const Result<Analysis> analysis = predicted(model.toStdString());
    QVERIFY(!analysis.ok());
    QVERIFY2(analysis.error().text.find("depends on data") != std::string::npos, analysis.error().text.c_str());
    QCOMPARE(exitStatus(analysis.error()), 4);
}

void PredictedCountsTest::holdTheExpertsOfARun_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("operator of LibTorch") << "experts";
    QTest::newRow("operator that exists in Python") << "python_experts";
}

/// Six tokens of 16 numbers of two bytes to eight experts of 16 x 32; the example uses three of them.
void PredictedCountsTest::holdTheExpertsOfARun()
{
    QFETCH(QString, model);
    const Result<Analysis> without = predicted(model.toStdString());
    const Result<Analysis> run = observed(model.toStdString(), {});
    QVERIFY2(without.ok(), without.ok() ? "" : without.error().text.c_str());
    QVERIFY2(run.ok(), run.ok() ? "" : run.error().text.c_str());
    const auto product = [](const Analysis &analysis) {
        return *std::ranges::find(analysis.operators, OperatorFamily::Matrix, &Operator::family);
    };
    constexpr std::int64_t others = 6 * 16 * 2 + 8 * 4; // tokens and offsets
    constexpr std::int64_t expert = 16 * 32 * 2;
    const Operator counted = product(run.value());
    QCOMPARE(counted.cost.macs, std::int64_t { 6 } * 16 * 32);
    QCOMPARE(counted.cost.bytesRead, others + 3 * expert);
    QVERIFY(!counted.groupEstimate);
    const Operator expected = product(without.value());
    QVERIFY(expected.groupEstimate.has_value());
    QCOMPARE(expected.groupEstimate->leastBytesRead, others + expert);
    QCOMPARE(expected.groupEstimate->mostBytesRead, others + 6 * expert);
    // 8 (1 - (7/8)^6) = 4.40964
    QCOMPARE(expected.cost.bytesRead, others + std::llround(4.40964 * expert));
    QCOMPARE(without.value().totals.cost.macs, run.value().totals.cost.macs);
    QCOMPARE(without.value().totals.cost.bytesWritten, run.value().totals.cost.bytesWritten);
}

void PredictedCountsTest::needAnExport()
{
    const Result<LoadedModel> model = LoadedModel::loadWithoutData(ROOFLIGHT_TEST_DATA "/export/make_small_exports.py");
    QVERIFY(!model.ok());
    QCOMPARE(exitStatus(model.error()), 2);
}

ROOFLIGHT_TEST(PredictedCountsTest)
#include "predicted_counts_test.moc"
