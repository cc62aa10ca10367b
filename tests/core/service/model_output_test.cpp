// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/foreign_text.h"
#include "core/base/opened_file.h"
#include "core/service/jobs/model_output.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rooflight;

/// What comes of untrusted code: text that it prints, and a file that it is read from.
class ModelOutputTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void controlsBecomeReplacements_data();
    void controlsBecomeReplacements();
    void linesComeAtOnce();
    void floodsAreCut();
    void fileIsTheOneThatWasOpened();
};

void ModelOutputTest::controlsBecomeReplacements_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("harmless");
    QTest::newRow("plain") << QByteArray("a\tb\nc 中") << QByteArray("a\tb\nc 中");
    QTest::newRow("escape") << QByteArray("\x1b]0;x\x07") << QByteArray("\uFFFD]0;x\uFFFD");
    QTest::newRow("delete") << QByteArray("\x7f") << QByteArray("\uFFFD");
    QTest::newRow("C1") << QByteArray("\u009b2J") << QByteArray("\uFFFD2J");
    QTest::newRow("direction") << QByteArray("\u202egpj.exe") << QByteArray("\uFFFDgpj.exe");
    QTest::newRow("isolate") << QByteArray("\u2067x\u2069") << QByteArray("\uFFFDx\uFFFD");
    QTest::newRow("line separator") << QByteArray("\u2028") << QByteArray("\uFFFD");
    QTest::newRow("tag") << QByteArray("\U000E0041") << QByteArray("\uFFFD");
    QTest::newRow("no UTF-8") << QByteArray("\x9b\xff") << QByteArray("\uFFFD\uFFFD");
}

void ModelOutputTest::controlsBecomeReplacements()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, harmless);
    QCOMPARE(QByteArray::fromStdString(harmlessText(text.toStdString())), harmless);
}

void ModelOutputTest::linesComeAtOnce()
{
    std::string printed;
    ModelOutput output([&](std::string_view text) { printed += text; });
    output.take("one\ntw");
    QCOMPARE(printed, std::string("one\n"));
    output.take("o\n");
    QCOMPARE(printed, std::string("one\ntwo\n"));
    output.take("three");
    output.finish();
    QCOMPARE(printed, std::string("one\ntwo\nthree\n"));
}

/// 10,000,000 bytes: 65,536 of them at the beginning, 16,384 at the end, the rest is left out.
void ModelOutputTest::floodsAreCut()
{
    std::string printed;
    ModelOutput output([&](std::string_view text) { printed += text; });
    for (int i = 0; i < 1000; ++i)
        output.take(std::string(9'999, static_cast<char>('a' + i % 26)) + '\n');
    output.finish();
    QVERIFY(printed.size() < 65'536 + 16'384 + 200);
    QVERIFY(printed.find("[9918080 bytes of what the model printed are left out here]") != std::string::npos);
    QVERIFY(printed.starts_with("aaaa"));
    QVERIFY(printed.ends_with("llll\n")); // 999 % 26 is 11
}

void ModelOutputTest::fileIsTheOneThatWasOpened()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("model.pt");
    const auto write = [](const QString &name, const char *text) {
        QFile file(name);
        return file.open(QIODevice::WriteOnly) && file.write(text) > 0;
    };
    QVERIFY(write(path, "first"));
    const std::string name = path.toStdString();
    QCOMPARE(pathToRead(name), name);
    openOnce(name);
    QVERIFY(write(folder.filePath("other"), "second"));
    QVERIFY(QFile::remove(path) && QFile::rename(folder.filePath("other"), path));
    QFile opened(QString::fromStdString(pathToRead(name)));
    QVERIFY(opened.open(QIODevice::ReadOnly));
    QCOMPARE(opened.readAll(), QByteArray("first"));

    const QString changing = folder.filePath("changing.pt");
    QVERIFY(write(changing, "before"));
    openOnce(changing.toStdString());
    QVERIFY(!changedSinceOpened(changing.toStdString()));
    QVERIFY(write(changing, "afterwards"));
    QVERIFY(changedSinceOpened(changing.toStdString()));
}

ROOFLIGHT_TEST(ModelOutputTest)
#include "model_output_test.moc"
