// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/inputs/traced_inputs.h"
#include "core/torchscript/load/model_conversion.h"
#include "core/torchscript/load/module_index.h"
#include "core/torchscript/load/operator_library.h"
#include "core/torchscript/load/python_library.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/allocation_watcher.h"
#include "core/torchscript/profile/frame_tracer.h"
#include "core/torchscript/values/tensor_values.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace rooflight;

/// What is taken from LibTorch: tensors, exceptions, warnings, memory, module and operator calls.
class TorchValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void describesTensors();
    void describesArguments();
    void countsBytesOnce();
    void countsTrueElements();
    void walksContainers();
    void explainsExceptions_data();
    void explainsExceptions();
    void passesOnWarningsOnce();
    void measuresThePeakOfMemory();
    void convertsWeights();
    void refusesToConvertConstants();
    void convertsInputs();
    void indexesModules();
    void tracesFrames();
    void readsNoTracedInputsOfScripts();
    void namesMissingOperators();
    void namesPythonsLibrary();
};

namespace {

Execution executionOf(ModelPrecision precision, MemoryFormat format = MemoryFormat::AsLoaded)
{
    Execution execution;
    execution.precision = precision;
    execution.memoryFormat = format;
    return execution;
}

/// Writes down what it receives.
struct Notes : FrameListener {
    explicit Notes(const ModuleIndex &index)
        : index(index)
    {
    }
    std::int64_t moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs) override
    {
        lines << QString("module '%1' of %2").arg(index.find(module).path.c_str()).arg(inputs.size());
        return lines.size();
    }
    void moduleEnded(std::int64_t frame) override { lines << QString("end %1").arg(frame); }
    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override
    {
        lines << QString("%1 of %2").arg(facts.name.c_str()).arg(inputs.size());
        return lines.size();
    }
    void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs) override
    {
        lines << QString("end %1 with %2").arg(frame).arg(outputs.size());
    }

    const ModuleIndex &index;
    QStringList lines;
};

} // namespace

void TorchValuesTest::describesTensors()
{
    const at::Tensor whole = at::zeros({ 4, 6 }, at::kHalf);
    const TensorValue part = tensorValueOf(whole.slice(1, 2, 5).t());
    QCOMPARE(part.info, (TensorInfo { { 3, 4 }, DType::Float16 }));
    QCOMPARE(part.strides, (std::vector<std::int64_t> { 1, 6 }));
    QCOMPARE(part.storageOffset, std::int64_t { 2 });
    QCOMPARE(part.storage, tensorValueOf(whole).storage);
    QCOMPARE(part.storedElements, std::int64_t { -1 });
    const TensorValue sparse = tensorValueOf(at::eye(5).to_sparse());
    QCOMPARE(sparse.info.shape, (Shape { 5, 5 }));
    QCOMPARE(sparse.storedElements, std::int64_t { 5 });
    QCOMPARE(sparse.storage, std::uint64_t { 0 });
    QCOMPARE(tensorValueOf({}).info, TensorInfo {});
    QCOMPARE(storageIdOf({}), std::uint64_t { 0 });
    for (const DType dtype : { DType::Float32, DType::QInt8, DType::Complex64, DType::Float8E4M3, DType::UInt16 })
        QCOMPARE(dtypeOf(scalarTypeOf(dtype)), dtype);
    QCOMPARE(dtypeOf(c10::ScalarType::Undefined), DType::Unknown);
}

void TorchValuesTest::describesArguments()
{
    QCOMPARE(std::get<std::int64_t>(argumentValueOf(7)), std::int64_t { 7 });
    QCOMPARE(std::get<double>(argumentValueOf(0.5)), 0.5);
    QCOMPARE(std::get<bool>(argumentValueOf(true)), true);
    QCOMPARE(std::get<std::string>(argumentValueOf("text")), std::string("text"));
    QCOMPARE(std::get<std::vector<std::int64_t>>(argumentValueOf(c10::List<std::int64_t>({ 1, 2 }))),
             (std::vector<std::int64_t> { 1, 2 }));
    c10::List<std::optional<at::Tensor>> indices;
    indices.push_back(std::nullopt);
    indices.push_back(at::zeros({ 3 }));
    const auto tensors = std::get<std::vector<TensorValue>>(argumentValueOf(indices));
    QCOMPARE(tensors.size(), std::size_t { 2 });
    QCOMPARE(tensors[0].info, TensorInfo {});
    QCOMPARE(tensors[1].info.shape, (Shape { 3 }));
    QVERIFY(std::holds_alternative<std::monostate>(argumentValueOf(c10::IValue())));
    QVERIFY(std::holds_alternative<std::monostate>(argumentValueOf(c10::Device(c10::kCPU))));
}

void TorchValuesTest::countsBytesOnce()
{
    const at::Tensor tensor = at::zeros({ 4, 6 });
    std::vector<Shape> shapes;
    QCOMPARE(bytesOfTensors({ tensor, tensor.t(), at::zeros({ 2 }, at::kLong) }, &shapes), std::int64_t { 96 + 16 });
    QCOMPARE(shapes, (std::vector<Shape> { { 4, 6 }, { 6, 4 }, { 2 } }));
}

void TorchValuesTest::countsTrueElements()
{
    QCOMPARE(trueElementsOf(at::eye(5, at::kBool)), std::int64_t { 5 });
}

void TorchValuesTest::walksContainers()
{
    c10::Dict<std::string, at::Tensor> dict;
    dict.insert("a", at::zeros({ 1 }));
    const c10::IValue nested = c10::ivalue::Tuple::create(
        { at::zeros({ 2 }), c10::IValue(dict), c10::List<at::Tensor>({ at::zeros({ 3 }) }), 7, at::Tensor() });
    std::vector<std::int64_t> sizes;
    forEachTensor(nested, [&](const at::Tensor &tensor) { sizes.push_back(tensor.numel()); });
    QCOMPARE(sizes, (std::vector<std::int64_t> { 2, 1, 3 }));
}

void TorchValuesTest::explainsExceptions_data()
{
    QTest::addColumn<QString>("raised");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *raised, ModelStage stage, ErrorCode code, const char *text) {
        QTest::newRow(name) << raised << int(stage) << int(code) << text;
    };
    // Texts as LibTorch 2.11 raises them.
    row("in the interpreter",
        "The following operation failed in the TorchScript interpreter.\nTraceback of TorchScript (most recent call "
        "last):\n  File \"<string>\", line 3, in forward\nRuntimeError: mat1 and mat2 shapes cannot be multiplied\n",
        ModelStage::Running, ErrorCode::ModelFailed,
        "m.pt failed while running: \"mat1 and mat2 shapes cannot be multiplied\".");
    row("memory",
        "[enforce fail at alloc_cpu.cpp:121] err == 0. DefaultCPUAllocator: can't allocate memory: you tried "
        "to allocate 99 bytes.",
        ModelStage::Running, ErrorCode::OutOfMemory,
        "m.pt ran out of memory while running: \"can't allocate memory: you tried to allocate 99 bytes\".");
    row("more bytes than any machine has", "Storage size calculation overflowed with sizes=[3000000000, 3000000000]",
        ModelStage::Running, ErrorCode::OutOfMemory,
        "m.pt makes a tensor whose bytes 64 bits cannot count: \"Storage size calculation overflowed with "
        "sizes=[3000000000, 3000000000]\".");
    row("operators", "Unknown builtin op: mine::thing.\nCould not find any similar ops", ModelStage::Loading,
        ErrorCode::ModelFailed, "m.pt needs operators that are not loaded: \"Unknown builtin op: mine::thing\".");
    row("no archive", "PytorchStreamReader failed reading zip archive: invalid header", ModelStage::Loading,
        ErrorCode::NotTorchScript,
        "m.pt could not be loaded as TorchScript: \"PytorchStreamReader failed reading zip archive: invalid header\".");
    row("arguments", "forward() is missing value for argument 'x'. Declaration: forward(x)", ModelStage::Running,
        ErrorCode::InputMismatch,
        "The inputs do not fit m.pt: \"forward() is missing value for argument 'x'. Declaration: forward(x)\".");
    row("device", "CUDA error: GPU is lost", ModelStage::Running, ErrorCode::DeviceMissing,
        "The device was lost while m.pt ran: \"CUDA error: GPU is lost\".");
    row("device while loading", "CUDA error: GPU is lost", ModelStage::Loading, ErrorCode::DeviceMissing,
        "The device was lost while m.pt was loaded: \"CUDA error: GPU is lost\".");
    row("kernel of cuDNN", "cuDNN error: CUDNN_STATUS_EXECUTION_FAILED", ModelStage::Running, ErrorCode::DeviceMissing,
        "A kernel destroyed the device's context while m.pt ran: \"cuDNN error: CUDNN_STATUS_EXECUTION_FAILED\".");
    row("context", "CUDA error: an illegal memory access was encountered", ModelStage::Running,
        ErrorCode::DeviceMissing,
        "A kernel destroyed the device's context while m.pt ran: \"CUDA error: an illegal memory access was "
        "encountered\".");
    row("context while loading", "CUDA error: misaligned address\nCUDA kernel errors might be asynchronously reported",
        ModelStage::Loading, ErrorCode::DeviceMissing,
        "A kernel destroyed the device's context while m.pt was loaded: \"CUDA error: misaligned address\".");
    row("driver while loading", "CUDA error: initialization error", ModelStage::Loading, ErrorCode::DeviceMissing,
        "The device failed while m.pt was loaded: \"CUDA error: initialization error\".");
    row("cuDNN's memory", "cuDNN error: CUDNN_STATUS_ALLOC_FAILED", ModelStage::Running, ErrorCode::OutOfMemory,
        "m.pt ran out of memory while running: \"cuDNN error: CUDNN_STATUS_ALLOC_FAILED\".");
    row("the driver's memory", "CUDA error: out of memory", ModelStage::Running, ErrorCode::OutOfMemory,
        "m.pt ran out of memory while running: \"CUDA error: out of memory\".");
    row("oneDNN's memory", "could not create a primitive", ModelStage::Running, ErrorCode::OutOfMemory,
        "m.pt ran out of memory while running: \"could not create a primitive\".");
    row("a kernel that oneDNN lacks", "could not create a primitive descriptor for a convolution", ModelStage::Running,
        ErrorCode::ModelFailed,
        "m.pt failed while running: \"could not create a primitive descriptor for a convolution\".");
    row("a GPU by name",
        "Could not run 'aten::empty' with arguments from the 'CUDA' backend. This could be because the operator "
        "doesn't "
        "exist for this backend. If you are a Facebook employee using PyTorch on mobile, please visit a page.",
        ModelStage::Running, ErrorCode::ModelFailed,
        "m.pt failed while running: \"Could not run 'aten::empty' with arguments from the 'CUDA' backend\".");
    row("a GPU whose name is put together",
        "Cannot initialize CUDA without ATen_cuda library. PyTorch splits its backend into two shared libraries: a CPU "
        "library and a CUDA library; this error has occurred because you are trying to use some CUDA functionality.",
        ModelStage::Running, ErrorCode::ModelFailed,
        "m.pt failed while running: \"Cannot initialize CUDA without ATen_cuda library\".");
    row("a type", "Unsupported dtype Half", ModelStage::Running, ErrorCode::ModelFailed,
        "m.pt failed while running: \"Unsupported dtype Half\".");
    row("types that differ", "mat1 and mat2 must have the same dtype, but got Float and BFloat16", ModelStage::Running,
        ErrorCode::ModelFailed,
        "m.pt failed while running: \"mat1 and mat2 must have the same dtype, but got Float and BFloat16\".");
    row("a line that announces the next", "Expected this:\n  that", ModelStage::Running, ErrorCode::ModelFailed,
        "m.pt failed while running: \"Expected this: that\".");
}

void TorchValuesTest::explainsExceptions()
{
    QFETCH(QString, raised);
    QFETCH(int, stage);
    QFETCH(int, code);
    QFETCH(QString, text);
    try {
        throw std::runtime_error(raised.toStdString());
    } catch (...) {
        const Error error = currentExceptionAsError("m.pt", static_cast<ModelStage>(stage));
        QCOMPARE(int(error.code), code);
        QCOMPARE(QString::fromStdString(error.text), text);
        QCOMPARE(error.hint.find("--precision") != std::string::npos, raised.contains("dtype")); // the cause
    }
    try {
        throw 7; // of an unknown kind
    } catch (...) {
        QCOMPARE(currentExceptionAsError("m.pt", ModelStage::Running).code, ErrorCode::ModelFailed);
    }
    try {
        throw std::bad_alloc();
    } catch (...) {
        QCOMPARE(currentExceptionAsError("m.pt", ModelStage::Running).code, ErrorCode::OutOfMemory);
    }
}

void TorchValuesTest::passesOnWarningsOnce()
{
    QStringList received;
    {
        const TorchWarnings warnings([&](const std::string &text) { received << QString::fromStdString(text); });
        for (int i = 0; i < 3; ++i) {
            TORCH_WARN("first");
        }
        TORCH_WARN("second");
    }
    QCOMPARE(received, (QStringList { "first", "second" }));
}

void TorchValuesTest::measuresThePeakOfMemory()
{
    const at::Tensor before = at::empty({ 1000 }, at::kByte);
    const AllocationWatcher watcher;
    QCOMPARE(watcher.peakBytes(), std::int64_t { 0 });
    {
        const at::Tensor first = at::empty({ 4096 }, at::kByte);
        const at::Tensor second = at::empty({ 8192 }, at::kByte);
    }
    const at::Tensor third = at::empty({ 4096 }, at::kByte);
    QCOMPARE(watcher.peakBytes(), std::int64_t { 4096 + 8192 });
}

void TorchValuesTest::convertsWeights()
{
    torch::jit::Module module = childModule("Conv", { 4, 3, 5, 5 }, "def forward(self, x):\n    return x\n");
    module.register_buffer("steps", at::zeros({ 2 }, at::kLong));
    QVERIFY(convertModule(module, "m.pt", executionOf(ModelPrecision::BFloat16, MemoryFormat::ChannelsLast)).ok());
    QCOMPARE(module.attr("weight").toTensor().scalar_type(), at::kBFloat16);
    QVERIFY(module.attr("weight").toTensor().is_contiguous(at::MemoryFormat::ChannelsLast));
    QCOMPARE(module.attr("steps").toTensor().scalar_type(), at::kLong);
}

void TorchValuesTest::refusesToConvertConstants()
{
    torch::jit::Module module = scriptedModule("def forward(self, x):\n    return x * 2\n", {});
    const Result<void> converted = convertModule(module, "m.pt", executionOf(ModelPrecision::Float16));
    QVERIFY(!converted.ok());
    QCOMPARE(converted.error().code, ErrorCode::ModelFailed);
    QVERIFY(convertModule(module, "m.pt", executionOf(ModelPrecision::AsLoaded)).ok());
}

void TorchValuesTest::convertsInputs()
{
    ModelInputs inputs;
    inputs.values = { c10::List<at::Tensor>({ at::zeros({ 2 }), at::zeros({ 2 }, at::kLong) }), 7 };
    inputs.described = { { "x[0]", { { 2 }, DType::Float32 }, InputSource::Given },
                         { "x[1]", { { 2 }, DType::Int64 }, InputSource::Given } };
    inputs = convertedInputs(std::move(inputs), executionOf(ModelPrecision::Float16));
    QCOMPARE(inputs.values[0].toTensorVector()[0].scalar_type(), at::kHalf);
    QCOMPARE(inputs.values[0].toTensorVector()[1].scalar_type(), at::kLong);
    QCOMPARE(inputs.described[0].tensor.dtype, DType::Float16);
    QCOMPARE(inputs.described[1].tensor.dtype, DType::Int64);
}

void TorchValuesTest::indexesModules()
{
    const torch::jit::Module part = childModule("Part", { 4, 8 }, "def forward(self, x):\n    return x\n");
    torch::jit::Module root("__torch__.test.Whole");
    root.register_module("one", part);
    root.register_module("two", part); // the same weight
    root.register_parameter("bias", at::zeros({ 8 }), false);
    const ModuleIndex index(root);
    QCOMPARE(index.find(root._ivalue().get()).path, std::string());
    QCOMPARE(index.find(root._ivalue().get()).parameters, std::int64_t { 4 * 8 + 8 });
    QCOMPARE(index.find(part._ivalue().get()).path, std::string("one"));
    QCOMPARE(index.find(part._ivalue().get()).type, std::string("Part"));
    QCOMPARE(index.persistentBytes(storageIdOf(part.attr("weight").toTensor())), std::int64_t { 4 * 8 * 4 });
    QCOMPARE(index.persistentBytes(storageIdOf(at::zeros({ 1 }))), std::int64_t { 0 });
    QVERIFY(index.find(nullptr).path.empty());
}

/// linear() counts as a whole: the products that it calls are not reported.
void TorchValuesTest::tracesFrames()
{
    const ScriptModel file(
        "def forward(self, x):\n    return self.part.forward(x).relu()\n",
        { { "part",
            childModule("Linear", { 4, 8 }, "def forward(self, x):\n    return torch.linear(x, self.weight)\n") } });
    LoadedModel model = file.load(Executor::Unoptimized);
    const ModuleIndex index(model.module());
    const CostModel costs;
    OperatorCatalog operators(costs);
    const std::vector<c10::IValue> inputs { at::ones({ 2, 8 }) };
    Notes notes(index);
    {
        const FrameTracer tracer(notes, operators, FrameTracer::Values::Needed);
        model.run(inputs);
    }
    model.run(inputs); // no longer traced
    const QStringList expected = { "module '' of 1", "module 'part' of 1", "aten::linear of 3", "end 3 with 1",
                                   "end 2",          "aten::relu of 1",    "end 6 with 1",      "end 1" };
    QCOMPARE(notes.lines, expected);
}

void TorchValuesTest::readsNoTracedInputsOfScripts()
{
    const ScriptModel script("def forward(self, x):\n    return x\n");
    QVERIFY(!readTracedInputs(script.path()));
    QVERIFY(!readTracedInputs("/nonexistent"));
    const auto traced = readTracedInputs(ROOFLIGHT_TEST_DATA "/torchscript/small_trace.pt");
    QVERIFY(traced.has_value());
    QVERIFY(std::holds_alternative<TensorSpec>(traced->front().content));
}

void TorchValuesTest::namesMissingOperators()
{
    std::vector<NeededLibrary> libraries = { { "aten", { "aten::relu" }, false },
                                             { "mine", { "mine::thing" }, false } };
    QVERIFY(findOperatorLibraries(libraries).ok());
    QVERIFY(libraries[0].found);
    QVERIFY(!libraries[1].found);
    const Result<void> required = requireOperators("m.pt", libraries);
    QVERIFY(!required.ok());
    QCOMPARE(required.error().code, ErrorCode::ModelFailed);
    QVERIFY(QString::fromStdString(required.error().text).contains("mine::thing"));
    QVERIFY(requireOperators("m.pt", { libraries[0] }).ok());
    QVERIFY(required.error().hint.find("Give the library of mine with --library") != std::string::npos);

    std::vector<NeededLibrary> python = { { "transformers", { "transformers::grouped_mm_fallback" }, false },
                                          { "transformers", { "transformers::does_not_exist" }, false } };
    QVERIFY(findOperatorLibraries(python).ok());
    QVERIFY(python[0].found);
    const Result<void> unknown = requireOperators("m.pt2", python);
    QVERIFY(!unknown.ok());
    QVERIFY(unknown.error().text.find("transformers::does_not_exist") != std::string::npos);
    QVERIFY(unknown.error().hint.find("exist in Python only") != std::string::npos);
    QVERIFY(unknown.error().hint.find("--library") == std::string::npos);
    const Result<void> opened = openOperatorLibrary("/nonexistent.so");
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::FileUnreadable);
}

void TorchValuesTest::namesPythonsLibrary()
{
    QCOMPARE(pythonLibraryName("/env/lib/python3.11/site-packages/torch/lib"), std::string("libpython3.11.so.1.0"));
    QCOMPARE(pythonLibraryName("/opt/libtorch/lib"), std::string("libpython3.so.1.0"));
    QVERIFY(!openPython("/opt/libtorch/lib"));
}

ROOFLIGHT_TEST(TorchValuesTest)
#include "torch_values_test.moc"
