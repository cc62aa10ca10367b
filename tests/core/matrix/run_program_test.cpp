// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/matrix/run_program.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <csignal>
#include <string>

using namespace rooflight;

class RunProgramTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ignoredChildrenDidNotSucceed();
    void wordsForTheShellStayWords();
    void outputIsBounded();
    void timeIsBounded_data();
    void timeIsBounded();
    void whatIsLeftBehindIsNotWaitedFor();
    void failuresSayTheirLastWords();
};

namespace {

Result<std::string> outputOfShell(const std::string &script, const OutputBounds &bounds)
{
    return outputOf({ "/bin/sh", "-c", script }, bounds);
}

} // namespace

/// A parent may have set that: then the kernel keeps no status, which must not read as success.
void RunProgramTest::ignoredChildrenDidNotSucceed()
{
    const QTemporaryDir folder;
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    const Result<ProgramEnd> end =
        runProgram({ "/bin/sh", "-c", "exit 3" }, folder.filePath("errors").toStdString(), {});
    std::signal(SIGCHLD, before);
    QVERIFY(end.ok());
    QVERIFY2(end.value().exitStatus != 0, qPrintable(QString::number(end.value().exitStatus)));
}

void RunProgramTest::wordsForTheShellStayWords()
{
    for (const char *word : { "", "a b", "it's", "$(touch x)`y`", "\\\"*?\n;&|", "-n" }) {
        const Result<std::string> printed = outputOf({ "/bin/sh", "-c", "printf %s " + shellQuoted(word) + "x" });
        QVERIFY(printed.ok());
        QCOMPARE(printed.value(), std::string(word) + "x");
    }
}

void RunProgramTest::outputIsBounded()
{
    constexpr OutputBounds bounds { .bytes = 1000 };
    const Result<std::string> all = outputOfShell("head -c 1000 /dev/zero", bounds);
    QVERIFY(all.ok());
    QCOMPARE(all.value(), std::string(1000, '\0'));
    for (const char *script : { "head -c 1001 /dev/zero", "exec cat /dev/zero" }) {
        const Result<std::string> more = outputOfShell(script, bounds);
        QVERIFY(!more.ok());
        QCOMPARE(more.error().text, std::string("/bin/sh printed more than 1000 bytes and was ended."));
    }
}

void RunProgramTest::timeIsBounded_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("says nothing") << "exec sleep 600";
    QTest::newRow("its child") << "sleep 600; exit 0";
    QTest::newRow("speaks on") << "while :; do echo x; sleep 0.02; done";
    QTest::newRow("closes its output") << "exec >&- 2>&-; sleep 600";
}

void RunProgramTest::timeIsBounded()
{
    QFETCH(QString, script);
    const Result<std::string> printed = outputOfShell(script.toStdString(), { .time = std::chrono::milliseconds(250) });
    QVERIFY(!printed.ok());
    QCOMPARE(printed.error().code, ErrorCode::TimedOut);
    QCOMPARE(printed.error().text, std::string("/bin/sh took longer than 0.25 s and was ended."));
}

/// It has the same output.
void RunProgramTest::whatIsLeftBehindIsNotWaitedFor()
{
    const Result<std::string> printed =
        outputOfShell("sleep 600 & echo here", { .time = std::chrono::milliseconds(250) });
    QVERIFY(printed.ok());
    QCOMPARE(printed.value(), std::string("here\n"));
}

void RunProgramTest::failuresSayTheirLastWords()
{
    const Result<std::string> printed =
        outputOfShell("echo first; head -c 5000 /dev/zero | tr '\\0' x; echo last >&2; exit 3", {});
    QVERIFY(!printed.ok());
    QCOMPARE(printed.error().code, ErrorCode::Internal);
    QVERIFY(printed.error().text.starts_with("/bin/sh failed: xxx"));
    QVERIFY(printed.error().text.ends_with("xlast"));
    QVERIFY(printed.error().text.size() < 5000);
}

ROOFLIGHT_TEST(RunProgramTest)
#include "run_program_test.moc"
