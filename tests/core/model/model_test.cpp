// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/model/samples.h"
#include "core/results/analysis/analysis.h"
#include "core/results/inspection/inspection.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/roofs/roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>
#include <string_view>
#include <vector>

using namespace rooflight;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Every value of an enumeration that counts from 0 to `last` has a name of its own that leads back to it.
template<typename Enum, typename Inverse> void checkNames(Enum last, Inverse inverse)
{
    std::set<std::string_view> names;
    for (int value = 0; value <= static_cast<int>(last); ++value) {
        const auto candidate = static_cast<Enum>(value);
        const std::string_view identifier = name(candidate);
        QVERIFY2(!identifier.empty(), qPrintable(QString::number(value)));
        QVERIFY2(names.insert(identifier).second, qPrintable(text(identifier)));
        QVERIFY2(inverse(identifier) == candidate, qPrintable(text(identifier)));
    }
}

} // namespace

class ModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesLeadBackToTheirValues();
    void unknownNamesHaveTheirFallback();
    void dtypesAreThoseOfPyTorch_data();
    void dtypesAreThoseOfPyTorch();
    void exitStatusIsTheDocumentedOne_data();
    void exitStatusIsTheDocumentedOne();
    void elementsAreCounted();
    void costsAddUp();
    void percentileIsFound();
    void roofsKnowTheirUnit();
    void filesNeedTrustWhenTheirCodeTouchesFiles();
    void resultHoldsValueOrError();
    void executionNamesWhatIsNotDefault();
    void devicesNameTheirThreads();
    void noisyGoesUnsaidBesideVeryNoisy();
    void flagsAreFound();
};

void ModelTest::namesLeadBackToTheirValues()
{
    checkNames(ModelForm::Frozen, fromName<ModelForm>);
    checkNames(InputSource::Inferred, fromName<InputSource>);
    checkNames(OperatorFamily::Other, fromName<OperatorFamily>);
    checkNames(DType::Float8E5M2, dtypeFromName);
    checkNames(ErrorCode::Internal, errorCodeFromName);
    checkNames(RequestKind::Report, fromName<RequestKind>);
    checkNames(Effort::Thorough, fromName<Effort>);
    const auto openNames = [](auto last) {
        using Enum = decltype(last);
        checkNames(last, [](std::string_view text) { return OpenEnum<Enum>(text).value().value_or(Enum {}); });
    };
    openNames(RoofKind::Launch);
    openNames(Precision::Nvfp4);
    openNames(ArithmeticUnit::Special);
    openNames(MemoryLevel::Pcie);
    openNames(MemoryPattern::Triad);
    openNames(LaunchPattern::Operator);
    openNames(ThrottleReason::Hardware);
    openNames(SampleFlag::Partial);
    openNames(TimingMethod::KernelSum);
    openNames(StageSeparation::Events);
    openNames(VariantVerdict::Unclear);
}

void ModelTest::unknownNamesHaveTheirFallback()
{
    QCOMPARE(fromName<OperatorFamily>("quantum"), OperatorFamily::Other);
    QCOMPARE(dtypeFromName("float4"), DType::Unknown);
    QCOMPARE(dtypeFromName(""), DType::Unknown);
    QCOMPARE(errorCodeFromName("on_fire"), ErrorCode::Internal);
    QVERIFY(!fromName<RequestKind>("Report"));
    QVERIFY(!fromName<Effort>("huge"));
}

void ModelTest::dtypesAreThoseOfPyTorch_data()
{
    // str(dtype), dtype.itemsize and dtype.is_floating_point of PyTorch 2.11.
    QTest::addColumn<int>("itemSize");
    QTest::addColumn<bool>("floatingPoint");
    QTest::newRow("bool") << 1 << false;
    QTest::newRow("uint8") << 1 << false;
    QTest::newRow("int8") << 1 << false;
    QTest::newRow("int16") << 2 << false;
    QTest::newRow("int32") << 4 << false;
    QTest::newRow("int64") << 8 << false;
    QTest::newRow("float16") << 2 << true;
    QTest::newRow("bfloat16") << 2 << true;
    QTest::newRow("float32") << 4 << true;
    QTest::newRow("float64") << 8 << true;
    QTest::newRow("complex64") << 8 << false;
    QTest::newRow("complex128") << 16 << false;
    QTest::newRow("qint8") << 1 << false;
    QTest::newRow("quint8") << 1 << false;
    QTest::newRow("qint32") << 4 << false;
    QTest::newRow("float8_e4m3fn") << 1 << true;
    QTest::newRow("float8_e5m2") << 1 << true;
    QTest::newRow("uint16") << 2 << false;
    QTest::newRow("uint32") << 4 << false;
    QTest::newRow("uint64") << 8 << false;
    QTest::newRow("complex32") << 4 << false;
    QTest::newRow("float8_e4m3fnuz") << 1 << true;
    QTest::newRow("float8_e5m2fnuz") << 1 << true;
    QTest::newRow("float8_e8m0fnu") << 1 << true;
    QTest::newRow("float4_e2m1fn_x2") << 1 << true;
    QTest::newRow("quint4x2") << 1 << false;
    QTest::newRow("quint2x4") << 1 << false;
    QTest::newRow("bits1x8") << 1 << false;
    QTest::newRow("bits2x4") << 1 << false;
    QTest::newRow("bits4x2") << 1 << false;
    QTest::newRow("bits8") << 1 << false;
    QTest::newRow("bits16") << 2 << false;
    QTest::newRow("uint1") << 1 << false;
    QTest::newRow("uint7") << 1 << false;
    QTest::newRow("int1") << 1 << false;
    QTest::newRow("int7") << 1 << false;
}

void ModelTest::dtypesAreThoseOfPyTorch()
{
    QFETCH(int, itemSize);
    QFETCH(bool, floatingPoint);
    const DType dtype = dtypeFromName(QTest::currentDataTag());
    QVERIFY(dtype != DType::Unknown);
    QCOMPARE(rooflight::itemSize(dtype), std::int64_t { itemSize });
    QCOMPARE(isFloatingPoint(dtype), floatingPoint);
}

void ModelTest::exitStatusIsTheDocumentedOne_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("command_line") << 2;
    QTest::newRow("file_unreadable") << 3;
    QTest::newRow("not_torchscript") << 3;
    QTest::newRow("damaged") << 3;
    QTest::newRow("format_version") << 3;
    QTest::newRow("input_mismatch") << 4;
    QTest::newRow("model_failed") << 4;
    QTest::newRow("model_killed") << 4;
    QTest::newRow("device_missing") << 5;
    QTest::newRow("out_of_memory") << 5;
    QTest::newRow("timed_out") << 6;
    QTest::newRow("cancelled") << 6;
    QTest::newRow("unsafe_file") << 7;
    QTest::newRow("worker_lost") << 70;
    QTest::newRow("worker_unreachable") << 5;
    QTest::newRow("internal") << 70;
}

void ModelTest::exitStatusIsTheDocumentedOne()
{
    QFETCH(int, status);
    const ErrorCode code = errorCodeFromName(QTest::currentDataTag());
    QCOMPARE(text(name(code)), QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(exitStatus(code), status);
    QCOMPARE(exitStatus(Error { code, "", "", 0 }), status);
    QCOMPARE(exitStatus(Error { code, "", "", 3 }), 3);
}

void ModelTest::elementsAreCounted()
{
    QCOMPARE(elementCount({}), 1);
    QCOMPARE(elementCount({ 2, 3, 4 }), 24);
    QCOMPARE(elementCount({ 5, 0, 7 }), 0);
    QCOMPARE(elementCount({ 65536, 65536, 2 }), std::int64_t { 8589934592 });
}

void ModelTest::costsAddUp()
{
    Cost cost { 1, 2, 3, 4 };
    cost += Cost { 10, 20, 30, 40 };
    QVERIFY((cost == Cost { 11, 22, 33, 44 }));
}

void ModelTest::percentileIsFound()
{
    Summary summary;
    summary.percentiles = { { 50, 7.0 }, { 99.9, std::nullopt } };
    QCOMPARE(summary.percentile(50), std::optional(7.0));
    QVERIFY(!summary.percentile(99.9));
    QVERIFY(!summary.percentile(99));
}

void ModelTest::roofsKnowTheirUnit()
{
    Roof roof;
    roof.limit = ComputeLimit {};
    QCOMPARE(text(roof.valueUnit()), "FLOP/s");
    roof.limit = MemoryLimit {};
    QCOMPARE(text(roof.valueUnit()), "B/s");
    roof.limit = LaunchLimit {};
    QCOMPARE(text(roof.valueUnit()), "s");
}

void ModelTest::filesNeedTrustWhenTheirCodeTouchesFiles()
{
    Inspection inspection;
    QVERIFY(!inspection.needsTrust());
    CodeFinding harmless;
    harmless.runsAtLoad = true;
    inspection.findings = { harmless };
    QVERIFY(!inspection.needsTrust());
    CodeFinding saving;
    saving.touchesFiles = true;
    inspection.findings.push_back(saving);
    QVERIFY(inspection.needsTrust());
}

void ModelTest::resultHoldsValueOrError()
{
    Result<std::string> value = std::string("yes");
    QVERIFY(value.ok());
    QCOMPARE(value.value(), "yes");
    QCOMPARE(std::move(value).value(), "yes");
    const Result<std::string> error = Error { ErrorCode::Damaged, "a", "b", 0 };
    QVERIFY(!error.ok());
    QCOMPARE(error.error().text, "a");
    QVERIFY(Result<void>().ok());
    const Result<void> failure = Error { ErrorCode::TimedOut, "late", "", 0 };
    QVERIFY(!failure.ok());
    QCOMPARE(failure.error().code, ErrorCode::TimedOut);
}

void ModelTest::executionNamesWhatIsNotDefault()
{
    Execution execution;
    QCOMPARE(executionText(execution), std::string("as loaded"));
    execution.executor = Executor::OptimizedForInference;
    execution.precision = ModelPrecision::Float16;
    execution.memoryFormat = MemoryFormat::ChannelsLast;
    execution.tf32 = Tf32::Forbidden;
    execution.caches = Caches::Cold;
    QCOMPARE(executionText(execution),
             std::string("optimized for inference, float16, channels last, TF32 forbidden, cold caches"));
}

void ModelTest::devicesNameTheirThreads()
{
    QCOMPARE(deviceText({ "cpu", 0, "A CPU", "", "", 4 }), std::string("A CPU (cpu, 4 threads)"));
    QCOMPARE(deviceText({ "cpu", 0, "", "", "", 1 }), std::string("cpu, 1 thread"));
    QCOMPARE(deviceText({ "cuda", 1, "A GPU", "", "", 0 }), std::string("A GPU (cuda:1)"));
}

void ModelTest::noisyGoesUnsaidBesideVeryNoisy()
{
    using Names = std::vector<std::string_view>;
    QCOMPARE(statedNames({ SampleFlag::Noisy, SampleFlag::Drift }), (Names { "noisy", "drift" }));
    QCOMPARE(statedNames({ SampleFlag::Noisy, SampleFlag::VeryNoisy, SampleFlag::Drift }),
             (Names { "very_noisy", "drift" }));
}

/// Also one that a newer version wrote.
void ModelTest::flagsAreFound()
{
    const OpenEnum<SampleFlag> later(std::string_view("from_a_later_version"));
    const std::vector<OpenEnum<SampleFlag>> flags { SampleFlag::Drift, later };
    QVERIFY(hasFlag(flags, SampleFlag::Drift) && hasFlag(flags, later));
    QVERIFY(!hasFlag(flags, SampleFlag::Noisy) && !hasFlag({ SampleFlag::Drift }, later));
    QVERIFY(!hasFlag({}, SampleFlag::Drift));
}

ROOFLIGHT_TEST(ModelTest)
#include "model_test.moc"
