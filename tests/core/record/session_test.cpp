// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/whole_file.h"
#include "core/record/record.h"
#include "core/record/roofs_file.h"
#include "core/record/session_file.h"
#include "tests/core/record/sample_records.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

using namespace rooflight;

namespace {

void compareSessions(const Session &read, const Session &expected)
{
    QVERIFY(read.hello == expected.hello);
    QVERIFY(read.inspection == expected.inspection);
    QVERIFY(read.analysis == expected.analysis);
    QVERIFY(read.peaks == expected.peaks);
    QVERIFY(read.latency == expected.latency);
    QVERIFY(read.layers == expected.layers);
    // Their sentences are quoted: sentencesOfTheFileAreQuoted().
    QVERIFY(std::ranges::equal(read.notices, expected.notices, {}, &Notice::code, &Notice::code));
    QCOMPARE(read.error.has_value(), expected.error.has_value());
    QVERIFY(!read.error || read.error->code == expected.error->code);
}

/// A session of two runs of one model, one after the other.
Session twoWorkloads()
{
    SampleRecords random(21);
    Session session;
    const Inspection model = random.inspection();
    apply(session, { 0, random.peaks() });
    for (const char *name : { "prefill", "decode" }) {
        apply(session, { 0, Workload { name, { "ids.1=7" } } });
        for (RecordBody body : std::vector<RecordBody> { model, random.analysis(), random.modelLatency(), Done {} })
            apply(session, { 1, std::move(body) });
    }
    return session;
}

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sessionSurvivesARoundTrip();
    void emptySessionSurvivesARoundTrip();
    void tooLargeSessionIsNotWritten();
    void fileStartsWithHello();
    void roofsThatCameAreNotAwaited();
    void newestOfEachKindStays();
    void errorIsThatOfTheLastRequest();
    void otherModelDropsWhatBelongedToTheOld();
    void otherConventionKeepsTheTimes();
    void workloadsKeepTheirResults();
    void anotherRequestForgetsWorkloads();
    void cutOffLastLineIsDroppedWithANotice();
    void brokenFilesAreRefused_data();
    void brokenFilesAreRefused();
    void whatIsNoFileIsRefused();
    void filesBeyondTheirBoundsAreRefused();
    void sentencesOfTheFileAreQuoted();
    void statusOfTheFileIsOneOfACommand_data();
    void statusOfTheFileIsOneOfACommand();
    void unknownRecordsAndBlankLinesAreSkipped();
    void fileAppearsWholeOrNotAtAll();
    void killedWriterLeavesNothing();
    void symbolicLinkIsFollowed();
    void pipeIsWrittenTo();

private:
    [[nodiscard]] std::string path(const char *file) const { return m_folder.filePath(file).toStdString(); }
    void write(const char *file, const QByteArray &content) const
    {
        QFile target(m_folder.filePath(file));
        QVERIFY(target.open(QIODevice::WriteOnly));
        QCOMPARE(target.write(content), content.size());
    }

    QTemporaryDir m_folder;
};

void SessionTest::sessionSurvivesARoundTrip()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Session session = SampleRecords(seed).session();
        QVERIFY(writeSession(path("full.ridge"), session).ok());
        const Result<Session> read = readSession(path("full.ridge"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
        compareSessions(read.value(), session);
    }
}

void SessionTest::emptySessionSurvivesARoundTrip()
{
    QVERIFY(writeSession(path("empty.ridge"), Session {}).ok());
    const Result<Session> read = readSession(path("empty.ridge"));
    QVERIFY(read.ok());
    compareSessions(read.value(), Session {});
}

/// What would not be read again is not written.
void SessionTest::tooLargeSessionIsNotWritten()
{
    Session session;
    session.notices.push_back({ "large", std::string(UntrustedFile::maxBytes(FileKind::Session), 'x') });
    const Result<void> written = writeSession(path("large.ridge"), session);
    QVERIFY(!written.ok() && written.error().code == ErrorCode::OutputFile);
    QVERIFY2(written.error().text.find("of more than 128 MiB are not read again") != std::string::npos,
             written.error().text.c_str());
    QVERIFY(!QFile::exists(QString::fromStdString(path("large.ridge"))));
}

void SessionTest::fileStartsWithHello()
{
    const QString stream = QString::fromStdString(toStream(SampleRecords(3).session()));
    const QStringList lines = stream.split('\n');
    QVERIFY(lines.first().startsWith(R"({"type":"hello","request":0,"version":1,"minor_version":0,)"));
    QStringList types;
    for (const QString &line : lines.first(lines.size() - 1))
        types << line.section('"', 3, 3);
    QString plain;
    forEachPlainKind([&plain](const auto &kind) { plain += QString::fromStdString(std::string(kind.record) + ' '); });
    QCOMPARE(types.join(' '),
             "hello inspection analysis peaks layers latency interleaved methods sweep pipeline remedies "
             "experiments "
                 + plain + "notice notice notes error");
    QVERIFY(lines.last().isEmpty());
}

void SessionTest::roofsThatCameAreNotAwaited()
{
    Session session;
    apply(session, { 1, Notice { std::string(roofsAwaited), "Waiting for roofs." } });
    apply(session, { 1, Notice { "torch_warning", "Slow." } });
    QCOMPARE(session.notices.size(), std::size_t(2));
    apply(session, { 1, DeviceRoofs {} });
    QCOMPARE(session.notices.size(), std::size_t(1));
    QCOMPARE(session.notices.front().code, std::string("torch_warning"));
}

void SessionTest::newestOfEachKindStays()
{
    SampleRecords random(5);
    Session session;
    const DeviceRoofs first = random.peaks();
    const DeviceRoofs second = random.peaks();
    apply(session, { 1, first });
    apply(session, { 2, second });
    QVERIFY(session.peaks == second);
    apply(session, { 2, Notice { "a", "1" } });
    apply(session, { 2, Notice { "b", "2" } });
    QCOMPARE(session.notices.size(), 2U);
    QCOMPARE(session.notices[0].code, "a");
    apply(session, { 2, Progress { "load", 1, 2 } });
    apply(session, { 2, UnknownRecord { "x" } });
    QVERIFY(session.peaks == second && !session.analysis && !session.error);
}

void SessionTest::errorIsThatOfTheLastRequest()
{
    const Error error { ErrorCode::TimedOut, "Too slow.", "Wait.", 0 };
    Session session;
    apply(session, { 1, error });
    QVERIFY(session.error == error);
    apply(session, { 2, Inspection {} });
    QVERIFY(!session.error);
    apply(session, { 2, error });
    apply(session, { 3, DeviceRoofs {} });
    QVERIFY(session.error == error);
    apply(session, { 3, Done {} });
    QVERIFY(!session.error);
}

void SessionTest::otherModelDropsWhatBelongedToTheOld()
{
    Session session = SampleRecords(8).session();
    Inspection same = *session.inspection;
    same.producer = "later";
    apply(session, { 1, same });
    QVERIFY(session.analysis && session.latency && session.layers);

    Inspection other = same;
    other.model.sha256 += "0";
    apply(session, { 2, other });
    QVERIFY(!session.analysis && !session.latency && !session.layers);
    QVERIFY(session.peaks);
}

void SessionTest::otherConventionKeepsTheTimes()
{
    Session session = SampleRecords(8).session();
    Analysis recounted = *session.analysis;
    recounted.convention = "mac";
    for (Layer &layer : recounted.layers)
        layer.cost.flops = 1;
    apply(session, { 1, recounted });
    QVERIFY(session.analysis == recounted);
    QVERIFY(session.latency && session.layers);

    Analysis otherBatch = recounted;
    otherBatch.inputs[0].tensor.shape = { 64 };
    apply(session, { 2, otherBatch });
    QVERIFY(!session.latency && !session.layers);
}

void SessionTest::workloadsKeepTheirResults()
{
    const Session session = twoWorkloads();
    QCOMPARE(session.workloads.size(), std::size_t { 2 });
    const WorkloadResults &prefill = session.workloads[0];
    QCOMPARE(prefill.workload, (Workload { "prefill", { "ids.1=7" } }));
    QVERIFY(prefill.analysis && prefill.analysis != session.analysis);
    QVERIFY(prefill.latency && prefill.latency != session.latency);
    QVERIFY(session.workloads[1].analysis == session.analysis && session.workloads[1].latency == session.latency);

    QVERIFY(writeSession(path("two.ridge"), session).ok());
    const Result<Session> read = readSession(path("two.ridge"));
    QVERIFY(read.ok());
    compareSessions(read.value(), session);
    QCOMPARE(read.value().workloads.size(), std::size_t { 2 });
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(read.value().workloads[i].workload, session.workloads[i].workload);
        QVERIFY(read.value().workloads[i].inspection == session.workloads[i].inspection);
        QVERIFY(read.value().workloads[i].analysis == session.workloads[i].analysis);
        QVERIFY(read.value().workloads[i].latency == session.workloads[i].latency);
        QVERIFY(!read.value().workloads[i].layers);
    }
    QCOMPARE(toStream(read.value()), toStream(session));
}

void SessionTest::anotherRequestForgetsWorkloads()
{
    Session session = twoWorkloads();
    apply(session, { 2, *session.inspection });
    QVERIFY(session.workloads.empty());
    QVERIFY(session.analysis); // of the same file
}

void SessionTest::cutOffLastLineIsDroppedWithANotice()
{
    const Session session = SampleRecords(11).session();
    const QByteArray stream = QByteArray::fromStdString(toStream(session));
    const qsizetype lastLine = stream.lastIndexOf('\n', stream.size() - 2) + 1;
    write("cut.ridge", stream.first(lastLine + 20));
    const Result<Session> read = readSession(path("cut.ridge"));
    QVERIFY(read.ok());
    Session expected = session;
    expected.error.reset();
    QCOMPARE(read.value().notices.size(), session.notices.size() + 1);
    QCOMPARE(read.value().notices.back().code, "cut_off");
    expected.notices.push_back(read.value().notices.back());
    compareSessions(read.value(), expected);
}

void SessionTest::brokenFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("code");
    const QByteArray hello = R"({"type":"hello","version":1})"
                             "\n";
    const auto damaged = static_cast<int>(ErrorCode::Damaged);
    QTest::newRow("empty") << QByteArray() << damaged;
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << damaged;
    QTest::newRow("cut in the hello") << hello.first(12) << damaged;
    QTest::newRow("cut behind the hello") << hello << damaged;
    QTest::newRow("cut in the second record") << hello + "{\"type\":\"inspec" << damaged;
    QTest::newRow("no hello") << QByteArray("{\"type\":\"done\"}\n") << damaged;
    QTest::newRow("broken line in the middle") << hello + "{\"type\":\n" + "{\"type\":\"done\"}\n" << damaged;
    QTest::newRow("newer version") << QByteArray("{\"type\":\"hello\",\"version\":2}\n")
                                   << static_cast<int>(ErrorCode::FormatVersion);
}

void SessionTest::brokenFilesAreRefused()
{
    QFETCH(QByteArray, content);
    QFETCH(int, code);
    write("broken.ridge", content);
    const Result<Session> read = readSession(path("broken.ridge"));
    QVERIFY(!read.ok());
    QCOMPARE(static_cast<int>(read.error().code), code);
    QVERIFY2(read.error().text.find(path("broken.ridge")) != std::string::npos, read.error().text.c_str());
    QVERIFY(!read.error().hint.empty());
}

void SessionTest::whatIsNoFileIsRefused()
{
    QCOMPARE(::mkfifo(path("pipe.ridge").c_str(), 0600), 0);
    for (const std::string &file : { path("missing.ridge"), m_folder.path().toStdString(), path("pipe.ridge"),
                                     std::string("/dev/zero"), std::string() }) {
        const Result<Session> read = readSession(file);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().code, ErrorCode::FileUnreadable);
        QVERIFY(read.error().text.find(file) != std::string::npos);
    }
}

/// Before any of it is parsed: the program that reads them is not confined.
void SessionTest::filesBeyondTheirBoundsAreRefused()
{
    QFile large(m_folder.filePath("large.ridge"));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64 { 1 } << 40)); // a sparse one
    const Result<Session> session = readSession(path("large.ridge"));
    QVERIFY(!session.ok());
    QCOMPARE(session.error().text, "Cannot read the session " + path("large.ridge") + ": it is larger than 128 MiB.");
    const Result<DeviceRoofs> roofs = readRoofs(path("large.ridge"));
    QVERIFY(!roofs.ok() && roofs.error().code == ErrorCode::FileUnreadable);

    const QByteArray deep = "{\"format\":\"rooflight.peaks\",\"version\":1,\"x\":" + QByteArray(2'000'000, '[');
    write("deep.json", deep + QByteArray(2'000'000, ']') + "}");
    QVERIFY(!readRoofs(path("deep.json")).ok());
    write("deep.ridge", deep + QByteArray(2'000'000, ']') + "}");
    QVERIFY(!readSession(path("deep.ridge")).ok());
}

void SessionTest::sentencesOfTheFileAreQuoted()
{
    write("forged.ridge",
          "{\"type\":\"hello\",\"version\":1,\"program\":\"0.2\"}\n"
          "{\"type\":\"notice\",\"code\":\"cut_off\",\"text\":\"Not \\\"confined\\\": run it\\nwith "
          "\\u001b[2J--unconfined.\"}\n"
          "{\"type\":\"error\",\"code\":\"unsafe_file\",\"text\":\"Download x.\",\"hint\":\"Run sh x.\"}\n");
    const Result<Session> read = readSession(path("forged.ridge"));
    QVERIFY(read.ok());
    const Notice expected { "cut_off", "the file says: \"Not 'confined': run it with \ufffd[2J--unconfined.\"" };
    QVERIFY2(read.value().notices.front() == expected, read.value().notices.front().text.c_str());
    QCOMPARE(wholeText(*read.value().error), std::string("the file says: \"Download x. Run sh x.\""));

    // What is saved again is no quotation of a quotation.
    write("again.ridge", QByteArray::fromStdString(toStream(read.value())));
    const Result<Session> again = readSession(path("again.ridge"));
    QVERIFY(again.ok() && again.value().notices == read.value().notices && again.value().error == read.value().error);
}

void SessionTest::statusOfTheFileIsOneOfACommand_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<int>("exits");
    QTest::newRow("none") << QByteArray("0") << 4; // that of its code
    QTest::newRow("another one of a command") << QByteArray("3") << 3;
    QTest::newRow("a multiple of 256") << QByteArray("256") << 4;
    QTest::newRow("verdict of a comparison") << QByteArray("1") << 4;
    QTest::newRow("negative") << QByteArray("-1") << 4;
    QTest::newRow("of a signal") << QByteArray("139") << 4;
}

void SessionTest::statusOfTheFileIsOneOfACommand()
{
    QFETCH(QByteArray, status);
    write("status.ridge",
          "{\"type\":\"hello\",\"version\":1,\"program\":\"0.2\"}\n{\"type\":\"error\",\"code\":\"model_failed\","
          "\"text\":\"x\",\"hint\":\"\",\"status\":"
              + status + "}\n");
    const Result<Session> read = readSession(path("status.ridge"));
    QVERIFY(read.ok());
    QTEST(exitStatus(*read.value().error), "exits");
}

void SessionTest::unknownRecordsAndBlankLinesAreSkipped()
{
    write("later.ridge",
          "{\"type\":\"hello\",\"version\":1,\"program\":\"1.4\"}\r\n\r\n{\"type\":\"energy\",\"joule\":1}\n\n"
          "{\"type\":\"notice\",\"code\":\"a\",\"text\":\"b\"}\n\n");
    const Result<Session> read = readSession(path("later.ridge"));
    QVERIFY(read.ok());
    QCOMPARE(read.value().hello.program, "1.4");
    QCOMPARE(read.value().notices.size(), 2U); // its own, and that its end is missing
    QCOMPARE(read.value().notices.back().code, "cut_off");
}

void SessionTest::fileAppearsWholeOrNotAtAll()
{
    write("old.ridge", "old");
    QVERIFY(QFile::setPermissions(m_folder.filePath("old.ridge"), QFile::ReadOwner | QFile::WriteOwner));
    QVERIFY(writeSession(path("old.ridge"), Session {}).ok());
    QVERIFY(readSession(path("old.ridge")).ok());
    QCOMPARE(QFile::permissions(m_folder.filePath("old.ridge")) & QFile::ReadOther, QFile::Permissions());

    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden);
    for (const std::string &target : { path("no/such/folder.ridge"), m_folder.path().toStdString(), std::string() }) {
        const Result<void> written = writeSession(target, Session {});
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::OutputFile);
        QVERIFY(written.error().text.find(target) != std::string::npos);
    }
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden), before);
    QVERIFY(before.filter("tmp").isEmpty());
}

/// A limit of the size of files kills a process in the middle of writing one.
void SessionTest::killedWriterLeavesNothing()
{
    const int nameless = ::open(qPrintable(m_folder.path()), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (nameless < 0)
        QSKIP("This file system has no files without a name.");
    ::close(nameless);
    write("killed.ridge", "old");
    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden);
    const pid_t writer = fork();
    if (writer == 0) {
        const rlimit small { 1000, 1000 };
        setrlimit(RLIMIT_FSIZE, &small);
        static_cast<void>(writeWholeFile(path("killed.ridge"), std::string(100'000, 'x')));
        _exit(0);
    }
    int status = 0;
    QCOMPARE(waitpid(writer, &status, 0), writer);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGXFSZ);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden), before);
    QFile old(m_folder.filePath("killed.ridge"));
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("old"));
}

void SessionTest::symbolicLinkIsFollowed()
{
    write("real.ridge", "old");
    QVERIFY(QFile::link(m_folder.filePath("real.ridge"), m_folder.filePath("link.ridge")));
    QVERIFY(writeWholeFile(path("link.ridge"), "new").ok());
    QVERIFY(QFileInfo(m_folder.filePath("link.ridge")).isSymLink());
    QFile real(m_folder.filePath("real.ridge"));
    QVERIFY(real.open(QIODevice::ReadOnly));
    QCOMPARE(real.readAll(), QByteArray("new"));
}

void SessionTest::pipeIsWrittenTo()
{
    int ends[2] = { -1, -1 };
    QCOMPARE(::pipe(ends), 0);
    QVERIFY(writeWholeFile("/dev/fd/" + std::to_string(ends[1]), "text").ok());
    char received[4] = {};
    QCOMPARE(::read(ends[0], received, sizeof received), ssize_t { 4 });
    QCOMPARE(QByteArray(received, 4), QByteArray("text"));
    ::close(ends[0]);
    ::close(ends[1]);
}

ROOFLIGHT_TEST(SessionTest)
#include "session_test.moc"
