// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/size_axes.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class SizeAxesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsAndRanges_data();
    void listsAndRanges();
    void nonsenseIsRefused_data();
    void nonsenseIsRefused();
    void gridsHaveEveryCombination();
    void choicesMustFit_data();
    void choicesMustFit();
    void missingSizesAreNamed();
};

void SizeAxesTest::listsAndRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<qint64>>("values");
    QTest::newRow("list") << "x.0=1,2,4" << QList<qint64> { 1, 2, 4 };
    QTest::newRow("once each") << "x.0=4,1,4" << QList<qint64> { 4, 1 };
    QTest::newRow("one") << "s77=0" << QList<qint64> { 0 };
    QTest::newRow("range") << "x.0=3..6" << QList<qint64> { 3, 4, 5, 6 };
    QTest::newRow("times") << "x.0=1..40x3" << QList<qint64> { 1, 3, 9, 27 };
    QTest::newRow("plus") << "x.0=64..200+64" << QList<qint64> { 64, 128, 192 };
    QTest::newRow("largest") << "x.0=4611686018427387904..9223372036854775807x2"
                             << QList<qint64> { 4611686018427387904 };
}

void SizeAxesTest::listsAndRanges()
{
    QFETCH(QString, text);
    QFETCH(QList<qint64>, values);
    const Result<SizeAxis> axis = parseSizeAxis(text.toStdString());
    QVERIFY2(axis.ok(), axis.ok() ? "" : axis.error().text.c_str());
    QCOMPARE(QString::fromStdString(axis.value().name), text.section('=', 0, 0));
    QCOMPARE(QList<qint64>(axis.value().values.begin(), axis.value().values.end()), values);
}

void SizeAxesTest::nonsenseIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "", "x.0", "x.0=", "=1", "x.0=1,,2", "x.0=-1", "x.0=many", "x.0=2..1", "x.0=1..8x1",
                              "x.0=0..8x2", "x.0=1..8+0", "x.0=1..", "x.0=..8", "a,=1", "x.0=1.5" })
        QTest::newRow(text) << text;
}

void SizeAxesTest::nonsenseIsRefused()
{
    QFETCH(QString, text);
    const Result<SizeAxis> axis = parseSizeAxis(text.toStdString());
    QVERIFY(!axis.ok());
    QCOMPARE(exitStatus(axis.error()), 2);
}

void SizeAxesTest::gridsHaveEveryCombination()
{
    Request request;
    request.kind = RequestKind::Sweep;
    request.predict = true;
    request.sweep.axes = { "x.0=1,2", "x.1=5,7" };
    request.sweep.measuredAt = { "x.1=7" };
    const Result<SizeGrid> grid = sizeGridOf(request);
    QVERIFY(grid.ok());
    const std::vector<PointSizes> points = grid.value().points();
    const std::vector<PointSizes> expected = { { { "x.0", 1 }, { "x.1", 5 } },
                                               { { "x.0", 1 }, { "x.1", 7 } },
                                               { { "x.0", 2 }, { "x.1", 5 } },
                                               { { "x.0", 2 }, { "x.1", 7 } } };
    QVERIFY(points == expected);
    QVERIFY(!grid.value().isMeasuredToo(points[0]));
    QVERIFY(grid.value().isMeasuredToo(points[1]));
}

void SizeAxesTest::choicesMustFit_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("axes");
    QTest::addColumn<QStringList>("measuredAt");
    QTest::addColumn<bool>("predict");
    QTest::newRow("three axes") << "sweep" << QStringList { "a=1", "b=1", "c=1" } << QStringList() << false;
    QTest::newRow("twice") << "sweep" << QStringList { "a=1", "a=2" } << QStringList() << false;
    QTest::newRow("too many points") << "sweep" << QStringList { "a=1..1000", "b=1..1000" } << QStringList() << false;
    QTest::newRow("no such axis") << "sweep" << QStringList { "a=1" } << QStringList { "b=1" } << true;
    QTest::newRow("no such size") << "sweep" << QStringList { "a=1..4" } << QStringList { "a=2,9" } << true;
    QTest::newRow("no such size of two axes")
        << "sweep" << QStringList { "a=1..4", "b=5,6" } << QStringList { "a=2", "b=2" } << true;
    QTest::newRow("measured anyway") << "sweep" << QStringList { "a=1" } << QStringList { "a=1" } << false;
    QTest::newRow("nothing to predict") << "sweep" << QStringList() << QStringList() << true;
    QTest::newRow("predicted time") << "latency" << QStringList() << QStringList() << true;
}

void SizeAxesTest::choicesMustFit()
{
    QFETCH(QString, command);
    QFETCH(QStringList, axes);
    QFETCH(QStringList, measuredAt);
    QFETCH(bool, predict);
    Request request;
    request.kind = fromName<RequestKind>(command.toStdString()).value();
    request.predict = predict;
    for (const QString &axis : axes)
        request.sweep.axes.push_back(axis.toStdString());
    for (const QString &axis : measuredAt)
        request.sweep.measuredAt.push_back(axis.toStdString());
    const Result<SizeGrid> grid = sizeGridOf(request);
    QVERIFY(!grid.ok());
    QCOMPARE(exitStatus(grid.error()), 2);
}

void SizeAxesTest::missingSizesAreNamed()
{
    Request request;
    request.kind = RequestKind::Sweep;
    request.predict = true;
    request.sweep.axes = { "x.0=1..4" };
    request.sweep.measuredAt = { "x.0=2,9" };
    const Result<SizeGrid> grid = sizeGridOf(request);
    QVERIFY(!grid.ok());
    QCOMPARE(grid.error().text, std::string("--measure names x.0=9, which is not one of the axis's sizes."));
}

ROOFLIGHT_TEST(SizeAxesTest)
#include "size_axes_test.moc"
