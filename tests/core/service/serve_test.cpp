// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "core/service/serve.h"
#include "tests/support/test_program.h"

#include <QTemporaryFile>
#include <QTest>

#include <array>

using namespace ridgepoint;

namespace {

bool isAnswer(const Record &record)
{
    return !std::holds_alternative<Hello>(record.body) && !std::holds_alternative<Progress>(record.body);
}

/// What serve() answers to this input: how requests end. Files stand in for the pipes: serve() needs no other thread.
std::vector<Record> answersTo(const QByteArray &input)
{
    QTemporaryFile requests;
    QTemporaryFile records;
    std::vector<Record> answers;
    if (!requests.open() || !records.open() || requests.write(input) != input.size() || !requests.seek(0))
        return answers;
    if (serve(requests.handle(), records.handle()) != 0 || !records.seek(0))
        return answers;
    while (!records.atEnd()) {
        const Result<Record> record = decode(records.readLine().toStdString());
        if (record.ok() && isAnswer(record.value()))
            answers.push_back(record.value());
    }
    return answers;
}

ErrorCode codeOf(const Record &record)
{
    const auto *error = std::get_if<Error>(&record.body);
    return error ? error->code : ErrorCode::Internal;
}

const QByteArray noFile = "{\"type\":\"inspect\",\"request\":7,\"model\":\"/nowhere/no.pt\"}";

} // namespace

class ServeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helloComesFirst();
    void senselessRequestIsAnsweredAndTheNextOneServed();
    void keysMayComeInAnyOrder();
    void cancelledBeforeItBegan();
    void lastLineNeedsNoEnd();
    void longLineIsRefusedAndTheNextOneServed();
    void countBeyondReasonIsNamed();
};

void ServeTest::helloComesFirst()
{
    QTemporaryFile requests;
    QTemporaryFile records;
    QVERIFY(requests.open() && records.open());
    QCOMPARE(serve(requests.handle(), records.handle()), 0);
    QVERIFY(records.seek(0));
    const Result<Record> hello = decode(records.readLine().toStdString());
    QVERIFY(hello.ok());
    QVERIFY(std::holds_alternative<Hello>(hello.value().body));
    QVERIFY(records.atEnd());
}

void ServeTest::senselessRequestIsAnsweredAndTheNextOneServed()
{
    const std::vector<Record> answers =
        answersTo("\n\nhello?\n{\"type\":\"erase\",\"request\":1}\n[[[[\n\xff\n{\"type\":\"cancel\",\"request\":5}\n"
                  + noFile + '\n');
    QCOMPARE(answers.size(), 5U);
    const std::array requests = { 0, 1, 0, 0 }; // the second names its number, if no request that there is
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(answers[i].request, requests[i]);
        QCOMPARE(codeOf(answers[i]), ErrorCode::CommandLine);
    }
    QCOMPARE(answers[4].request, 7);
    QCOMPARE(codeOf(answers[4]), ErrorCode::FileUnreadable);
}

void ServeTest::keysMayComeInAnyOrder()
{
    const std::vector<Record> answers =
        answersTo("{\"model\":\"/nowhere/no.pt\", \"request\":8, \"type\":\"inspect\"}\n");
    QCOMPARE(answers.size(), 1U);
    QCOMPARE(answers[0].request, 8);
    QCOMPARE(codeOf(answers[0]), ErrorCode::FileUnreadable);
}

void ServeTest::cancelledBeforeItBegan()
{
    QByteArray second = noFile;
    second.replace(":7,", ":9,");
    const std::vector<Record> answers = answersTo(noFile + '\n' + second + "\n{\"type\":\"cancel\",\"request\":9}\n");
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(answers[0].request, 9);
    QCOMPARE(codeOf(answers[0]), ErrorCode::Cancelled);
    QCOMPARE(answers[1].request, 7);
}

void ServeTest::lastLineNeedsNoEnd()
{
    QCOMPARE(answersTo(noFile).size(), 1U);
    const std::vector<Record> answers = answersTo(noFile + "\n{\"type\":\"inspect\",\"requ");
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine); // answered at once, while the job of the other one runs
    QCOMPARE(answers[1].request, 7);
}

void ServeTest::longLineIsRefusedAndTheNextOneServed()
{
    constexpr qsizetype mebibyte = 1 << 20;
    const QByteArray allowed = QByteArray(mebibyte - noFile.size(), ' ') + noFile + '\n';
    QCOMPARE(answersTo(allowed).size(), 1U);
    const QByteArray tooLong = QByteArray(3 * mebibyte, ' ') + noFile + '\n';
    const std::vector<Record> answers = answersTo(tooLong + noFile + '\n');
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(answers[0].request, 0);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine);
    QCOMPARE(answers[1].request, 7);
    QCOMPARE(answersTo(QByteArray(3 * mebibyte, 'x')).size(), 1U); // without an end
}

void ServeTest::countBeyondReasonIsNamed()
{
    QByteArray many = noFile;
    many.replace("}", ",\"threads\":2000000000}");
    const std::vector<Record> answers = answersTo(many + '\n');
    QCOMPARE(answers.size(), 1U);
    QCOMPARE(answers[0].request, 7);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine);
    QVERIFY(std::get<Error>(answers[0].body).text.find("threads") != std::string::npos);
}

RIDGEPOINT_TEST(ServeTest)
#include "serve_test.moc"
