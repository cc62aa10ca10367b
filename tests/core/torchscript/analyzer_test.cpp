// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/module_state.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>
#include <ATen/record_function.h>
#include <torch/library.h>

#include <QTest>

#include <algorithm>

using namespace rooflight;

// An operator that no table knows, and one that only calls others, with a label around them.
TORCH_LIBRARY(rooflight_test, library)
{
    library.def("mystery(Tensor x) -> Tensor");
    library.def("labelled(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(rooflight_test, CompositeImplicitAutograd, library)
{
    library.impl("labelled", [](const at::Tensor &x) {
        RECORD_FUNCTION("a label", c10::ArrayRef<const c10::IValue>());
        return at::mm(x, x);
    });
}
TORCH_LIBRARY_IMPL(rooflight_test, CPU, library)
{
    library.impl("mystery", [](const at::Tensor &x) { return x.clone(); });
}

/// What the observer makes of small models whose counts are plain arithmetic.
class AnalyzerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void interpreterStackIsCutToTheCall();
    void sharedModuleIsTwoCalls();
    void forkedWorkIsSeen();
    void unknownOperatorIsListed();
    void labelsAndCompositesAreSeenThrough();
    void repeatedWorkIsNotOptimisedAway();
    void viewsAreFree();
    void outputsAreWhatOutlivesTheCall();
    void changedStateIsNoOutput();
    void torchstatRowsStandAsRegistered();
    void tableIsReadByTheRow();
    void sourcesAreTheLastToWrite();
    void keptViewIsTheOutput();
    void typeIsThatOfWhatIsMultiplied_data();
    void typeIsThatOfWhatIsMultiplied();
    void paddingOfAPackedConvolutionIsKnown();
    void failingModelLeavesNoWatcher();
    void inputsAreInferred();
    void inferringLeavesTheStateAlone();
    void changesOfTheStateAreNamed();
};

namespace {

const Layer *layerAt(const Analysis &analysis, std::string_view path, int call = 0)
{
    const auto found = std::ranges::find_if(
        analysis.layers, [&](const Layer &layer) { return layer.path == path && layer.call == call; });
    return found == analysis.layers.end() ? nullptr : &*found;
}

torch::jit::Module linear()
{
    return childModule("Linear", { 4, 8 }, R"(
def forward(self, x):
    return torch.linear(x, self.weight)
)");
}

} // namespace

void AnalyzerTest::interpreterStackIsCutToTheCall()
{
    // The operand stack below each call holds tensors of the calls before it; reading from its start would mistake
    // them for this call's own.
    const ScriptModel model(R"(
def forward(self, x):
    return torch.matmul(x, x), torch.linear(x, x), torch.matmul(x, torch.linear(x, x))
)");
    const Analysis analysis = model.analyze({ "6x6" });
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 4 * 6 * 6 * 6 });
}

void AnalyzerTest::sharedModuleIsTwoCalls()
{
    torch::jit::Module square = childModule("Square", { 8, 8 }, R"(
def forward(self, x):
    return torch.linear(x, self.weight)
)");
    const ScriptModel model(R"(
def forward(self, x):
    return self.block.forward(self.block.forward(x))
)",
                            { { "block", square } });
    const Analysis analysis = model.analyze({ "2x8" });
    QCOMPARE(analysis.layers.size(), std::size_t { 3 });
    QVERIFY(layerAt(analysis, "block", 0));
    QVERIFY(layerAt(analysis, "block", 1));
    QCOMPARE(layerAt(analysis, "block", 1)->cost.macs, std::int64_t { 2 * 8 * 8 });
    QCOMPARE(analysis.layers.front().parameters, std::int64_t { 64 });
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 2 * 2 * 8 * 8 });
    QCOMPARE(QString::fromStdString(layerAt(analysis, "block")->type), QStringLiteral("Square"));
}

void AnalyzerTest::forkedWorkIsSeen()
{
    const ScriptModel model(R"(
def work(self, x):
    return self.part.forward(x)
def forward(self, x):
    future = fork(self.work, x)
    here = self.part.forward(x)
    return here + torch.wait(future)
)",
                            { { "part", linear() } });
    const Analysis analysis = model.analyze({ "3x8" });
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 2 * 3 * 8 * 4 });
}

void AnalyzerTest::unknownOperatorIsListed()
{
    const ScriptModel model(R"(
def forward(self, x):
    return torch.matmul(rooflight_test.mystery(x), x)
)");
    const Analysis analysis = model.analyze({ "4x4" });
    QCOMPARE(analysis.unknown.size(), std::size_t { 1 });
    QCOMPARE(QString::fromStdString(analysis.unknown.front().name), QStringLiteral("rooflight_test::mystery"));
    QCOMPARE(analysis.unknown.front().count, std::int64_t { 1 });
    QCOMPARE(analysis.unknown.front().bytes, std::int64_t { 2 * 4 * 4 * 4 });
    QCOMPARE(analysis.totals.unknownOperators, std::int64_t { 1 });
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 4 * 4 * 4 });
}

void AnalyzerTest::labelsAndCompositesAreSeenThrough()
{
    const ScriptModel model(R"(
def forward(self, x):
    return rooflight_test.labelled(x)
)");
    const Analysis analysis = model.analyze({ "4x4" });
    QCOMPARE(analysis.totals.unknownOperators, std::int64_t { 0 });
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 4 * 4 * 4 });
    QCOMPARE(analysis.operators.size(), std::size_t { 1 });
}

void AnalyzerTest::repeatedWorkIsNotOptimisedAway()
{
    const ScriptModel model(R"(
def forward(self, x):
    return torch.matmul(x, x) + torch.matmul(x, x)
)");
    QCOMPARE(model.analyze({ "5x5" }).totals.cost.macs, std::int64_t { 2 * 5 * 5 * 5 });
}

void AnalyzerTest::viewsAreFree()
{
    const ScriptModel model(R"(
def forward(self, x):
    return x.reshape([16]).unsqueeze(0).expand([3, 16]).transpose(0, 1)
)");
    const Analysis analysis = model.analyze({ "4x4" });
    QVERIFY(!analysis.operators.empty());
    QCOMPARE(analysis.totals.cost.bytesRead, std::int64_t { 0 });
    QCOMPARE(analysis.totals.cost.bytesWritten, std::int64_t { 0 });
    QCOMPARE(analysis.totals.unknownOperators, std::int64_t { 0 });
}

void AnalyzerTest::outputsAreWhatOutlivesTheCall()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.part.forward(x).relu()
)",
                            { { "part", linear() } });
    const Analysis analysis = model.analyze({ "3x8" });
    const Layer *part = layerAt(analysis, "part");
    QVERIFY(part);
    QCOMPARE(part->inputShapes, (std::vector<Shape> { { 3, 8 } }));
    QCOMPARE(part->outputShapes, (std::vector<Shape> { { 3, 4 } }));
    QCOMPARE(part->bytesLowerBound, std::int64_t { 4 * (3 * 8 + 4 * 8 + 3 * 4) });
    QCOMPARE(analysis.layers.front().outputShapes, (std::vector<Shape> { { 3, 4 } }));
}

/// The call writes its weight and gives it back, too; the layer gives only the product.
void AnalyzerTest::changedStateIsNoOutput()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.part.forward(x)
)",
                            { { "part", childModule("Counting", { 4, 8 }, R"(
def forward(self, x):
    self.weight.add_(1.0)
    return torch.linear(x, self.weight)
)") } });
    const Analysis analysis = model.analyze({ "3x8" });
    const Layer *part = layerAt(analysis, "part");
    QVERIFY(part);
    QCOMPARE(part->outputShapes, (std::vector<Shape> { { 3, 4 } }));
    QCOMPARE(analysis.layers.front().outputShapes, (std::vector<Shape> { { 3, 4 } }));
}

/// torchstat walks the modules in the order in which the model got them; here the first one is called last.
void AnalyzerTest::torchstatRowsStandAsRegistered()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.head.forward(self.body.forward(x))
)",
                            { { "head", childModule("Linear", { 2, 4 }, R"(
def forward(self, x):
    return torch.linear(x, self.weight)
)") },
                              { "body", linear() } });
    const Analysis analysis = model.analyze({ "3x8" }, Convention::Torchstat);
    QCOMPARE(analysis.torchstat.size(), std::size_t { 2 });
    const auto pathOfRow = [&](std::size_t row) {
        return QString::fromStdString(analysis.layers[static_cast<std::size_t>(analysis.torchstat[row].layer)].path);
    };
    QCOMPARE(pathOfRow(0), QStringLiteral("head"));
    QCOMPARE(pathOfRow(1), QStringLiteral("body"));
}

/// 16 indices of 8 bytes, rows of 8 floats, a weight of 4 x 8 floats, 4 floats for each row.
void AnalyzerTest::tableIsReadByTheRow()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.part.forward(self.table.forward(x))
)",
                            { { "table", childModule("Embedding", { 1000, 8 }, R"(
def forward(self, x):
    return torch.embedding(self.weight, x)
)") },
                              { "part", linear() } });
    const Analysis analysis = model.analyze({ "16:int64" });
    QCOMPARE(layerAt(analysis, "table")->bytesLowerBound, std::int64_t { 128 + 512 + 512 });
    QCOMPARE(layerAt(analysis, "part")->bytesLowerBound, std::int64_t { 512 + 128 + 256 });
    QCOMPARE(analysis.totals.bytesLowerBound, std::int64_t { 128 + 512 + 128 + 256 });

    // All of a run: 128 + 512 + 512 + 128 + 256 = 1536 bytes.
    const std::vector<std::vector<MemoryReuse>> expected = {
        { { 128, 1536, false, false }, { 512, 1536, true, false }, { 512, 1152, false, true } },
        { { 512, 512, false, false }, { 128, 1536, true, false }, { 256, 896, false, true } },
    };
    QCOMPARE(analysis.operators.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(analysis.operators[i].reuse == expected[i]);
}

void AnalyzerTest::sourcesAreTheLastToWrite()
{
    const ScriptModel model(R"(
def forward(self, x):
    y = x.mul(2)
    z = y.view([8]).add(1)
    y.add_(1)
    return z + y.sum()
)");
    std::vector<std::vector<std::int64_t>> sources;
    std::vector<std::int64_t> ids;
    for (const Operator &op : model.analyze({ "2x4" }).operators) {
        if (op.family == OperatorFamily::View)
            continue;
        sources.push_back(op.sources);
        ids.push_back(op.id);
    }
    QCOMPARE(ids.size(), std::size_t { 5 });
    // The product reads the input; z the product through a view, and so does what changes it in place; the sum what was
    // changed; the last one z and the sum.
    const std::vector<std::vector<std::int64_t>> expected {
        {}, { ids[0] }, { ids[0] }, { ids[2] }, { ids[1], ids[3] }
    };
    QCOMPARE(sources, expected);
}

void AnalyzerTest::keptViewIsTheOutput()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.part.forward(x).sum()
)",
                            { { "part", childModule("Part", { 1 }, R"(
def forward(self, x):
    y = x.mul(2)
    y.add_(1)
    return y[0:1]
)") } });
    const Analysis analysis = model.analyze({ "3x8" });
    QCOMPARE(layerAt(analysis, "part")->bytesLowerBound, std::int64_t { 3 * 8 * 4 + 8 * 4 });
    QCOMPARE(analysis.totals.bytesLowerBound, std::int64_t { 3 * 8 * 4 + 4 });
}

void AnalyzerTest::typeIsThatOfWhatIsMultiplied_data()
{
    QTest::addColumn<QString>("inputs");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("ofOperator");
    QTest::addColumn<QString>("ofModel");
    QTest::newRow("quantized") << "1x3x6x6"
                               << "quantized::conv2d"
                               << "quint8"
                               << "quint8";
    QTest::newRow("recurrent_quantized") << "5x2x3"
                                         << "aten::quantized_lstm"
                                         << "qint8"
                                         << "qint8";
}

void AnalyzerTest::typeIsThatOfWhatIsMultiplied()
{
    QFETCH(QString, inputs);
    QFETCH(QString, name);
    const std::string path = std::string(ROOFLIGHT_TEST_DATA "/torchscript/") + QTest::currentDataTag() + ".pt";
    const Analysis analysis = analysisOf(path, { inputs.toStdString() });
    const auto found = std::ranges::find(analysis.operators, name.toStdString(), &Operator::name);
    QVERIFY(found != analysis.operators.end());
    QTEST(QString::fromUtf8(rooflight::name(found->dtype).data()), "ofOperator");
    QTEST(QString::fromUtf8(rooflight::name(analysis.layers.front().dtype).data()), "ofModel");
}

void AnalyzerTest::paddingOfAPackedConvolutionIsKnown()
{
    // Kernel 3 x 1, stride 2 x 1, padding 1 x 0 on 5 x 4: 3 rows, of which the first misses a tap above and the last
    // one below: 7 of 9 pairs. 2 x 3 channels x 4 columns x 9 = 216 multiply-adds, 48 of them with padding.
    const Analysis analysis = analysisOf(ROOFLIGHT_TEST_DATA "/torchscript/quantized_padding.pt", { "1x2x5x4" });
    const auto found = std::ranges::find(analysis.operators, "quantized::conv2d", &Operator::name);
    QVERIFY(found != analysis.operators.end());
    QCOMPARE(found->work.macs, std::int64_t(216));
    QCOMPARE(found->work.avoidableMacs, std::int64_t(48));
}

void AnalyzerTest::failingModelLeavesNoWatcher()
{
    const ScriptModel failing(R"(
def forward(self, x):
    return torch.matmul(x, torch.zeros([99, 99]))
)");
    LoadedModel model = failing.load(Executor::Unoptimized);
    const ModelInputs inputs = failing.inputs(model, { "4x4" });
    const CostModel costs;
    OperatorCatalog operators(costs);
    const Result<Analysis> analysis = rooflight::analyze(model, inputs, {}, {}, operators, Convention::Fma2);
    QVERIFY(!analysis.ok());
    QCOMPARE(analysis.error().code, ErrorCode::ModelFailed);
    QVERIFY(analysis.error().text.find('\n') == std::string::npos);
    repeatedWorkIsNotOptimisedAway();
}

void AnalyzerTest::inputsAreInferred()
{
    torch::jit::Module convolution = childModule("Conv2d", { 4, 3, 3, 3 }, R"(
def forward(self, x):
    return torch.conv2d(x, self.weight)
)");
    const ScriptModel model(R"(
def forward(self, x):
    return self.conv.forward(x * 2)
)",
                            { { "conv", convolution } });
    const Analysis analysis = model.analyze({});
    QCOMPARE(analysis.inputs.size(), std::size_t { 1 });
    QVERIFY(analysis.inputs.front().source == InputSource::Inferred);
    QCOMPARE(analysis.layers.size(), std::size_t { 2 }); // looking for the shape left the calls as they were
    QCOMPARE(analysis.inputs.front().tensor.shape, (Shape { 1, 3, 224, 224 }));
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 4 * 3 * 3 * 3 * 222 * 222 });
}

namespace {

/// Each call adds a number, an element of a tensor and one of a list; the first multiplies 1 + 1 + 1 + 1 times.
torch::jit::Module counter()
{
    torch::jit::Module module("__torch__.test.Counter");
    module.register_parameter("weight", at::randn({ 8, 8 }), /*is_buffer=*/false);
    module.register_attribute("calls", c10::IntType::get(), 0);
    module.register_buffer("seen", at::zeros({ 1 }, at::kLong));
    module.register_attribute("past", c10::ListType::ofTensors(), c10::List<at::Tensor>());
    module.define(R"(
def forward(self, x):
    self.calls += 1
    self.seen.add_(1)
    self.past.append(x)
    x = torch.linear(x, self.weight)
    for i in range(self.calls + int(self.seen.item()) + len(self.past)):
        x = torch.linear(x, self.weight)
    return x
)");
    return module;
}

} // namespace

void AnalyzerTest::inferringLeavesTheStateAlone()
{
    const ScriptModel model(R"(
def forward(self, x):
    return self.counter.forward(x)
)",
                            { { "counter", counter() } });
    const Analysis analysis = model.analyze({});
    QVERIFY(analysis.inputs.front().source == InputSource::Inferred);
    QCOMPARE(analysis.inputs.front().tensor.shape, (Shape { 1, 8 }));
    QCOMPARE(analysis.totals.cost.macs, std::int64_t { 4 * 8 * 8 });
}

void AnalyzerTest::changesOfTheStateAreNamed()
{
    torch::jit::Module module = counter();
    const ModuleState kept(module);
    const StateSizes before = stateSizes(module);
    QCOMPARE(changeText(before, before).text, std::string());
    module.forward({ at::ones({ 1, 8 }) });
    QCOMPARE(changeText(before, stateSizes(module)).text, std::string("calls: 0, then 1, and 1 more"));
    kept.restore();
    QCOMPARE(changeText(before, stateSizes(module)).text, std::string());
    QCOMPARE(module.attr("seen").toTensor().item<std::int64_t>(), std::int64_t { 0 });
}

ROOFLIGHT_TEST(AnalyzerTest)
#include "analyzer_test.moc"
