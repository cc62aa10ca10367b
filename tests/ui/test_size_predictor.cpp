// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/window_test.h"
#include "ui/worker/call_predictor.h"
#include "ui/worker/size_predictor.h"

#include <QSignalSpy>
#include <QTest>

using namespace rooflight;

class TestSizePredictor : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void answersOfReplacedQuestionsAreKeptUnderTheirOwnSizes()
    {
        SizePredictor predictor;
        predictor.setCommand({ QStringLiteral(FAKE_WORKER), QStringLiteral("sizes") });
        std::vector<std::string> answers;
        connect(&predictor, &SizePredictor::predicted, this,
                [&](const std::shared_ptr<const Analysis> &analysis) { answers.push_back(analysis->convention); });
        const Analysis observed = *fixture::resnet18().analysis;
        const Request here;
        predictor.ask(observed, { "n=256" }, here);
        QTRY_COMPARE_WITH_TIMEOUT(answers.size(), std::size_t { 1 }, fixture::patienceMs);
        QCOMPARE(answers.back(), std::string("n=256"));
        predictor.ask(observed, { "n=512" }, here);
        predictor.ask(observed, { "n=256" }, here); // known, while the other one is under way
        QCOMPARE(answers.back(), std::string("n=256"));
        predictor.ask(observed, { "n=1024" }, here);
        QTRY_COMPARE_WITH_TIMEOUT(answers.back(), std::string("n=1024"), fixture::patienceMs);
        for (const char *size : { "n=256", "n=512", "n=1024" }) {
            predictor.ask(observed, { size }, here);
            QTRY_COMPARE_WITH_TIMEOUT(answers.back(), std::string(size), fixture::patienceMs);
        }
    }

    /// With what a person agreed to for the measurement, and for no other request.
    void sizesAreCountedAsTheFileWasOpened()
    {
        SizePredictor predictor;
        predictor.setCommand({ QStringLiteral(FAKE_WORKER), QStringLiteral("echo") });
        std::vector<std::string> answers;
        connect(&predictor, &SizePredictor::predicted, this,
                [&](const std::shared_ptr<const Analysis> &analysis) { answers.push_back(analysis->convention); });
        const Analysis observed = *fixture::resnet18().analysis;
        Request here;
        here.model = "/models/m.pt2";
        here.libraries = { "ops.so" };
        here.batch = 4;
        predictor.ask(observed, { "n=256" }, here);
        QTRY_COMPARE_WITH_TIMEOUT(answers.size(), std::size_t { 1 }, fixture::patienceMs);
        QCOMPARE(answers.back(), std::string("/models/m.pt2 n=256 ops.so"));
        here.trust = true; // no answer from before
        predictor.ask(observed, { "n=256" }, here);
        QTRY_COMPARE_WITH_TIMEOUT(answers.size(), std::size_t { 2 }, fixture::patienceMs);
        QCOMPARE(answers.back(), std::string("/models/m.pt2 n=256 ops.so trust"));
    }

    void anotherFileIsNoAnswer_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::newRow("its analysis says so") << "other_file";
        QTest::newRow("it cannot be counted") << "other_file_fails";
    }

    /// Of as many parameters, with other content: nor does the answer stay for the time when the file is back.
    void anotherFileIsNoAnswer()
    {
        QFETCH(QString, mode);
        SizePredictor predictor;
        predictor.setCommand({ QStringLiteral(FAKE_WORKER), mode });
        QSignalSpy other(&predictor, &SizePredictor::otherFile);
        QSignalSpy failed(&predictor, &SizePredictor::failed);
        QSignalSpy predicted(&predictor, &SizePredictor::predicted);
        Analysis observed = *fixture::resnet18().analysis;
        observed.model.contentsSha256 = std::string(64, 'a');
        for (int question = 1; question <= 2; ++question) {
            predictor.ask(observed, { "n=256" }, {});
            QTRY_COMPARE_WITH_TIMEOUT(other.count(), question, fixture::patienceMs);
        }
        QCOMPARE(failed.count() + predicted.count(), 0);
    }

    /// Whenever the question changes, up to the moment at which the estimate is made: the worker says 110 us an item.
    void anEstimateIsThatOfTheLastQuestion()
    {
        Session blocks = fixture::threeBlocks();
        fixture::addOperators(blocks);
        blocks.layers.edit().bareMedianNs = 110'000;
        const auto session = std::make_shared<const Session>(blocks);
        Request here;
        here.model = blocks.analysis->model.path;
        Request two = here;
        two.batch = 2;
        Request four = here;
        four.batch = 4;
        CallPredictor predictor;
        predictor.setCommand({ QStringLiteral(FAKE_WORKER), QStringLiteral("answer") });
        std::vector<double> answers;
        connect(&predictor, &CallPredictor::predicted, this,
                [&](const Estimate &estimate) { answers.push_back(estimate.medianNs.value_or(0)); });
        QSignalSpy failed(&predictor, &CallPredictor::failed);
        for (int turns = 0; turns < 40; ++turns) {
            answers.clear();
            predictor.ask(session, here, two);
            for (int turn = 0; turn < turns && answers.empty(); ++turn)
                QTest::qWait(1);
            const std::size_t before = answers.size();
            predictor.ask(session, here, four);
            QTRY_COMPARE_WITH_TIMEOUT(answers.size(), before + 1, fixture::patienceMs);
            QCOMPARE(answers.back(), 440'000.0);
        }
        QCOMPARE(failed.count(), 0);
    }
};

ROOFLIGHT_TEST(TestSizePredictor)
#include "test_size_predictor.moc"
