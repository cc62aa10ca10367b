// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/matrix/engines.h"
#include "core/matrix/matrix_folder.h"
#include "core/matrix/run_program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rooflight;

namespace {

MatrixCell linkedCell()
{
    MatrixCell cell;
    cell.name = "cell";
    cell.sha256 = std::string(64, 'c');
    cell.worker = { "worker" }; // all words of its log are reported
    return cell;
}

} // namespace

/// Whoever handed a folder on may have placed links in it.
class FolderLinksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksInTheFolderAreNotFollowed();
    void linksOfLogsAreNeitherReadNorWritten();
    void slurmScriptFollowsNoLinks();

private:
    QTemporaryDir m_folder;
};

void FolderLinksTest::linksInTheFolderAreNotFollowed()
{
    const QString file = m_folder.filePath("precious");
    QVERIFY(writeWholeFile(file.toStdString(), "precious").ok());
    const QString out = m_folder.filePath("linked");
    QVERIFY(QDir().mkpath(out));
    QVERIFY(QFile::link(file, out + "/.lock"));
    QVERIFY(!MatrixFolder::open(out.toStdString()).ok());
    QVERIFY(QFile::remove(out + "/.lock"));
    QVERIFY(QFile::link(file, out + "/matrix.csv"));
    QVERIFY(QFile::link(file, out + "/matrix.json"));
    const Result<MatrixFolder> folder = MatrixFolder::open(out.toStdString());
    QVERIFY(folder.ok());
    QVERIFY(writeIndex(folder.value(), {}, std::string(64, 'a')).ok());
    QVERIFY(QFile::link(file, out + "/cell.log"));
    QVERIFY(!runProgram({ "true" }, (out + "/cell.log").toStdString(), {}).ok());
    QCOMPARE(readText(file.toStdString()), std::string("precious"));
}

void FolderLinksTest::linksOfLogsAreNeitherReadNorWritten()
{
    const MatrixCell cell = linkedCell();
    const QString file = m_folder.filePath("precious");
    const std::string words = logHeader(cell) + "\nprecious words\n";
    QVERIFY(writeWholeFile(file.toStdString(), words).ok());
    const QString out = m_folder.filePath("logs");
    const Result<MatrixFolder> folder = MatrixFolder::open(out.toStdString());
    QVERIFY(folder.ok());
    QVERIFY(writeWholeFile(folder.value().sessionFile(cell), "session").ok());
    QVERIFY(QFile::link(file, out + "/cell.log"));
    QVERIFY(!folder.value().isDone(cell));
    QCOMPARE(folder.value().lastMessage(cell), std::string());
    QVERIFY(replaceWholeFile(folder.value().logFile(cell), words).ok());
    QVERIFY(folder.value().isDone(cell));
    QCOMPARE(folder.value().lastMessage(cell), std::string("precious words"));
    QVERIFY(QFile::remove(out + "/cell.log"));
    QVERIFY(QFile::link(file, out + "/cell.log"));
    QVERIFY(folder.value().begin(cell).ok());
    QVERIFY(!QFileInfo(out + "/cell.log").isSymLink());
    QCOMPARE(readText(file.toStdString()), words);
    QVERIFY(QFile::remove(out + "/cell.log"));
    QCOMPARE(mkfifo((out + "/cell.log").toStdString().c_str(), 0600), 0);
    QCOMPARE(folder.value().lastMessage(cell), std::string());
}

void FolderLinksTest::slurmScriptFollowsNoLinks()
{
    const MatrixCell cell = linkedCell();
    const QString file = m_folder.filePath("precious");
    QVERIFY(writeWholeFile(file.toStdString(), "precious").ok());
    const QString out = m_folder.filePath("slurm");
    const Result<MatrixFolder> folder = MatrixFolder::open(out.toStdString());
    QVERIFY(folder.ok());
    QVERIFY(QDir().mkpath(out + "/.slurm"));
    for (const char *const name : { "/cell.log", "/.slurm/cell.new", "/.slurm/cell.status", "/.slurm/script.sh" })
        QVERIFY(QFile::link(file, out + name));
    const std::string script = (out + "/.slurm/script.sh").toStdString();
    QVERIFY(replaceWholeFile(script, slurmScript(folder.value(), { &cell }, "false")).ok());
    QVERIFY(runProgram({ "env", "SLURM_ARRAY_TASK_ID=0", "sh", script }, (out + "/errors").toStdString(), {}).ok());
    QCOMPARE(readText(file.toStdString()), std::string("precious"));
    QCOMPARE(readText((out + "/cell.log").toStdString()), logHeader(cell) + '\n');
    QCOMPARE(readText((out + "/.slurm/cell.status").toStdString()), std::string("1\n"));
    QCOMPARE(readText((out + "/errors").toStdString()), std::string());
}

ROOFLIGHT_TEST(FolderLinksTest)
#include "folder_links_test.moc"
