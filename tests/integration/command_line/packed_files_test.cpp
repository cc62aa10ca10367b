// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

/// Files that other tools packed again, and models that are deeper or longer than people write them, with the real
/// program: the exact count, or a sentence that says what to do.
class PackedFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void packingChangesNoCount_data();
    void packingChangesNoCount();
    void endingsDoNotMatter_data();
    void endingsDoNotMatter();
    void otherPackingIsSaid_data();
    void otherPackingIsSaid();
    void manyLayersAndOperatorsCount_data();
    void manyLayersAndOperatorsCount();
};

namespace {

constexpr qint64 plainMacs = 4 * (64 * 128 + 128 * 10);

QString fileOf(const QString &name)
{
    QString path = modelPath("plain");
    return path.replace(QStringLiteral("plain.pt"), name);
}

QJsonObject totalsOf(const QString &file, const QStringList &options)
{
    const CliRun run = runCli(QStringList { "analyze", file, "--json", "--quiet" } + options);
    if (run.exitStatus != 0)
        qWarning("%s", run.standardError.constData());
    return run.exitStatus == 0 ? run.json()["totals"].toObject() : QJsonObject();
}

} // namespace

void PackedFilesTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made.");
}

void PackedFilesTest::packingChangesNoCount_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("macs");
    QTest::addColumn<qint64>("parameters");
    for (const char *end : { "pt", "pt2" }) {
        for (const char *name : { "plain", "deflated", "stored", "other_root" })
            QTest::addRow("%s.%s", name, end) << QStringLiteral("%1.%2").arg(name, end) << plainMacs << qint64 { 9610 };
    }
    QTest::newRow("a thousand times smaller") << "zeros.pt2" << qint64 { 256 * 65536 } << qint64 { 256 * 65536 };
}

void PackedFilesTest::packingChangesNoCount()
{
    QFETCH(const QString, file);
    QFETCH(const qint64, macs);
    QFETCH(const qint64, parameters);
    QCOMPARE(totalsOf(fileOf(file), {})["macs"].toInteger(), macs);
    if (file.endsWith("pt2"))
        QCOMPARE(totalsOf(fileOf(file), { "--predict" })["macs"].toInteger(), macs);
    const CliRun run = runCli({ "inspect", fileOf(file), "--json", "--quiet" });
    QCOMPARE(run.json()["model"].toObject()["parameters"].toInteger(), parameters);
}

void PackedFilesTest::endingsDoNotMatter_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("ending");
    for (const char *file : { "plain.pt", "plain.pt2" }) {
        for (const char *ending : { ".zip", "", ".bin" })
            QTest::addRow("%s as model%s", file, ending) << QString::fromLatin1(file) << QString::fromLatin1(ending);
    }
}

void PackedFilesTest::endingsDoNotMatter()
{
    QFETCH(const QString, file);
    QFETCH(const QString, ending);
    const QTemporaryDir folder;
    const QString copy = folder.filePath("model" + ending);
    QVERIFY(QFile::copy(fileOf(file), copy));
    QCOMPARE(totalsOf(copy, {})["macs"].toInteger(), plainMacs);
}

void PackedFilesTest::otherPackingIsSaid_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("part");
    for (const char *end : { "pt", "pt2" }) {
        QTest::addRow("no root, %s", end)
            << QStringLiteral("no_root.%1").arg(end) << QByteArray("its records have no folder of their own");
        QTest::addRow("packed twice, %s", end)
            << QStringLiteral("twice_packed.%1").arg(end)
            << QByteArray("a zip archive that holds \"plain.") + end + "\" as a file";
    }
}

void PackedFilesTest::otherPackingIsSaid()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, part);
    const CliRun run = runCli({ "analyze", fileOf(file), "--quiet" });
    QVERIFY2(run.exitStatus == unreadableStatus, run.standardError.constData());
    QVERIFY2(run.standardError.contains(part), run.standardError.constData());
}

void PackedFilesTest::manyLayersAndOperatorsCount_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<qint64>("macs");
    QTest::addColumn<qint64>("flops");
    // 2 rows through 4x4, with a bias.
    QTest::newRow("200 modules deep, trace") << "deep.pt" << QStringList() << qint64 { 32 } << qint64 { 2 * 32 + 8 };
    QTest::newRow("200 modules deep, export") << "deep.pt2" << QStringList() << qint64 { 32 } << qint64 { 2 * 32 + 8 };
    QTest::newRow("10,000 operators in a row") << "wide.pt" << QStringList() << qint64 { 0 } << qint64 { 10'000 * 8 };
    // 2 layers of 1024 heads of 128 numbers, a million tokens: just below 2^60 each, with 5 FLOPs for each score.
    constexpr qint64 scores = 2 * 1024 * (qint64 { 1 } << 40);
    QTest::newRow("a million tokens") << "million.pt2" << QStringList { "--predict", "--dim", "q.2=1048576" }
                                      << scores * 256 << scores * (512 + 5);
}

void PackedFilesTest::manyLayersAndOperatorsCount()
{
    QFETCH(const QString, file);
    QFETCH(const QStringList, options);
    QFETCH(const qint64, macs);
    QFETCH(const qint64, flops);
    const QJsonObject totals = totalsOf(fileOf(file), options);
    QCOMPARE(totals["macs"].toInteger(), macs);
    QCOMPARE(totals["flops"].toInteger(), flops);
    QVERIFY(!totals.contains("at_least") || !totals["at_least"].toBool());
}

ROOFLIGHT_TEST(PackedFilesTest)
#include "packed_files_test.moc"
