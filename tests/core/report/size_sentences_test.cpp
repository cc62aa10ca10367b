// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/size_sentences.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

/// A path that is bound by arithmetic at these of the sizes.
SizePath path(std::int64_t layer, const std::vector<bool> &computeBound)
{
    SizePath result;
    result.layer = layer;
    for (std::size_t i = 0; i < computeBound.size(); ++i)
        result.steps.push_back({ i, 1, 1, 100, computeBound[i] ? 100.0 : 0.0, std::nullopt });
    return result;
}

BatchSweep lengths()
{
    BatchSweep sweep;
    sweep.axes = { { "ids.1", { 64, 128, 4096 } } };
    sweep.layers = { { 0, -1, "", "Net", 0, false },
                     { 1, 0, "a", "Linear", 0, true },
                     { 2, 0, "a", "Linear", 1, true } };
    for (const std::int64_t length : sweep.axes[0].values)
        sweep.sizes.push_back({ { { "ids.1", length } }, {}, 0, false, {}, {}, {} });
    return sweep;
}

/// Batches 1 and 8 by lengths 16 and 32.
BatchSweep batchesAndLengths()
{
    BatchSweep sweep;
    sweep.axes = { { "ids.0", { 1, 8 } }, { "ids.1", { 16, 32 } } };
    sweep.layers = { { 0, -1, "", "Net", 0, false }, { 1, 0, "a", "Linear", 0, true } };
    for (const std::int64_t batch : sweep.axes[0].values) {
        for (const std::int64_t length : sweep.axes[1].values)
            sweep.sizes.push_back({ { { "ids.0", batch }, { "ids.1", length } }, {}, 0, false, {}, {}, {} });
    }
    return sweep;
}

QString text(const BatchSweep &sweep, const std::vector<SizePath> &paths)
{
    QStringList sentences;
    for (const Phrase &sentence : ridgeSentences(sweep, paths))
        sentences << QString::fromStdString(toEnglish(sentence));
    return sentences.join(u' ');
}

} // namespace

class SizeSentencesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsHaveNumbers();
    void aModelThatStaysOnOneSide();
    void crossingsInBothDirections();
    void alongTheLastAxisElseTheFirst();
};

void SizeSentencesTest::callsHaveNumbers()
{
    QCOMPARE(sweptLayerName(lengths(), 0), std::string("Net"));
    QCOMPARE(sweptLayerName(lengths(), 1), std::string("a"));
    QCOMPARE(sweptLayerName(lengths(), 2), std::string("a #2"));
}

void SizeSentencesTest::aModelThatStaysOnOneSide()
{
    QCOMPARE(text(lengths(), { path(0, { false, false, false }) }),
             QStringLiteral("The model is bandwidth-bound at all of these sizes."));
    QCOMPARE(text(lengths(), { path(0, { true, true, true }) }),
             QStringLiteral("The model is compute-bound at all of these sizes."));
}

void SizeSentencesTest::crossingsInBothDirections()
{
    QCOMPARE(text(lengths(), { path(0, { false, false, true }), path(1, { true, false, false }) }),
             QStringLiteral("The model turns compute-bound from ids.1 = 4,096 on. "
                            "a turns bandwidth-bound from ids.1 = 128 on."));
    QCOMPARE(text(lengths(),
                  { path(0, { true, true, true }), path(1, { false, true, true }), path(2, { false, true, true }) }),
             QStringLiteral("The model is compute-bound at all of these sizes. "
                            "a (and 1 like it) turns compute-bound from ids.1 = 128 on."));
}

void SizeSentencesTest::alongTheLastAxisElseTheFirst()
{
    QCOMPARE(
        text(batchesAndLengths(), { path(0, { false, false, false, true }), path(1, { false, false, true, true }) }),
        QStringLiteral("The model turns compute-bound from ids.1 = 32 on at ids.0 = 8. "
                       "a turns compute-bound from ids.0 = 8 on at ids.1 = 16. "
                       "a turns compute-bound from ids.0 = 8 on at ids.1 = 32."));
}

ROOFLIGHT_TEST(SizeSentencesTest)
#include "size_sentences_test.moc"
