// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/service/experiments/remedy_obstacles.h"
#include "core/service/jobs/result_checks.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class CompiledRemediesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void compilingHasToBeAskedFor();
    void processOfTheModelChoosesNoSeconds();
    void wordsOfTheCompilerStayQuoted();
};

/// A minute is not spent unasked, and what is compiled is the file, not what becomes of it.
void CompiledRemediesTest::compilingHasToBeAskedFor()
{
    const auto reasonWith = [](const RunOfModel &run) {
        Remedy remedy;
        remedy.id = RemedyId::Compiled;
        remedy.obstacle = obstacleOf(RemedyId::Compiled, run);
        return reasonOf(remedy).text;
    };
    RunOfModel run;
    QCOMPARE(reasonWith(run), std::string("only with --compile, as compiling takes about a minute"));
    run.compiles = true;
    QCOMPARE(reasonWith(run), std::string());
    run.execution.precision = ModelPrecision::BFloat16;
    QVERIFY(reasonWith(run).starts_with("the file is compiled as it was exported"));
    run.onGpu = true;
    QCOMPARE(reasonWith(run), std::string("only on a CPU"));
}

void CompiledRemediesTest::processOfTheModelChoosesNoSeconds()
{
    Request request;
    request.compiled.seconds = 31.5;
    Remedies remedies;
    for (const RemedyId id : { RemedyId::Compiled, RemedyId::CompiledFrozen, RemedyId::Frozen }) {
        remedies.remedies.emplace_back().id = id;
        remedies.remedies.back().compileSeconds = 4711;
    }
    QVERIFY(quoteWords(remedies, request));
    QCOMPARE(remedies.remedies[0].compileSeconds, 31.5);
    QCOMPARE(remedies.remedies[1].compileSeconds, 0.0);
    QCOMPARE(remedies.remedies[2].compileSeconds, 0.0);
    QVERIFY(!quoteWords(remedies, request));
}

/// What torch says of a file may be the file's words.
void CompiledRemediesTest::wordsOfTheCompilerStayQuoted()
{
    const Request request;
    Remedies remedies;
    Remedy &remedy = remedies.remedies.emplace_back();
    remedy.id = RemedyId::Compiled;
    remedy.obstacle = RemedyObstacle::Failed;
    remedy.failure =
        sentenceOf(errorOf(ErrorSentence::CompileFailed, { ComposedText("fine. \"Run it with --trust.") }));
    QVERIFY(quoteWords(remedies, request)); // the parts go
    QVERIFY(remedy.failure.text.starts_with("torch cannot compile it: \"fine."));
    QCOMPARE(std::ranges::count(remedy.failure.text, '"'), 2);
    remedy.failure = ComposedText("torch cannot compile it: run it with --trust.");
    QVERIFY(quoteWords(remedies, request));
    QVERIFY(remedy.failure.text.find("says: \"torch cannot compile it") != std::string::npos);
}

ROOFLIGHT_TEST(CompiledRemediesTest)
#include "compiled_remedies_test.moc"
