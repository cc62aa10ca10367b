// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/pipeline_request.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class PipelineRequestTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inputsAreForTheModelTheyName();
    void inputsOfNoModel();
    void hostWorkIsForAllPlacesOrEach();
    void hostWorkThatMakesNoSense_data();
    void hostWorkThatMakesNoSense();
};

namespace {

Request pipelineOf(std::vector<std::string> inputs, std::vector<std::string> hostWork = {})
{
    Request request;
    request.kind = RequestKind::Pipeline;
    request.model = "a.pt";
    request.pipeline.models = { "b.pt", "c.pt" };
    request.pipeline.hostWork = std::move(hostWork);
    request.inputs = std::move(inputs);
    return request;
}

} // namespace

void PipelineRequestTest::inputsAreForTheModelTheyName()
{
    const auto models = pipelineModels(pipelineOf({ "2/1x128:int64", "4x4", "2/7", "1/x:8" }));
    QVERIFY(models.ok());
    QCOMPARE(models.value().size(), std::size_t { 3 });
    QCOMPARE(models.value()[0].inputs, (std::vector { parseInputSpec("4x4").value(), parseInputSpec("x:8").value() }));
    QCOMPARE(models.value()[1].inputs,
             (std::vector { parseInputSpec("1x128:int64").value(), parseInputSpec("7").value() }));
    QVERIFY(models.value()[2].inputs.empty());
    QCOMPARE(models.value()[2].path, std::string("c.pt"));
}

void PipelineRequestTest::inputsOfNoModel()
{
    const auto models = pipelineModels(pipelineOf({ "4/1x3" }));
    QVERIFY(!models.ok());
    QCOMPARE(models.error().text, std::string("The input \"4/1x3\" is for model 4, and the pipeline has 3."));
}

void PipelineRequestTest::hostWorkIsForAllPlacesOrEach()
{
    QCOMPARE(hostWorkOf(pipelineOf({}, { "copy" })).value().size(), std::size_t { 1 });
    const auto each = hostWorkOf(pipelineOf({}, { "busy:2.5", "copy" }));
    QCOMPARE(each.value()[0].milliseconds, 2.5);
    QVERIFY(each.value()[1].kind == HostWork::Kind::Copy);
    QVERIFY(!hostWorkOf(pipelineOf({}, { "copy", "copy", "copy" })).ok());
}

void PipelineRequestTest::hostWorkThatMakesNoSense_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "busy:", "busy:x", "busy:-1", "busy:1e9", "sleep:1ms", "nap:1", "/no/such/file.pt", "" })
        QTest::addRow("%s", text) << QString(text);
}

void PipelineRequestTest::hostWorkThatMakesNoSense()
{
    QFETCH(QString, text);
    const Result<HostWork> work = parseHostWork(text.toStdString());
    QVERIFY(!work.ok());
    QCOMPARE(work.error().code, ErrorCode::CommandLine);
}

ROOFLIGHT_TEST(PipelineRequestTest)
#include "pipeline_request_test.moc"
