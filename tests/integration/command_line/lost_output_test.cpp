// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>

namespace {

constexpr int cannotWrite = 2;

int openFull()
{
    return open("/dev/full", O_WRONLY);
}

int openNothing()
{
    return -1;
}

/// The writing end of a pipe without a reader.
int openBrokenPipe()
{
    std::array<int, 2> ends {};
    if (pipe(ends.data()) != 0)
        qFatal("no pipe could be made");
    close(ends[0]);
    return ends[1];
}

/// With a standard output of its own; a negative descriptor closes it.
CliRun runInto(int output, const QStringList &arguments)
{
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.setChildProcessModifier([output] {
        if (output < 0)
            close(STDOUT_FILENO);
        else
            dup2(output, STDOUT_FILENO);
    });
    process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
    CliRun result = resultOf(process);
    if (output >= 0)
        close(output);
    return result;
}

} // namespace

/// Results that cannot be written are an exit status and a sentence, and cost no other result.
class LostOutputTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void fullDiskKeepsTheSession();
    void failedRunKeepsAnEarlierSession();
    void standardOutput_data();
    void standardOutput();
    void largeFilesAreASentence();
    void littleMemoryIsAStatus();

private:
    QTemporaryDir m_folder;
    QString m_session;
};

void LostOutputTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    m_session = m_folder.filePath(QStringLiteral("good.ridge"));
}

void LostOutputTest::fullDiskKeepsTheSession()
{
    const CliRun run =
        runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("resnet18_trace")), QStringLiteral("--csv"),
                 QStringLiteral("/dev/full"), QStringLiteral("--save"), m_session, QStringLiteral("--quiet") });
    QCOMPARE(run.exitStatus, cannotWrite);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(run.messages().first().contains("/dev/full"), run.standardError);
    QVERIFY(run.standardOutput.contains("1.81 GMAC"));
    const CliRun shown = runCli({ QStringLiteral("show"), m_session, QStringLiteral("--json") });
    QCOMPARE(shown.exitStatus, 0);
    QVERIFY(shown.json().contains(QStringLiteral("analysis")));
}

void LostOutputTest::failedRunKeepsAnEarlierSession()
{
    const QString kept = m_folder.filePath(QStringLiteral("kept.ridge"));
    QVERIFY(QFile::copy(m_session, kept));
    const CliRun run = runCli({ QStringLiteral("analyze"), m_folder.filePath(QStringLiteral("no.pt")),
                                QStringLiteral("--save"), kept, QStringLiteral("--quiet") });
    QCOMPARE(run.exitStatus, 3);
    QCOMPARE(runCli({ QStringLiteral("show"), kept }).exitStatus, 0);
    const QString fresh = m_folder.filePath(QStringLiteral("fresh.ridge"));
    QVERIFY(QFile(fresh).open(QIODevice::WriteOnly)); // as mktemp makes one: it holds nothing to keep
    const CliRun again = runCli({ QStringLiteral("analyze"), m_folder.filePath(QStringLiteral("no.pt")),
                                  QStringLiteral("--save"), fresh, QStringLiteral("--quiet") });
    QCOMPARE(again.exitStatus, 3);
    QCOMPARE(runCli({ QStringLiteral("show"), fresh }).exitStatus, 3);
}

void LostOutputTest::standardOutput_data()
{
    QTest::addColumn<int (*)()>("open");
    QTest::addColumn<QString>("format");
    for (const auto &format : { QString(), QStringLiteral("--json") }) {
        QTest::addRow("full disk%s", qPrintable(format)) << &openFull << format;
        QTest::addRow("closed%s", qPrintable(format)) << &openNothing << format;
        QTest::addRow("pipe without a reader%s", qPrintable(format)) << &openBrokenPipe << format;
    }
}

void LostOutputTest::standardOutput()
{
    using Open = int (*)();
    QFETCH(Open, open);
    QFETCH(QString, format);
    QStringList arguments { QStringLiteral("show"), m_session };
    if (!format.isEmpty())
        arguments.append(format);
    const CliRun run = runInto(open(), arguments);
    QCOMPARE(run.exitStatus, cannotWrite);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(run.messages().first().contains("Standard output cannot be written"), run.standardError);
}

/// `ulimit -f`: a signal would end the program without a word.
void LostOutputTest::largeFilesAreASentence()
{
    QProcess process;
    process.setChildProcessModifier([] {
        const rlimit limit { 1024, 1024 };
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(QStringLiteral(ROOFLIGHT_CLI),
                  { QStringLiteral("show"), m_session, QStringLiteral("--csv"), m_folder.filePath("large.csv") });
    const CliRun run = resultOf(process);
    QCOMPARE(run.exitStatus, cannotWrite);
    QVERIFY2(run.messages().size() == 1 && run.messages().first().contains("File too large"), run.standardError);
}

/// From too little to map the libraries, which is the loader's to say, to enough: never a signal, always a sentence.
void LostOutputTest::littleMemoryIsAStatus()
{
    constexpr rlim_t step = rlim_t { 20'000 } << 10;
    constexpr int outOfMemory = 5;
    constexpr int ofTheLoader = 127;
    int before = ofTheLoader;
    for (rlim_t bytes = 14 * step; bytes < 200 * step; bytes += before == ofTheLoader ? step : step / 2) {
        QProcess process;
        process.setChildProcessModifier([bytes] {
            const rlimit limit { bytes, bytes };
            setrlimit(RLIMIT_AS, &limit);
        });
        process.start(QStringLiteral(ROOFLIGHT_CLI), { QStringLiteral("show"), m_session });
        const CliRun run = resultOf(process);
        const QByteArray what = QByteArray::number(bytes >> 10) + " KiB: " + run.standardError;
        QVERIFY2(run.exitStatus == 0 || run.exitStatus == outOfMemory || run.exitStatus == ofTheLoader, what);
        QCOMPARE(run.standardError.count('\n'), run.exitStatus == 0 ? 0 : 1);
        if (run.exitStatus == 0)
            return;
        before = run.exitStatus;
    }
    QFAIL("no limit is enough");
}

ROOFLIGHT_TEST(LostOutputTest)
#include "lost_output_test.moc"
