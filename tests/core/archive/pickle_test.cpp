// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/pickle/pickle.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace std::string_literals;

class PickleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsScalars();
    void readsContainers();
    void keepsCallsAsNames();
    void sharesMemoizedValues();
    void readsNewerProtocols();
    void refuses_data();
    void refuses();
    void refusesTooDeepNesting();
    void refusesNamesThatGrow();
};

/// Bytes: pickle.dumps((None, True, 7, -2, 1000, 2**40, "é", b"xy"), protocol=3) of CPython 3.11.
void PickleTest::readsScalars()
{
    const Result<Pickle> read = Pickle::parse(
        "\x80\x03(N\x88K\x07J\xfe\xff\xff\xffM\xe8\x03\x8a\x06\0\0\0\0\0\x01X\x02\0\0\0\xc3\xa9q\0C\x02xyq\x01tq\x02."s);
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    const Pickle &pickle = read.value();
    const std::vector<PickleId> &items = pickle[pickle.root()].items;
    QCOMPARE(items.size(), std::size_t(8));
    QCOMPARE(pickle[items[0]].kind, PickleKind::None);
    QCOMPARE(pickle[items[1]].kind, PickleKind::Bool);
    QCOMPARE(pickle[items[1]].integer, 1);
    QCOMPARE(pickle[items[2]].integer, 7);
    QCOMPARE(pickle[items[3]].integer, -2);
    QCOMPARE(pickle[items[4]].integer, 1000);
    QCOMPARE(pickle[items[5]].integer, std::int64_t(1) << 40);
    QCOMPARE(pickle[items[6]].text, std::string_view("é"));
    QCOMPARE(pickle[items[7]].kind, PickleKind::Bytes);
    QCOMPARE(pickle[items[7]].text, std::string_view("xy"));
}

/// Bytes: pickle.dumps({"a": [1, (2, 3)]}, protocol=2) of CPython 3.11.
void PickleTest::readsContainers()
{
    const Result<Pickle> read = Pickle::parse("\x80\x02}q\0X\x01\0\0\0aq\x01]q\x02(K\x01K\x02K\x03\x86q\x03"s + "es.");
    QVERIFY(read.ok());
    const Pickle &pickle = read.value();
    const PickleId *const list = pickle.valueOf(pickle.root(), "a");
    QVERIFY(list != nullptr);
    QVERIFY(pickle.valueOf(pickle.root(), "b") == nullptr);
    QCOMPARE(pickle[*list].kind, PickleKind::List);
    QCOMPARE(pickle[*list].items.size(), std::size_t(2));
    QCOMPARE(pickle[pickle[*list].items[1]].items.size(), std::size_t(2));
    QCOMPARE(int(pickle[pickle.root()].depth), 4);
}

void PickleTest::keepsCallsAsNames()
{
    const Result<Pickle> read = Pickle::parse("cos\nsystem\n(X\x04\0\0\0exittR."s);
    QVERIFY(read.ok());
    const Pickle &pickle = read.value();
    QCOMPARE(pickle.className(pickle.root()), std::string_view("os.system"));
    QCOMPARE(pickle.arguments(pickle.root()).size(), std::size_t(1));
    QCOMPARE(pickle[pickle.arguments(pickle.root())[0]].text, std::string_view("exit"));
}

void PickleTest::sharesMemoizedValues()
{
    const Result<Pickle> read = Pickle::parse("]q\x05h\x05\x86."s);
    QVERIFY(read.ok());
    const std::vector<PickleId> &items = read.value()[read.value().root()].items;
    QCOMPARE(items.size(), std::size_t(2));
    QCOMPARE(items[0], items[1]);
}

/// Bytes: pickle.dumps(collections.OrderedDict(k=1), protocol=4) of CPython 3.11.
void PickleTest::readsNewerProtocols()
{
    const Result<Pickle> read =
        Pickle::parse("\x80\x04\x95\x29\0\0\0\0\0\0\0\x8c\x0b"s
                      + "collections\x94\x8c\x0bOrderedDict\x94\x93\x94)R\x94\x8c\x01k\x94K\x01s.");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QCOMPARE(read.value().className(read.value().root()), std::string_view("collections.OrderedDict"));
    QCOMPARE(read.value()[read.value().root()].items.size(), std::size_t(4));
}

void PickleTest::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    QTest::newRow("empty") << QByteArray() << "cut short";
    QTest::newRow("no value") << QByteArray(".") << "without a value";
    QTest::newRow("no end") << QByteArray("N") << "cut short";
    QTest::newRow("long text") << QByteArray("X\xff\xff\xff\xff.", 6) << "cut short";
    QTest::newRow("longest text") << QByteArray("\x8d\xff\xff\xff\xff\xff\xff\xff\xff.", 10) << "cut short";
    QTest::newRow("nothing to take") << QByteArray("\x86.") << "more values than there are";
    QTest::newRow("below a mark") << QByteArray("N(\x85.") << "more values than there are";
    QTest::newRow("no mark") << QByteArray("Nt.") << "mark";
    QTest::newRow("never stored") << QByteArray("h\x07.") << "never stored";
    QTest::newRow("items of none") << QByteArray("N(Ne.") << "not a container";
    QTest::newRow("lone key") << QByteArray("}(Nu.") << "lacks its value";
    QTest::newRow("state of none") << QByteArray("N}b.") << "not an object";
    QTest::newRow("unknown") << QByteArray("\xf0") << "0xf0 is unknown";
}

void PickleTest::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const Result<Pickle> read = Pickle::parse(bytes.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::Damaged);
    QVERIFY2(QString::fromStdString(read.error().text).contains(why), read.error().text.c_str());
}

void PickleTest::refusesTooDeepNesting()
{
    const auto nested = [](std::size_t levels) {
        return std::string(levels, ']') + std::string(levels - 1, 'a') + '.';
    };
    QVERIFY(Pickle::parse(nested(500)).ok());
    QVERIFY(!Pickle::parse(nested(501)).ok());
    QVERIFY(!Pickle::parse(nested(1'000'000)).ok());
    // The outer list is closed before the inner ones are filled: ] q0, then a list that goes into the one of before.
    std::string later("]q\0"s);
    for (int i = 0; i < 600; ++i)
        later += "]q\1a0h\1q\0"s;
    QVERIFY(!Pickle::parse(later + '.').ok());
    QVERIFY(Pickle::parse("]q\0h\0a."s).ok()); // it contains itself
}

/// Two texts of a megabyte, named once each, make a name at each STACK_GLOBAL.
void PickleTest::refusesNamesThatGrow()
{
    const std::string million(1'000'000, 'x');
    const std::string length("\x40\x42\x0f\0"s);
    std::string bytes = "\x80\4X" + length + million + "q\0"s + "0";
    const auto named = [&bytes](int times) {
        std::string all = bytes;
        for (int i = 0; i < times; ++i)
            all += "h\0h\0\x93"
                   "0"s;
        return Pickle::parse(all + "N.");
    };
    QVERIFY(named(10).ok());
    QVERIFY(!named(100).ok());
}

ROOFLIGHT_TEST(PickleTest)
#include "pickle_test.moc"
