// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

/// A library that is written to leave its process changes nothing outside, and leaves nothing behind.
class EscapeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void selfTestRefusesAll();
    void nothingGoesThrough();
    void compiledCodeIsConfined();
    void forgedRecordsEndTheJob_data();
    void forgedRecordsEndTheJob();
    void endsWithinItsTime_data();
    void endsWithinItsTime();
    void memoryOfAllIsBounded_data();
    void memoryOfAllIsBounded();
    void runsUnconfinedWhenAsked();

private:
    [[nodiscard]] QStringList analysis(const QStringList &options = {}) const;
    [[nodiscard]] QStringList cachedFiles() const;
    [[nodiscard]] CliRun runWith(const QHash<QString, QString> &settings, const QStringList &arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    bool m_hasGroups = false;
};

namespace {

const QString library = QStringLiteral(ROOFLIGHT_ESCAPING_LIBRARY);

/// What untrusted code could have changed of a folder.
QStringList stateOf(const QString &folder)
{
    QStringList state;
    for (const QFileInfo &file : QDir(folder).entryInfoList(
             QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name)) {
        struct stat status {
        };
        stat(qPrintable(file.filePath()), &status);
        QFile content(file.filePath());
        const bool readable = file.isFile() && content.open(QIODevice::ReadOnly);
        state.append(QStringLiteral("%1 %2 %3 %4 %5 %6")
                         .arg(file.fileName())
                         .arg(status.st_mode)
                         .arg(status.st_uid)
                         .arg(status.st_nlink)
                         .arg(status.st_mtim.tv_nsec)
                         .arg(readable ? QString::fromUtf8(content.readAll()) : QString()));
    }
    return state;
}

/// Processes of the whole machine that run the escaping library's settings.
QStringList processesWith(const QByteArray &setting)
{
    QStringList found;
    for (const QString &entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile environment(QStringLiteral("/proc/%1/environ").arg(entry));
        if (entry.toInt() > 0 && environment.open(QIODevice::ReadOnly) && environment.readAll().contains(setting))
            found.append(entry);
    }
    return found;
}

} // namespace

void EscapeTest::initTestCase()
{
    const CliRun run = runCli({ QStringLiteral("confinement") });
    m_hasGroups = run.standardOutput.contains("by a control group");
    if (run.standardError.contains("cannot be confined here"))
        QSKIP("This kernel cannot confine.");
}

void EscapeTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    for (const auto &[name, mode] : { std::pair("secret", 0600), std::pair("program", 0700) }) {
        QFile file(m_folder->filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/true\n");
        file.close();
        QVERIFY(chmod(qPrintable(file.fileName()), static_cast<mode_t>(mode)) == 0);
    }
}

QStringList EscapeTest::analysis(const QStringList &options) const
{
    return QStringList { QStringLiteral("analyze"),   QStringLiteral(ROOFLIGHT_TEST_DATA "/torchscript/small_trace.pt"),
                         QStringLiteral("--quiet"),   QStringLiteral("--json"),
                         QStringLiteral("--library"), library }
    + options;
}

CliRun EscapeTest::runWith(const QHash<QString, QString> &settings, const QStringList &arguments) const
{
    QProcess process;
    QProcessEnvironment environment = cliEnvironment();
    for (auto setting = settings.begin(); setting != settings.end(); ++setting)
        environment.insert(setting.key(), setting.value());
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_folder->filePath(QStringLiteral("cache")));
    environment.insert(QStringLiteral("ROOFLIGHT_ESCAPE_FOLDER"), m_folder->path());
    environment.insert(QStringLiteral("ROOFLIGHT_ESCAPE_PROCESS"), QString::number(getpid()));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
    process.closeWriteChannel();
    return resultOf(process);
}

QStringList EscapeTest::cachedFiles() const
{
    return QDir(m_folder->filePath(QStringLiteral("cache/rooflight/peaks"))).entryList({ QStringLiteral("*.jsonl") });
}

void EscapeTest::selfTestRefusesAll()
{
    const CliRun run = runCli({ QStringLiteral("confinement"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardOutput + run.standardError);
    const QJsonArray attempts = run.json()[QLatin1String("attempts")].toArray();
    QVERIFY(attempts.size() > 80);
    const bool namespaces = run.json()[QLatin1String("namespaces")].toBool();
    for (const QJsonValue &attempt : attempts) {
        for (const char *thread : { "main_thread", "other_thread" }) {
            const QString end = attempt[QLatin1String(thread)].toString();
            QVERIFY2(end == QLatin1String("refused") || (!namespaces && end == QLatin1String("beyond")),
                     qPrintable(attempt[QLatin1String("name")].toString()));
        }
    }
}

void EscapeTest::nothingGoesThrough()
{
    const QStringList before = stateOf(m_folder->path());
    const CliRun run = runWith({ { QStringLiteral("ROOFLIGHT_ESCAPE"), QStringLiteral("attempt") } }, analysis());
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY2(!run.standardError.contains("ESCAPED"), run.standardError);
    QVERIFY(run.standardError.contains("ATTEMPTED constructor"));
    QVERIFY(run.standardError.contains("ATTEMPTED thread"));
    QCOMPARE(stateOf(m_folder->path()), before);
}

/// The code of an AOTInductor package runs where any other model does.
void EscapeTest::compiledCodeIsConfined()
{
    const QString package = m_folder->filePath(QStringLiteral("net.pt2"));
    rooflight::test::writeArchive(
        package.toStdString(),
        { { "net/archive_format", "pt2" },
          { "net/data/aotinductor/model/net.so", rooflight::test::readFile(ROOFLIGHT_ESCAPING_LIBRARY) } });
    const QStringList before = stateOf(m_folder->path());
    const QHash<QString, QString> attempt { { QStringLiteral("ROOFLIGHT_ESCAPE"), QStringLiteral("attempt") } };
    const QStringList arguments { QStringLiteral("latency"), package, QStringLiteral("--quiet") };
    const CliRun refused = runWith(attempt, arguments);
    QCOMPARE(refused.exitStatus, 7);
    QVERIFY(!refused.standardError.contains("ATTEMPTED"));
    const CliRun run = runWith(attempt, arguments + QStringList { QStringLiteral("--trust") });
    QVERIFY2(run.exitStatus == 3, run.standardError); // it is not a model
    QVERIFY2(!run.standardError.contains("ESCAPED"), run.standardError);
    QVERIFY(run.standardError.contains("ATTEMPTED constructor"));
    QCOMPARE(stateOf(m_folder->path()), before);
}

void EscapeTest::forgedRecordsEndTheJob_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("roofs") << QStringLiteral(
        R"({"type":"peaks","request":1,"device":{"kind":"cpu","name":"x","threads":1},"roofs":[{"kind":"compute",)"
        R"("name":"FP32","precision":"fp32","unit":"vector","value":4.62e14,"value_unit":"FLOP/s"}]})");
    QTest::newRow("no record") << QStringLiteral("hello");
    QTest::newRow("another request") << QStringLiteral(R"({"type":"done","request":2,"partial":false})");
    QTest::newRow("of another kind") << QStringLiteral(R"({"type":"sweep","request":1})");
    QTest::newRow("a failure with status 0")
        << QStringLiteral(R"({"type":"error","request":1,"code":"timed_out","text":"x","hint":"","status":256})");
}

void EscapeTest::forgedRecordsEndTheJob()
{
    QFETCH(QString, text);
    const CliRun run = runWith({ { QStringLiteral("ROOFLIGHT_ESCAPE"), QStringLiteral("forge") },
                                 { QStringLiteral("ROOFLIGHT_ESCAPE_TEXT"), text } },
                               analysis());
    QVERIFY2(run.exitStatus == 3, run.standardError); // before the model ran
    QVERIFY2(run.messages().size() == 1 && run.messages().first().contains("was ended: its process sent"),
             run.standardError);
    QVERIFY(cachedFiles().isEmpty());
}

void EscapeTest::endsWithinItsTime_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("seconds");
    QTest::newRow("a line without end") << "long line" << 3 << "2";
    QTest::newRow("prints for ever") << "flood" << 6 << "4"; // of which starting may take some on a slow machine
    QTest::newRow("ignores signals") << "hang" << 6 << "1";
    QTest::newRow("multiplies") << "multiply" << 6 << "1";
}

void EscapeTest::endsWithinItsTime()
{
    QFETCH(QString, how);
    QFETCH(int, status);
    QFETCH(QString, seconds);
    const CliRun run =
        runWith({ { QStringLiteral("ROOFLIGHT_ESCAPE"), how } }, analysis({ QStringLiteral("--timeout"), seconds }));
    const int expected = how == QLatin1String("long line") && run.exitStatus == 6 ? 6 : status; // a slow machine
    QCOMPARE(run.exitStatus, expected);
    QCOMPARE(run.messages().size(), 1);
    // The beginning and the end of what it printed, and a line between them.
    QVERIFY2(run.standardError.size() < 200'000, qPrintable(QString::number(run.standardError.size())));
    QCOMPARE(run.standardError.contains("bytes of what the model printed are left out"), how == QLatin1String("flood"));
    QCOMPARE(processesWith("ROOFLIGHT_ESCAPE=" + how.toUtf8() + '\0'), QStringList());
}

void EscapeTest::memoryOfAllIsBounded_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QStringList>("options");
    // 64 times 32 MiB, where 0.1 GB and 256 MiB are allowed.
    QTest::newRow("files in memory") << "hoard" << QStringList();
    QTest::newRow("many processes") << "breed" << QStringList { QStringLiteral("--unconfined") };
}

void EscapeTest::memoryOfAllIsBounded()
{
    QFETCH(QString, how);
    QFETCH(QStringList, options);
    if (!m_hasGroups)
        QSKIP("No control group can be made here.");
    const QStringList limits { QStringLiteral("--memory-limit"), QStringLiteral("0.1"), QStringLiteral("--timeout"),
                               QStringLiteral("60") };
    const CliRun run = runWith({ { QStringLiteral("ROOFLIGHT_ESCAPE"), how } }, analysis(limits + options));
    QCOMPARE(run.exitStatus, 3); // before the model ran
    QCOMPARE(run.messages().size(), 1 + options.size()); // that it runs unconfined
    QVERIFY2(run.messages().last().contains("used more memory than allowed"), run.standardError);
    QCOMPARE(processesWith("ROOFLIGHT_ESCAPE=" + how.toUtf8() + '\0'), QStringList());
}

/// The same library without confinement: the attempts are real ones.
void EscapeTest::runsUnconfinedWhenAsked()
{
    const CliRun run =
        runWith({ { QStringLiteral("ROOFLIGHT_ESCAPE"), QStringLiteral("multiply") } },
                analysis({ QStringLiteral("--unconfined"), QStringLiteral("--timeout"), QStringLiteral("1") }));
    QCOMPARE(run.exitStatus, 6);
    QVERIFY2(run.standardError.contains("unconfined"), run.standardError);
    QCOMPARE(processesWith(QByteArray("ROOFLIGHT_ESCAPE=multiply\0", 22)), QStringList());
}

ROOFLIGHT_TEST(EscapeTest)
#include "escape_test.moc"
