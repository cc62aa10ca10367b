// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_inference.h"
#include "core/torchscript/infer/input_search.h"
#include "core/torchscript/infer/operator_use.h"
#include "core/torchscript/infer/shape_constraints.h"
#include "core/torchscript/infer/shape_inverse.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace ridgepoint;

/// Shapes of inputs, inferred from small graphs. In the texts of this test a shape is written 1x3xS, with a letter for
/// an open size: B batch, L length of a sequence, S side of an image, F frames of a clip, C side of its images, T
/// samples of a signal. Guesses are separated by "|", the likeliest first. Expected shapes follow from the shapes that
/// PyTorch's manual gives for inputs, weights and results (N batch, C channels).
class ShapeInferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsValues();
    void knowsTensors_data();
    void knowsTensors();
    void indexesDimensions();
    void constrainsShapes_data();
    void constrainsShapes();
    void readsListsOfWeights();
    void recognisesMasks_data();
    void recognisesMasks();
    void infersInputShapes_data();
    void infersInputShapes();
    void guessesInputs_data();
    void guessesInputs();
    void searchEnds_data();
    void searchEnds();
    void readsSidesOfPatches();
    void guessesFromOthers();
};

namespace {

using torch::jit::Graph;
using torch::jit::Node;
using torch::jit::Use;

/// "3x4" as the sizes, open ones as their letters.
Shape shapeOf(const QString &text)
{
    static const std::map<QString, std::int64_t> open = { { "B", open_size::batch },    { "L", open_size::length },
                                                          { "S", open_size::side },     { "F", open_size::frames },
                                                          { "C", open_size::clipSide }, { "T", open_size::samples } };
    Shape shape;
    for (const QString &size : text == "0d" ? QStringList() : text.split('x'))
        shape.push_back(open.contains(size) ? open.at(size) : size.toLongLong());
    return shape;
}

/// "w 8x3; b 8"
std::vector<std::pair<std::string, Shape>> parametersOf(const QString &text)
{
    std::vector<std::pair<std::string, Shape>> parameters;
    for (const QString &parameter : text.split("; ", Qt::SkipEmptyParts))
        parameters.emplace_back(parameter.section(' ', 0, 0).toStdString(), shapeOf(parameter.section(' ', 1)));
    return parameters;
}

QString text(const TensorGuess &guess)
{
    QStringList sizes;
    for (const std::int64_t size : guess.shape)
        sizes << (size < 0 ? QString("BLSFCT").mid(-size - 1, 1) : QString::number(size));
    QString result = sizes.isEmpty() ? QString("0d") : sizes.join('x');
    if (guess.dtype != DType::Float32)
        result += ':' + QString::fromStdString(std::string(name(guess.dtype)));
    if (guess.fill.kind == TensorFill::Kind::Range)
        result += QString(":%1..%2").arg(guess.fill.low).arg(guess.fill.high);
    if (guess.fill.kind == TensorFill::Kind::Constant)
        result += QString(":%1").arg(guess.fill.low);
    return result;
}

QString text(const std::vector<TensorGuess> &guesses)
{
    QStringList shapes;
    for (const TensorGuess &guess : guesses)
        shapes << text(guess);
    return shapes.join(" | ");
}

QString text(const InputGuess &guess)
{
    switch (guess.kind) {
    case InputGuess::Kind::Unknown:
        return "?";
    case InputGuess::Kind::Tensor:
        return (guess.mask ? "mask " : "") + text(guess.tensors);
    case InputGuess::Kind::Sequence:
    case InputGuess::Kind::Dict:
        break;
    }
    QStringList parts;
    for (std::size_t i = 0; i < guess.elements.size(); ++i) {
        const QString key = guess.keys.empty() ? QString() : QString::fromStdString(guess.keys[i]) + ": ";
        parts << key + text(guess.elements[i]);
    }
    return '[' + parts.join(", ") + (guess.repeats ? " ...]" : "]");
}

/// forward(self, x) with one expression, and what is known of its graph.
struct Expression {
    Expression(const QString &parameters, const QString &expression)
        : module(scriptedModule("def forward(self, x):\n    return " + expression.toStdString() + '\n',
                                parametersOf(parameters)))
        , graph(module.get_method("forward").graph())
        , values(module)
    {
    }

    [[nodiscard]] Use firstUse() const { return graph->inputs().at(1)->uses().front(); }

    /// The first input of the first operator of that kind.
    [[nodiscard]] Use useBy(const QString &kind) const
    {
        for (Node *node : graph->nodes()) {
            if (kind == node->kind().toQualString())
                return Use(node, 0);
        }
        throw std::runtime_error("no " + kind.toStdString());
    }

    [[nodiscard]] const torch::jit::Value *result() const { return graph->outputs().front(); }

    torch::jit::Module module;
    std::shared_ptr<Graph> graph;
    GraphValues values;
};

} // namespace

void ShapeInferenceTest::knowsValues()
{
    const Expression numbers("", "(7, True, [3, -4], x.size(0), [2, x.size(0)])");
    const Node *const tuple = numbers.result()->node();
    QCOMPARE(numbers.values.integer(tuple->input(0)), std::optional<std::int64_t>(7));
    QVERIFY(!numbers.values.isTrue(tuple->input(0)));
    QVERIFY(numbers.values.isTrue(tuple->input(1)));
    QCOMPARE(numbers.values.integers(tuple->input(2)), std::optional<Shape>({ 3, -4 }));
    QVERIFY(!numbers.values.integer(tuple->input(3)));
    QVERIFY(!numbers.values.known(tuple->input(3)));
    QCOMPARE(numbers.values.integers(tuple->input(4)), std::optional<Shape>({ 2, -1 }));
    QVERIFY(!numbers.values.integers(tuple->input(0)));
    const Expression parameters("w 2x3; v 4", "x");
    std::vector<Shape> shapes = parameters.values.parameterShapes();
    std::ranges::sort(shapes);
    QCOMPARE(shapes, (std::vector<Shape> { { 2, 3 }, { 4 } }));
}

void ShapeInferenceTest::knowsTensors_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("shape"); // empty: not known
    QTest::newRow("parameter") << "self.w"
                               << "2x3x4";
    QTest::newRow("input") << "x"
                           << "";
    QTest::newRow("from an input") << "x.t()"
                                   << "";
    QTest::newRow("same shape") << "self.w.float().contiguous()"
                                << "2x3x4";
    QTest::newRow("transpose") << "self.w.transpose(0, -1)"
                               << "4x3x2";
    QTest::newRow("t") << "self.w.select(0, 0).t()"
                       << "4x3";
    QTest::newRow("unsqueeze") << "self.w.unsqueeze(-1)"
                               << "2x3x4x1";
    QTest::newRow("select") << "self.w.select(1, 2)"
                            << "2x4";
    QTest::newRow("view") << "self.w.view([6, 4])"
                          << "6x4";
    QTest::newRow("view with an open size") << "self.w.view([2, -1])"
                                            << "2x12";
    QTest::newRow("view of unknown size") << "self.w.view([x.size(0), -1])"
                                          << "";
    QTest::newRow("list of numbers") << "torch.tensor([1., 2., 3.])"
                                     << "3";
    QTest::newRow("dimension out of range") << "self.w.transpose(0, 3)"
                                            << "";
    QTest::newRow("select out of range") << "self.w.select(-4, 0)"
                                         << "";
    QTest::newRow("unsqueeze out of range") << "self.w.unsqueeze(4)"
                                            << "";
    // The sizes saturate instead of wrapping round: 24 / 2^61 is 0.
    QTest::newRow("sizes beyond 64 bits") << "self.w.view([4611686018427387904, 4611686018427387904, -1])"
                                          << "4611686018427387904x4611686018427387904x0";
}

void ShapeInferenceTest::knowsTensors()
{
    QFETCH(QString, expression);
    QFETCH(QString, shape);
    const Expression known("w 2x3x4", expression);
    const std::optional<TensorInfo> tensor = known.values.tensor(known.result());
    QCOMPARE(tensor ? tensor->shape : Shape { -1 }, shape.isEmpty() ? Shape { -1 } : shapeOf(shape));
}

void ShapeInferenceTest::indexesDimensions()
{
    QCOMPARE(dimensionIndex(2, 3), std::optional<std::size_t>(2));
    QCOMPARE(dimensionIndex(-3, 3), std::optional<std::size_t>(0));
    QVERIFY(!dimensionIndex(3, 3));
    QVERIFY(!dimensionIndex(-4, 3));
    QVERIFY(!dimensionIndex(0, 0));
    QVERIFY(!dimensionIndex(std::nullopt, 3));
    QVERIFY(!dimensionIndex(std::numeric_limits<std::int64_t>::min(), 3));
}

void ShapeInferenceTest::constrainsShapes_data()
{
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("shapes");
    const auto row = [](const char *name, const char *parameters, const char *expression, const char *shapes) {
        QTest::newRow(name) << parameters << expression << shapes;
    };
    // Conv: input (N, C_in, ...), weight (C_out, C_in / groups, ...).
    row("conv1d", "w 4x6x3", "torch.conv1d(x, self.w)", "Bx6xT");
    row("conv2d", "w 8x3x5x5", "torch.conv2d(x, self.w)", "Bx3xSxS");
    row("conv3d", "w 4x6x3x3x3", "torch.conv3d(x, self.w)", "Bx6xFxCxC");
    row("grouped", "w 8x2x3x3", "torch.conv2d(x, self.w, None, [1, 1], [0, 0], [1, 1], 4)", "Bx8xSxS");
    row("depthwise", "w 8x1x3x3", "torch.conv2d(x, self.w, None, [1, 1], [0, 0], [1, 1], 8)", "Bx8xSxS");
    // ConvTranspose: weight (C_in, C_out / groups, ...).
    row("transposed", "w 6x4x3x3", "torch.conv_transpose2d(x, self.w)", "Bx6xSxS");
    row("generic, transposed", "w 6x4x3x3",
        "torch.convolution(x, self.w, None, [1, 1], [0, 0], [1, 1], True, [0, 0], 1)", "Bx6xSxS");
    row("generic, grouped", "w 6x4x3x3", "torch.convolution(x, self.w, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 3)",
        "Bx12xSxS");
    row("groups beyond 64 bits", "w 6x4x3x3",
        "torch.conv2d(x, self.w, None, [1, 1], [0, 0], [1, 1], 4611686018427387904)", "Bx2305843009213693952xSxS");
    row("weight of too few dimensions", "w 6", "torch.conv2d(x, self.w)", "");
    row("weight that is computed", "", "torch.conv2d(x, torch.randn([8, 3, 5, 5]))", "");
    row("input as the weight", "w 2x3x4x5", "torch.conv2d(self.w, x)", "");
    // Linear: input (*, in), weight (out, in). matmul: the last of the left, the one before the last of the right.
    row("linear", "w 10x7", "torch.linear(x, self.w)", "Bx7 | BxLx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("linear, transposed weight", "w 7x10", "torch.linear(x, self.w.t())", "Bx7 | BxLx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("product, left", "w 7x10", "torch.matmul(x, self.w)", "Bx7 | BxLx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("product with a vector", "w 7", "torch.matmul(x, self.w)", "Bx7 | BxLx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("product, right", "w 10x7", "torch.matmul(self.w, x)", "Bx7xL | 7xL | 7");
    row("product and sum", "b 10; w 7x10", "torch.addmm(self.b, x, self.w)", "Bx7 | BxLx7 | BxSxSx7 | BxFxCxCx7 | 7");
    // Norms: one weight a channel, the second dimension.
    row("batch norm", "w 6; b 6; m 6; v 6",
        "torch.batch_norm(x, self.w, self.b, self.m, self.v, False, 0.1, 1e-5, True)",
        "Bx6xSxS | Bx6 | Bx6xT | Bx6xFxCxC");
    row("batch norm without weight", "m 6; v 6",
        "torch.batch_norm(x, None, None, self.m, self.v, False, 0.1, 1e-5, True)", "Bx6xSxS | Bx6 | Bx6xT | Bx6xFxCxC");
    row("group norm", "w 6; b 6", "torch.group_norm(x, 2, self.w, self.b)", "Bx6xSxS | Bx6 | Bx6xT | Bx6xFxCxC");
    row("layer norm", "w 12; b 12", "torch.layer_norm(x, [12], self.w, self.b)", "BxLx12 | Bx12 | BxSxSx12");
    row("layer norm of open size", "", "torch.layer_norm(x, [x.size(1)])", "");
    row("prelu, a weight a channel", "w 6", "torch.prelu(x, self.w)", "Bx6xSxS | Bx6 | Bx6xT | Bx6xFxCxC");
    row("prelu, one weight", "w 1", "torch.prelu(x, self.w)", "");
    // Tables: any shape of indices below the number of rows.
    row("embedding", "w 100x16", "torch.embedding(self.w, x)", "BxL:int64:0..99 | B:int64:0..99 | L:int64:0..99");
    row("rows by index", "w 30x4", "torch.index_select(self.w, 0, x)", "B:int64:0..29 | L:int64:0..29");
    row("columns by index", "w 30x4", "torch.index_select(self.w, 1, x)", "B:int64:0..3 | L:int64:0..3");
    row("index out of range", "w 30x4", "torch.index_select(self.w, -7, x)", "");
    row("subscript", "w 30x4", "self.w[x]", "BxL:int64:0..29 | B:int64:0..29");
    row("one hot", "", "torch.one_hot(x, 10)", "BxL:int64:0..9 | B:int64:0..9");
    // Broadcasting: sizes are equal, or one of them is 1 or missing.
    row("sum with a position embedding", "w 1x16x8", "x + self.w", "Bx16x8");
    row("factor a channel", "w 6x1x1", "x * self.w", "Bx6xSxS | 6xSxS");
    row("sum with a vector", "w 5", "self.w + x", "Bx5 | BxLx5 | BxSxSx5 | BxFxCxCx5 | 5");
    row("sum with one number", "w 1x1", "x + self.w", "");
    row("sum with a number", "", "x + 2", "");
    // Recurrent: input (L, N, H_in), batch_first (N, L, H_in); h_0 (D * layers, N, H_out); weights (gates * H_out,
    // H_in) and (gates * H_out, H_out or the projection).
    row("lstm", "h 1x1x5; wi 20x3; wh 20x5",
        "torch.lstm(x, [self.h, self.h], [self.wi, self.wh], False, 1, 0., False, False, False)[0]", "LxBx3 | Lx3");
    row("lstm, batch first", "h 1x1x5; wi 20x3; wh 20x5",
        "torch.lstm(x, [self.h, self.h], [self.wi, self.wh], False, 1, 0., False, False, True)[0]", "BxLx3 | Lx3");
    row("state of lstm", "i 2x1x3; c 1x1x5; wi 20x3; wh 20x5",
        "torch.lstm(self.i, [x, self.c], [self.wi, self.wh], False, 1, 0., False, False, False)[0]", "1xBx5");
    row("cell state beside a projection", "i 2x1x3; h 1x1x2; wi 20x3; wh 20x2",
        "torch.lstm(self.i, [self.h, x], [self.wi, self.wh], False, 1, 0., False, False, False)[0]", "1xBx5");
    row("projected state", "i 2x1x3; c 1x1x5; wi 20x3; wh 20x2",
        "torch.lstm(self.i, [x, self.c], [self.wi, self.wh], False, 1, 0., False, False, False)[0]", "1xBx2");
    row("state of gru, two layers both ways", "i 2x1x3; wi 15x3; wh 15x5",
        "torch.gru(self.i, x, [self.wi, self.wh], False, 2, 0., False, True, False)[0]", "4xBx5");
    row("lstm without weights", "h 1x1x5", "torch.lstm(x, [self.h, self.h], [], False, 1, 0., False, False, False)[0]",
        "");
    row("cell", "h 1x5; wi 20x3; wh 20x5", "torch.lstm_cell(x, [self.h, self.h], self.wi, self.wh)[0]", "Bx3");
    row("state of a cell", "i 1x3; wi 15x3; wh 15x5", "torch.gru_cell(self.i, x, self.wi, self.wh)", "Bx5");
    row("no constraint", "", "torch.relu(x)", "");
}

void ShapeInferenceTest::constrainsShapes()
{
    QFETCH(QString, parameters);
    QFETCH(QString, expression);
    QFETCH(QString, shapes);
    const Expression known(parameters, expression);
    QCOMPARE(text(shapeConstraints(known.firstUse(), known.values)), shapes);
}

/// torch.nn.LSTM keeps its weights in a list that is an attribute; a file may leave it empty.
void ShapeInferenceTest::readsListsOfWeights()
{
    const auto guesses = [](const c10::List<at::Tensor> &weights) {
        torch::jit::Module module("__torch__.test.Lstm");
        module.register_attribute("weights", c10::ListType::ofTensors(), weights);
        module.define("def forward(self, x, h, c):\n"
                      "    return torch.lstm(x, [h, c], self.weights, False, 1, 0., False, False, True)[0]\n");
        QStringList found;
        for (const InputGuess &guess : guessInputs(module).arguments)
            found << text(guess);
        return found.join(", ");
    };
    QCOMPARE(guesses(c10::List<at::Tensor>({ at::zeros({ 20, 3 }), at::zeros({ 20, 5 }) })),
             QString("BxLx3 | Lx3, 1xBx5, 1xBx5"));
    QCOMPARE(guesses(c10::List<at::Tensor>()), QString(", , "));
}

void ShapeInferenceTest::recognisesMasks_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<bool>("mask");
    QTest::newRow("masked_fill") << "torch.masked_fill(self.w, x, 0.)" << true;
    QTest::newRow("filled tensor") << "torch.masked_fill(x, self.w, 0.)" << false;
    QTest::newRow("where") << "torch.where(x, self.w, self.w)" << true;
    QTest::newRow("choice of where") << "torch.where(self.w, x, self.w)" << false;
    QTest::newRow("logical") << "torch.logical_not(x)" << true;
    QTest::newRow("arithmetic") << "x + self.w" << false;
}

void ShapeInferenceTest::recognisesMasks()
{
    QFETCH(QString, expression);
    QFETCH(bool, mask);
    const Expression known("w 2", expression);
    QCOMPARE(usesAsMask(known.firstUse()), mask);
}

void ShapeInferenceTest::infersInputShapes_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("kind"); // of the operator
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("inputs");
    const auto row = [](const char *expression, const char *kind, const char *output, const char *inputs) {
        QTest::addRow("%s to %s", expression, output) << expression << QString("aten::") + kind << output << inputs;
    };
    row("torch.relu(x)", "relu", "Bx3xSxS", "Bx3xSxS");
    // (N, C, H_in, W_in) to (N, C, H_out, W_out): the sides stay open.
    row("torch.max_pool2d(x, [2, 2])", "max_pool2d", "Bx8xSxS", "Bx8xSxS");
    row("torch.adaptive_avg_pool2d(x, [1, 1])", "adaptive_avg_pool2d", "Bx8xSxS", "Bx8xSxS");
    row("x.transpose(1, 2)", "transpose", "BxLx7", "Bx7xL");
    row("x.transpose(-1, 0)", "transpose", "7xB", "Bx7");
    row("x.t()", "t", "10x7", "7x10");
    row("x.permute([0, 2, 3, 1])", "permute", "BxSxSx7", "Bx7xSxS");
    row("x.permute([0, 3, 1, 2])", "permute", "Bx7xSxS", "BxSxSx7");
    row("x.unsqueeze(1)", "unsqueeze", "Bx1xL", "BxL");
    row("x.unsqueeze(-1)", "unsqueeze", "BxLx1", "BxL");
    row("x.squeeze(1)", "squeeze", "Bx7", "Bx1x7");
    row("x.select(1, 0)", "select", "Bx7", "BxLx7");
    row("(x.select(1, 0), x.select(1, 2), x.select(1, 1))", "select", "Bx7", "Bx3x7");
    // 784 = 1 x 28 x 28, 3072 = 3 x 32 x 32.
    row("torch.flatten(x, 1)", "flatten", "Bx784", "Bx1x28x28 | Bx784");
    row("torch.flatten(x, 1)", "flatten", "Bx3072", "Bx3x32x32 | Bx3072");
    row("torch.flatten(x, 1)", "flatten", "Bx10", "Bx10");
    row("torch.flatten(x, 0, 1)", "flatten", "Bx7", "BxLx7");
    row("x.view([-1, 784])", "view", "Bx784", "Bx1x28x28 | Bx784");
    row("x.reshape([2, -1, 8])", "reshape", "BxLx8", "BxLx8");
    row("torch.cat([x, self.w], 1)", "cat", "Bx10", "Bx7");
    row("torch.cat([x, x], 1)", "cat", "Bx10", "Bx5");
    row("torch.stack([x, x], 1)", "stack", "Bx2x7", "Bx7");
    row("torch.chunk(x, 2, 1)", "chunk", "Bx5", "Bx10");
    row("torch.mean(x, [2, 3])", "mean", "Bx7", "Bx7xSxS");
    row("torch.mean(x, [2, 3], True)", "mean", "Bx7x1x1", "Bx7x1x1");
    row("torch.mean(x, [-2])", "mean", "Bx7", "BxLx7");
    // (*, C r^2, H, W) to (*, C, H r, W r), and back.
    row("torch.pixel_shuffle(x, 2)", "pixel_shuffle", "Bx3xSxS", "Bx12xSxS");
    row("torch.pixel_unshuffle(x, 2)", "pixel_unshuffle", "Bx12xSxS", "Bx3xSxS");
    // Arguments that a file may hold and that no tensor fits.
    row("x.transpose(5, 1)", "transpose", "BxLx7", "");
    row("x.t()", "t", "BxLx7", "");
    row("x.permute([0, 1])", "permute", "BxLx7", "");
    row("x.permute([0, 9, 1])", "permute", "BxLx7", "");
    row("x.unsqueeze(7)", "unsqueeze", "BxL", "");
    row("x.squeeze(-9)", "squeeze", "BxL", "");
    row("x.select(9, 0)", "select", "BxL", "");
    row("torch.cat([x, self.w], 7)", "cat", "Bx10", "");
    row("torch.cat([self.w, self.w], 1)", "cat", "Bx10", "");
    row("torch.cat([x, self.w], 1)", "cat", "Bx2", "");
    row("torch.chunk(x, 4611686018427387904, 1)", "chunk", "Bx5", "Bx2305843009213693952");
    row("torch.chunk(x, -3, 1)", "chunk", "Bx5", "Bx0");
    row("torch.mean(x, [9])", "mean", "Bx7", "");
    row("torch.pixel_shuffle(x, 0)", "pixel_shuffle", "Bx3xSxS", "");
    row("torch.pixel_shuffle(x, 4611686018427387904)", "pixel_shuffle", "Bx3xSxS", "Bx2305843009213693952xSxS");
    row("torch.trace(x)", "trace", "Bx7", "");
}

void ShapeInferenceTest::infersInputShapes()
{
    QFETCH(QString, expression);
    QFETCH(QString, kind);
    QFETCH(QString, output);
    QFETCH(QString, inputs);
    const Expression known("w 2x3", expression);
    const std::vector<TensorGuess> outputs = { { shapeOf(output), DType::Float32, {} } };
    QCOMPARE(text(inferInputShapes(known.useBy(kind), outputs, known.values)), inputs);
}

void ShapeInferenceTest::guessesInputs_data()
{
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("source"); // from the arguments on
    QTest::addColumn<QString>("guesses"); // of the arguments
    const auto row = [](const char *name, const char *parameters, const char *source, const char *guesses) {
        QTest::newRow(name) << parameters << source << guesses;
    };
    row("through operators", "w 8x3x5x5",
        "x):\n    return torch.conv2d(torch.relu(x * 2).permute([0, 3, 1, 2]), self.w)", "BxSxSx3");
    row("both operands", "w 8x3x5x5", "x, y):\n    return torch.conv2d(x + y, self.w)", "Bx3xSxS, Bx3xSxS");
    row("two branches", "w 8x3x5x5; v 8x4x5x5",
        "x):\n    if x.dim() > 2:\n        y = torch.conv2d(x, self.w)\n    else:\n        y = torch.conv2d(x, "
        "self.v)\n"
        "    return y",
        "Bx3xSxS | Bx4xSxS");
    row("result of a branch", "w 8x3x5x5",
        "x):\n    if x.dim() > 2:\n        y = torch.relu(x)\n    else:\n        y = x\n    return torch.conv2d(y, "
        "self.w)",
        "Bx3xSxS");
    row("compared rank first", "w 7x7",
        "x):\n    if x.dim() == 3:\n        x = torch.relu(x)\n    return torch.linear(x, self.w)",
        "BxLx7 | Bx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("unpacked sizes first", "w 7x7",
        "x):\n    b, l, f = x.size()\n    return torch.linear(x, self.w) * (b + l + f)",
        "BxLx7 | Bx7 | BxSxSx7 | BxFxCxCx7 | 7");
    row("loop", "w 3x3", "x):\n    for i in range(3):\n        x = torch.relu(x)\n    return torch.mm(x, self.w)",
        "Bx3 | BxLx3 | BxSxSx3 | BxFxCxCx3 | 3");
    row("list by number", "w 8x3x5x5; v 8x4x5x5",
        "x: List[Tensor]):\n    return torch.conv2d(x[0], self.w) + torch.conv2d(x[1], self.v)",
        "[Bx3xSxS | Bx4xSxS, Bx4xSxS | Bx3xSxS]"); // each its own first
    row("list of any length", "w 8x3x5x5",
        "x: List[Tensor]):\n    y = torch.zeros([1])\n    for i in range(len(x)):\n        y = y + torch.conv2d(x[i], "
        "self.w)\n"
        "    return y",
        "[Bx3xSxS ...]");
    row("list that is stacked", "w 8x3x5x5", "x: List[Tensor]):\n    return torch.conv2d(torch.stack(x, 0), self.w)",
        "[3xSxS ...]");
    row("tuple", "w 8x3x5x5; v 8x4x5x5",
        "x: Tuple[Tensor, Tensor]):\n    a, b = x\n    return torch.conv2d(a, self.w) + torch.conv2d(b, self.v)",
        "[Bx3xSxS, Bx4xSxS]");
    row("dictionary", "w 8x3x5x5; v 8x4x5x5",
        "x: Dict[str, Tensor]):\n    return torch.conv2d(x[\"a\"], self.w) + torch.conv2d(x[\"b\"], self.v)",
        "[a: Bx3xSxS, b: Bx4xSxS]");
    row("optional", "w 8x3x5x5",
        "x: Optional[Tensor]):\n    if x is None:\n        return torch.zeros([1])\n    return torch.conv2d(x, self.w)",
        "Bx3xSxS");
    row("mask", "w 5", "x):\n    return torch.masked_fill(self.w, x.unsqueeze(0), 0.)", "mask ");
    row("nothing known", "", "x):\n    return torch.relu(x)", "");
    row("unused", "", "x, n: int):\n    return n", ", ?");
}

void ShapeInferenceTest::guessesInputs()
{
    QFETCH(QString, parameters);
    QFETCH(QString, source);
    QFETCH(QString, guesses);
    const torch::jit::Module module =
        scriptedModule("def forward(self, " + source.toStdString() + '\n', parametersOf(parameters));
    QStringList found;
    for (const InputGuess &guess : guessInputs(module).arguments)
        found << text(guess);
    QCOMPARE(found.join(", "), guesses);
}

void ShapeInferenceTest::searchEnds_data()
{
    QTest::addColumn<int>("operators");
    QTest::addColumn<QString>("guess");
    QTest::newRow("within the depth of the search") << 300 << "Bx3xSxS";
    QTest::newRow("beyond it") << 5000 << "";
}

/// A chain of operators before the one that restricts the shape.
void ShapeInferenceTest::searchEnds()
{
    QFETCH(int, operators);
    QFETCH(QString, guess);
    std::string source = "def forward(self, x):\n";
    for (int i = 0; i < operators; ++i)
        source += "    x = torch.relu(x)\n";
    const torch::jit::Module module =
        scriptedModule(source + "    return torch.conv2d(x, self.w)\n", parametersOf("w 8x3x5x5"));
    QCOMPARE(text(guessInputs(module).arguments.front()), guess);
}

/// Nine patches of 16 x 16 pixels and one row for the class: an image of 3 x 16 = 48 pixels a side.
void ShapeInferenceTest::readsSidesOfPatches()
{
    const torch::jit::Module module =
        scriptedModule("def forward(self, x):\n    return torch.conv2d(x, self.patch) + self.position\n",
                       parametersOf("patch 8x3x16x16; position 1x10x8"));
    QCOMPARE(guessInputs(module).likelySides, (std::vector<std::int64_t> { 48 }));
}

void ShapeInferenceTest::guessesFromOthers()
{
    InputGuess words;
    words.kind = InputGuess::Kind::Tensor;
    words.tensors = { { { open_size::batch, open_size::length }, DType::Int64, {} } };
    InputGuess mask;
    mask.kind = InputGuess::Kind::Tensor;
    mask.mask = true;
    InputGuess unknown = mask;
    unknown.mask = false;
    std::vector<InputGuess> arguments { unknown, mask };
    guessFromOthers(arguments, nullptr); // no tensor is known
    QVERIFY(arguments[0].tensors.empty());
    arguments.push_back(words);
    guessFromOthers(arguments, nullptr);
    QCOMPARE(text(arguments[0].tensors.front()), QString("BxL:int64:1"));
    QCOMPARE(text(arguments[1].tensors.front()), QString("BxL:bool:1"));
    std::vector<InputGuess> given { unknown };
    const TensorSpec image { { 2, 3, 8, 8 }, DType::Float32, {}, false, {} };
    guessFromOthers(given, &image);
    QCOMPARE(text(given[0].tensors.front()), QString("2x3x8x8"));
}

RIDGEPOINT_TEST(ShapeInferenceTest)
#include "shape_inference_test.moc"
