// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/profiler_trace.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sstream>

using namespace rooflight;

/// Reads what PyTorch's profiler writes, and refuses what it does not.
class ProfilerTraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callHasShapesTypesAndValues();
    void listsOfTensorsHaveShapesOfEach();
    void eventsThatSayNothingAreLeftOut();
    void kernelsAndStepsAreKept();
    void oddTextsAreMended_data();
    void oddTextsAreMended();
    void whatIsNoTraceIsRefused_data();
    void whatIsNoTraceIsRefused();
};

namespace {

Result<ProfilerTrace> readText(const std::string &text)
{
    std::istringstream stream(text);
    return readProfilerTrace(stream, "trace.json");
}

std::string traceOf(const std::string &events)
{
    return R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100"}],"traceEvents":[)" + events
        + R"(],"traceName":"t.json"})";
}

/// As PyTorch 2.11 writes it.
constexpr const char *convolution =
    R"({"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":7,"tid":7,"ts":1000.5,"dur":20.25,"args":{"External id":1,)"
    R"("Concrete Inputs":["","","","[2, 2]","[3, 3]","[1, 1]","1"],)"
    R"("Input type":["float","float","","ScalarList","ScalarList","ScalarList","Scalar"],)"
    R"("Input Strides":[[150528,50176,224,1],[147,49,7,1],[],[],[],[],[]],)"
    R"("Input Dims":[[1,3,224,224],[64,3,7,7],[],[],[],[],[]]}})";

} // namespace

void ProfilerTraceTest::callHasShapesTypesAndValues()
{
    const Result<ProfilerTrace> trace = readText(traceOf(convolution));
    QVERIFY(trace.ok());
    QCOMPARE(trace.value().events.size(), std::size_t(1));
    const RecordedEvent &event = trace.value().events[0];
    QCOMPARE(event.name, std::string("aten::conv2d"));
    QCOMPARE(event.beginNs, 0.0); // times count from the first event
    QCOMPARE(event.endNs, 20250.0);
    QCOMPARE(event.arguments.size(), std::size_t(7));
    QCOMPARE(event.arguments[1], (RecordedArgument { "float", { { 64, 3, 7, 7 } }, { { 147, 49, 7, 1 } }, "" }));
    QCOMPARE(event.arguments[3].value, std::string("[2, 2]"));
    QCOMPARE(event.arguments[3].type, std::string("ScalarList"));
}

void ProfilerTraceTest::listsOfTensorsHaveShapesOfEach()
{
    const Result<ProfilerTrace> trace =
        readText(traceOf(R"({"ph":"X","cat":"cpu_op","name":"aten::cat","pid":1,"tid":1,"ts":1,"dur":1,"args":{)"
                         R"("Input type":["TensorList","Scalar"],"Input Dims":[[[2,8],[3,8]],[]],)"
                         R"("Concrete Inputs":["","0"]}})"));
    QVERIFY(trace.ok());
    QCOMPARE(trace.value().events[0].arguments[0].shapes, (std::vector<Shape> { { 2, 8 }, { 3, 8 } }));
}

void ProfilerTraceTest::eventsThatSayNothingAreLeftOut()
{
    const Result<ProfilerTrace> trace = readText(
        traceOf(R"({"name":"thread_name","ph":"M","ts":1,"pid":7,"tid":7,"args":{"name":"python"}},)"
                R"({"ph":"X","cat":"python_function","name":"model.py(3): forward","pid":7,"tid":7,"ts":1,"dur":9},)"
                R"({"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":7,"tid":7,"ts":1,"dur":9},)"
                R"({"ph":"X","cat":"cpu_op","name":"aten::relu","pid":7,"tid":7,"ts":"soon","dur":-1},)"
                + std::string(convolution)));
    QVERIFY(trace.ok());
    QCOMPARE(trace.value().events.size(), std::size_t(2));
    QCOMPARE(trace.value().events[0].name, std::string("Net_0"));
}

void ProfilerTraceTest::kernelsAndStepsAreKept()
{
    const Result<ProfilerTrace> trace = readText(traceOf(
        std::string(convolution)
        + R"(,{"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":7,"tid":7,"ts":1000,"dur":50},)"
          R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":7,"ts":1005,"dur":2,)"
          R"("args":{"correlation":12,"External id":1}},)"
          R"({"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":1010,"dur":5,"args":{"correlation":12}})"));
    QVERIFY(trace.ok());
    QCOMPARE(trace.value().gpu, std::string("NVIDIA H100"));
    QCOMPARE(trace.value().events.size(), std::size_t(4));
    QVERIFY(trace.value().events[3].kind == RecordedEvent::Kind::Kernel);
    QCOMPARE(trace.value().events[3].correlation, std::int64_t(12));
}

void ProfilerTraceTest::oddTextsAreMended_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("read");
    QTest::newRow("line break") << QByteArray("a\nb") << QByteArray("a b");
    QTest::newRow("tabulator and line break of Windows") << QByteArray("a\t\r\nb") << QByteArray("a   b");
    QTest::newRow("path of Windows") << QByteArray(R"(C:\cuda\__init__.py)") << QByteArray(R"(C:\cuda\__init__.py)");
    QTest::newRow("no number") << QByteArray(R"(C:\users)") << QByteArray(R"(C:\users)");
    QTest::newRow("half a number") << QByteArray(R"(\u12 x)") << QByteArray(R"(\u12 x)");
    QTest::newRow("escapes") << QByteArray(R"(a\\b\"c\u0041\/)") << QByteArray(R"(a\b"cA/)");
}

void ProfilerTraceTest::oddTextsAreMended()
{
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, read);
    const Result<ProfilerTrace> trace =
        readText(traceOf(R"({"ph":"X","cat":"python_function","name":"nn.Module: )" + name.toStdString()
                         + R"(","pid":7,"tid":7,"ts":1,"dur":9},)" + std::string(convolution)));
    QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text.c_str());
    QCOMPARE(trace.value().events[0].name, read.toStdString());
    QCOMPARE(trace.value().events.size(), std::size_t(2));
}

void ProfilerTraceTest::whatIsNoTraceIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("why");
    const std::string whole = traceOf(convolution);
    QTest::newRow("empty") << QByteArray() << QByteArray("cut off");
    QTest::newRow("cut off") << QByteArray::fromStdString(whole.substr(0, whole.size() / 2)) << QByteArray("cut off");
    QTest::newRow("no JSON") << QByteArray("PK\x03\x04 whatever") << QByteArray("not JSON");
    QTest::newRow("compressed") << QByteArray("\x1f\x8b\x08") << QByteArray("compressed");
    QTest::newRow("other JSON") << QByteArray(R"({"type":"hello"})") << QByteArray("not a trace");
    QTest::newRow("a list") << QByteArray("[1,2]") << QByteArray("not a trace");
    QTest::newRow("no operators") << QByteArray::fromStdString(traceOf("")) << QByteArray("no operators");
    QTest::newRow("no shapes") << QByteArray::fromStdString(
        traceOf(R"({"ph":"X","cat":"cpu_op","name":"aten::relu","pid":7,"tid":7,"ts":1,"dur":1,"args":{}})"))
                               << QByteArray("no shapes were recorded");
    QTest::newRow("no details") << QByteArray::fromStdString(
        traceOf(R"({"ph":"X","cat":"cpu_op","name":"aten::relu","pid":7,"tid":7,"ts":1,"dur":1})"))
                                << QByteArray("no shapes were recorded");
    std::string many = "0";
    for (int i = 0; i < 200'000; ++i)
        many += ",0";
    QTest::newRow("too many values") << QByteArray::fromStdString(traceOf(R"({"ph":"X","args":[)" + many + "]}"))
                                     << QByteArray("too many values");
}

void ProfilerTraceTest::whatIsNoTraceIsRefused()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, why);
    const Result<ProfilerTrace> trace = readText(text.toStdString());
    QVERIFY(!trace.ok());
    QCOMPARE(exitStatus(trace.error()), 3);
    QVERIFY2(trace.error().text.find(why.toStdString()) != std::string::npos, trace.error().text.c_str());
    QVERIFY(!trace.error().hint.empty());
}

ROOFLIGHT_TEST(ProfilerTraceTest)
#include "profiler_trace_test.moc"
