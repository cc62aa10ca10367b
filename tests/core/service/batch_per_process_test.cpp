// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/sha256.h"
#include "core/model/error_sentences.h"
#include "core/service/jobs/batch_per_process.h"
#include "tests/core/service/request_run_fixture.h"
#include "tests/core/service/scripted_processes.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

namespace {

BatchPoint pointOf(std::int64_t batch, bool fits, bool measured = false)
{
    BatchPoint point;
    point.batch = batch;
    point.outcome = fits ? BatchOutcome::Fits : BatchOutcome::OutOfMemory;
    if (fits && measured) {
        point.samples.summary.count = 5;
        point.throughputPerSecond = static_cast<double>(batch);
    }
    return point;
}

/// As a process ends it that says that \p largest fits.
BatchSweep sweepUpTo(std::int64_t largest)
{
    BatchSweep sweep;
    sweep.model = std::string(64, 'a');
    sweep.margin = 0.05;
    sweep.points = { pointOf(largest / 2, true, true), pointOf(largest, true, true), pointOf(largest + 1, false) };
    sweep.largest = largest;
    sweep.end = "memory";
    return sweep;
}

/// As of a process that ran it.
ModelLatency latencyOf(std::int64_t batch)
{
    ModelLatency latency;
    latency.method = "steady_clock";
    latency.warmupEnd = latency.end = "count_limit";
    latency.batch = batch;
    latency.samples.warmupNs = { 1e6 };
    latency.samples.samplesNs = { 1e6, 1e6, 1e6, 1e6 };
    return latency;
}

/// Which batch a try asks for; 0: none, as it is the first process, which tries all.
std::int64_t triedBatch(const Request &request)
{
    if (request.kind == RequestKind::Latency)
        return request.batch;
    return request.sweep.search == BatchSearch::Sequential ? request.sweep.maximumBatch : 0;
}

/// How a process ends.
enum class End { Segv, Abort, Exit, Error, Done };

void endBy(End end, JobReporter &reporter)
{
    switch (end) {
    case End::Segv:
        return endBySignal(SIGSEGV);
    case End::Abort:
        return endBySignal(SIGABRT);
    case End::Exit:
        _exit(9);
    case End::Error:
        return reporter.send(Error { ErrorCode::Internal, "No sandbox.", "" });
    case End::Done:
        return reporter.send(Done {});
    }
}

/// Tries until nothing is left to try; up to \p limit a batch fits. \returns how many tries there were.
int search(BatchPerProcess &batches, std::int64_t limit)
{
    int tries = 0;
    while (const auto next = batches.next()) {
        ++tries;
        batches.take(pointOf(next->batch, next->batch <= limit, next->measured));
    }
    return tries;
}

} // namespace

/// Batches near the largest, each tried in a process of its own.
class BatchPerProcessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
    }

    void largestIsFound_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("limit");
        QTest::newRow("the same") << qint64(100) << qint64(100);
        QTest::newRow("one more") << qint64(8) << qint64(9);
        QTest::newRow("twice") << qint64(8) << qint64(16);
        QTest::newRow("7 percent") << qint64(100) << qint64(107);
        QTest::newRow("9 percent of many") << qint64(10000) << qint64(10900);
        QTest::newRow("one") << qint64(1) << qint64(1);
        QTest::newRow("a fifth less") << qint64(17) << qint64(13);
        QTest::newRow("a tenth of many less") << qint64(10000) << qint64(9000);
        QTest::newRow("the smallest alone") << qint64(40) << qint64(1);
    }

    void largestIsFound()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, limit);
        BatchPerProcess batches(sweepUpTo(begin));
        QVERIFY(search(batches, limit) <= 18);
        const BatchSweep &sweep = batches.sweep();
        QVERIFY2(sweep.largest <= limit && 100 * sweep.largest >= 99 * limit,
                 QByteArray::number(qint64(sweep.largest)));
        QCOMPARE(sweep.end, std::string("memory"));
        QVERIFY(sweep.confirmed);
        QVERIFY(sweep.find(sweep.largest)->samples.summary.count > 0);
        // What failed behind others in one process is no bound.
        for (const BatchPoint &point : sweep.points)
            QCOMPARE(point.outcome == BatchOutcome::Fits, point.batch <= limit);
    }

    void limitsOfTheRequestHold()
    {
        BatchSweep sweep = sweepUpTo(100);
        sweep.maximumBatch = 103;
        BatchPerProcess batches(sweep);
        search(batches, 1000);
        QCOMPARE(batches.sweep().largest, std::int64_t { 103 });
        QCOMPARE(batches.sweep().end, std::string("maximum_batch"));

        sweep.maximumBatch = 0;
        sweep.step = 8;
        BatchPerProcess steps(sweep);
        search(steps, 130);
        QCOMPARE(steps.sweep().largest, std::int64_t { 128 });
    }

    void onlyMemoryIsSearchedFurther()
    {
        const BatchSweep sweep = sweepUpTo(4);
        Request request = fixture::request(RequestKind::Sweep);
        QVERIFY(BatchPerProcess::continues(request, sweep));
        BatchSweep other = sweep;
        other.end = "slow";
        QVERIFY(!BatchPerProcess::continues(request, other));
        request.device = "cuda:0";
        QVERIFY(!BatchPerProcess::continues(request, sweep));
        request.device = "cpu";
        request.sweep.axes = { "x.0=1,2" };
        QVERIFY(!BatchPerProcess::continues(request, sweep));
    }

    /// The first process says 10; each further one runs up to 12, and is ended by a signal at 13.
    void everyTryHasAProcess()
    {
        const auto model = [](const Request &request, JobReporter &reporter) {
            reporter.send(inspectionOf(request));
            reporter.announceUntrustedCode();
            const std::int64_t asked = triedBatch(request);
            BatchSweep sweep = sweepUpTo(10);
            if (request.kind == RequestKind::Latency) {
                reporter.send(latencyOf(asked));
                if (asked > 12)
                    raise(SIGKILL);
                return reporter.send(Done {});
            }
            if (asked > 0) {
                sweep.points = { pointOf(asked, true, true) };
                sweep.points.front().outcome = BatchOutcome::Trying;
                reporter.send(sweep);
                sweep.points.front().outcome = BatchOutcome::Fits;
                sweep.points.front().reason = "run it with --unconfined";
                sweep.end = "maximum_batch";
            }
            reporter.send(sweep);
            reporter.send(Done {});
        };
        const std::vector<RecordBody> records = recordsOf(request(RequestKind::Sweep), { model, sendRoofs });
        QCOMPARE(
            std::ranges::count_if(records, [](const RecordBody &body) { return std::holds_alternative<Done>(body); }),
            1);
        QVERIFY(records.back() == RecordBody(Done {}));
        const auto &sweep = std::get<BatchSweep>(records[records.size() - 2]);
        QCOMPARE(sweep.largest, std::int64_t { 12 });
        QCOMPARE(sweep.end, std::string("memory"));
        QCOMPARE(sweep.find(13)->reason.text, std::string("The process that tried it was lost."));
        QVERIFY(sweep.find(12)->reason.text.starts_with("the model's process says: \""));
        QVERIFY(std::holds_alternative<Inspection>(records.front()));
        QCOMPARE(std::ranges::count_if(records,
                                       [](const RecordBody &body) { return std::holds_alternative<Inspection>(body); }),
                 1);
    }

    void lossesAreJudged_data()
    {
        QTest::addColumn<End>("end");
        QTest::addColumn<bool>("isLimited");
        QTest::addColumn<bool>("crashed");
        QTest::addColumn<QString>("reason");
        const QString lost = "The process that tried it was lost.";
        const QString exited = "m.pt ended the process that ";
        QTest::newRow("SIGSEGV") << End::Segv << false << true
                                 << "The process that tried it was ended by signal SIGSEGV.";
        QTest::newRow("SIGSEGV under a limit")
            << End::Segv << true << true << "The process that tried it was ended by signal SIGSEGV.";
        QTest::newRow("SIGABRT") << End::Abort << false << true
                                 << "The process that tried it was ended by signal SIGABRT.";
        QTest::newRow("SIGABRT under a limit") << End::Abort << true << false << lost;
        QTest::newRow("exit") << End::Exit << false << true << exited;
        QTest::newRow("exit under a limit") << End::Exit << true << false << lost;
        QTest::newRow("error") << End::Error << false << true << "m.pt: the model's process says: \"No sandbox.\"";
        QTest::newRow("no word of the batch")
            << End::Done << false << true << "m.pt was ended: its process sent an end without the results.";
    }

    /// The first process says 8; each further one fails. The margin is kept, as any of them may have lacked memory.
    void lossesAreJudged()
    {
        QFETCH(End, end);
        QFETCH(bool, isLimited);
        QFETCH(bool, crashed);
        QFETCH(QString, reason);
        const auto model = [end](const Request &request, JobReporter &reporter) {
            reporter.send(inspectionOf(request));
            reporter.announceUntrustedCode();
            if (triedBatch(request) > 0)
                return endBy(end, reporter);
            reporter.send(sweepUpTo(8));
            reporter.send(Done {});
        };
        Request asked = request(RequestKind::Sweep);
        asked.memoryLimitBytes = isLimited ? 8'000'000'000 : 0;
        const std::vector<RecordBody> records = recordsOf(asked, { model, sendRoofs });
        QVERIFY(records.back() == RecordBody(Done {}));
        const auto &sweep = std::get<BatchSweep>(records[records.size() - 2]);
        QCOMPARE(sweep.largest, std::int64_t { 8 });
        QCOMPARE(sweep.recommended, std::int64_t { 7 }); // 95 % are 7.6
        QCOMPARE(sweep.end, std::string(crashed ? "model" : "memory"));
        QVERIFY(sweep.find(9));
        QCOMPARE(sweep.find(9)->outcome, crashed ? BatchOutcome::Failed : BatchOutcome::OutOfMemory);
        const QString said = QString::fromStdString(sweep.find(9)->reason.text);
        QVERIFY2(said.startsWith(reason), qPrintable(said));
    }

    /// In the process that tries all. The next sweep knows it, and tries the batch once more.
    void crashOfTheSweepIsNamed()
    {
        QTemporaryFile file;
        QVERIFY(file.open() && file.write("a model") > 0 && file.flush());
        Request asked = request(RequestKind::Sweep);
        asked.model = file.fileName().toStdString();
        const std::string sha256 = sha256OfFile(asked.model).value();
        const auto model = [&sha256](const Request &request, JobReporter &reporter) {
            Inspection inspection = inspectionOf(request);
            inspection.model.sha256 = sha256;
            reporter.send(inspection);
            reporter.announceUntrustedCode();
            BatchSweep sweep = sweepUpTo(8);
            sweep.model = sha256;
            sweep.points.back().outcome = BatchOutcome::Trying;
            sweep.end.clear();
            reporter.send(sweep);
            endBySignal(SIGSEGV);
        };
        const std::vector<RecordBody> records = recordsOf(asked, { model, sendRoofs });
        QCOMPARE(std::get<Error>(records.back()).code, ErrorCode::ModelKilled);
        const auto &sweep = std::get<BatchSweep>(records[records.size() - 2]);
        QCOMPARE(sweep.find(9)->outcome, BatchOutcome::Trying);
        QCOMPARE(sweep.find(9)->reason.text, std::string("The process that tried it was ended by signal SIGSEGV."));
        BatchSweep next = sweep;
        next.points.clear();
        resumeFromFile(next);
        QVERIFY(next.find(9) && next.find(9)->reason == sweep.find(9)->reason);
        QCOMPARE(next.find(9)->outcome, BatchOutcome::Trying);
    }

    /// The first process says 10. Alone 6 runs, and 7 and 8 until 8 has run once.
    void largestRunsInAProcessOfItsOwn()
    {
        QTemporaryDir marks;
        const QString mark = marks.filePath("ran");
        const auto model = [&mark](const Request &request, JobReporter &reporter) {
            reporter.send(inspectionOf(request));
            reporter.announceUntrustedCode();
            const std::int64_t asked = triedBatch(request);
            if (asked == 0) {
                reporter.send(sweepUpTo(10));
                return reporter.send(Done {});
            }
            if (request.kind == RequestKind::Sweep) {
                BatchSweep sweep = sweepUpTo(10);
                sweep.points = { pointOf(asked, true, true) };
                reporter.send(sweep);
                return reporter.send(Done {});
            }
            reporter.send(latencyOf(asked)); // what ran before memory ended it
            const bool ran = asked <= 6 || (asked <= 8 && !QFile::exists(mark));
            if (asked == 8)
                static_cast<void>(QFile(mark).open(QIODevice::WriteOnly));
            if (!ran)
                return reporter.send(errorOf(ErrorSentence::OutOfMemoryRunning, { request.model, "no memory" }));
            reporter.send(Done {});
        };
        const std::vector<RecordBody> records = recordsOf(request(RequestKind::Sweep), { model, sendRoofs });
        QVERIFY(records.back() == RecordBody(Done {}));
        const auto &sweep = std::get<BatchSweep>(records[records.size() - 2]);
        QCOMPARE(sweep.largest, std::int64_t { 6 });
        QCOMPARE(sweep.end, std::string("memory"));
        QVERIFY(sweep.confirmed);
        QVERIFY(!sweep.find(10) || sweep.find(10)->outcome == BatchOutcome::OutOfMemory);
        QVERIFY(!sweep.find(8) || sweep.find(8)->outcome == BatchOutcome::OutOfMemory);
    }

    /// A call of a batch that has a process of its own takes longer than allowed.
    void slowBatchesEndTheSearch()
    {
        Request asked = request(RequestKind::Sweep);
        asked.sweep.longestCallSeconds = 1;
        ModelLatency latency = latencyOf(9);
        latency.samples.samplesNs = { 2e9, 2e9 };
        QCOMPARE(BatchPerProcess::pointOf(asked, 9, latency).outcome, BatchOutcome::TooSlow);
        latency.samples.warmupNs = { 2e9 };
        latency.samples.samplesNs = { 0.5e9, 0.5e9 };
        QCOMPARE(BatchPerProcess::pointOf(asked, 9, latency).outcome, BatchOutcome::Fits);
    }

    /// They may be those of the batch, which a request of another batch contradicts.
    void givenSizesAreKept()
    {
        Request asked = request(RequestKind::Sweep);
        QCOMPARE(BatchPerProcess::requestOf(asked, { 9, false }).kind, RequestKind::Latency);
        asked.dimensions = { "x.0=4" };
        const Request one = BatchPerProcess::requestOf(asked, { 9, false });
        QCOMPARE(one.kind, RequestKind::Sweep);
        QCOMPARE(one.sweep.maximumBatch, std::int64_t { 9 });
        QCOMPARE(one.batch, std::int64_t { 0 });
    }

    void errorsOfTriesDoNotEndTheSweep()
    {
        const auto model = [](const Request &request, JobReporter &reporter) {
            reporter.send(inspectionOf(request));
            reporter.announceUntrustedCode();
            if (triedBatch(request) > 0) {
                reporter.send(Error { ErrorCode::OutOfMemory, "No memory.", "" });
                return;
            }
            reporter.send(sweepUpTo(10));
            reporter.send(Done {});
        };
        const std::vector<RecordBody> records = recordsOf(request(RequestKind::Sweep), { model, sendRoofs });
        QVERIFY(records.back() == RecordBody(Done {}));
        QCOMPARE(std::get<BatchSweep>(records[records.size() - 2]).largest, std::int64_t { 10 });
    }

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

ROOFLIGHT_TEST(BatchPerProcessTest)
#include "batch_per_process_test.moc"
