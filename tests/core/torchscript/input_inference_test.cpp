// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/input_inference.h"
#include "core/torchscript/infer/shape_constraints.h"
#include "support/script_model.h"
#include "support/shape_texts.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// Shapes of inputs, inferred from small graphs. Expected shapes follow from the shapes that PyTorch's manual gives for
/// inputs, weights and results (N batch, C channels).
class InputInferenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsListsOfWeights();
    void infersInputShapes_data();
    void infersInputShapes();
    void guessesInputs_data();
    void guessesInputs();
    void searchEnds_data();
    void searchEnds();
    void readsSidesOfPatches();
    void guessesFromOthers();
    void knowsNeededNumbers_data();
    void knowsNeededNumbers();
    void lengthsAreThoseOfTheSequences();
};

/// torch.nn.LSTM keeps its weights in a list that is an attribute; a file may leave it empty.
void InputInferenceTest::readsListsOfWeights()
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

void InputInferenceTest::infersInputShapes_data()
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

void InputInferenceTest::infersInputShapes()
{
    QFETCH(QString, expression);
    QFETCH(QString, kind);
    QFETCH(QString, output);
    QFETCH(QString, inputs);
    const Expression known("w 2x3", expression);
    const std::vector<TensorGuess> outputs = { { shapeOf(output), DType::Float32, {} } };
    QCOMPARE(text(inferInputShapes(known.useBy(kind), outputs, known.values)), inputs);
}

void InputInferenceTest::guessesInputs_data()
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
    // A recurrent layer takes (L, N, H), or (N, L, H) with batch_first: the tokens have its first two.
    const char *time =
        "x):\n    y = torch.embedding(self.e, x)\n    return torch.gru(y, torch.zeros([1, 1, 5]), [self.w, "
        "self.v], False, 1, 0., False, False, False)[0]";
    const char *batches = "x):\n    y = torch.embedding(self.e, x)\n    return torch.gru(y, torch.zeros([1, 1, 5]), "
                          "[self.w, self.v], False, 1, 0., False, False, True)[0]";
    row("tokens, time first", "e 30x4; w 15x4; v 15x5", time,
        "LxB:int64:0..29 | BxL:int64:0..29 | B:int64:0..29 | L:int64:0..29");
    row("tokens, batch first", "e 30x4; w 15x4; v 15x5", batches, "BxL:int64:0..29 | B:int64:0..29 | L:int64:0..29");
    row("nothing known", "", "x):\n    return torch.relu(x)", "");
    row("unused", "", "x, n: int):\n    return n", ", ?");
}

void InputInferenceTest::guessesInputs()
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

void InputInferenceTest::searchEnds_data()
{
    QTest::addColumn<int>("operators");
    QTest::addColumn<QString>("guess");
    QTest::newRow("within the depth of the search") << 300 << "Bx3xSxS";
    QTest::newRow("beyond it") << 5000 << "";
}

/// A chain of operators before the one that restricts the shape.
void InputInferenceTest::searchEnds()
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
void InputInferenceTest::readsSidesOfPatches()
{
    const torch::jit::Module module =
        scriptedModule("def forward(self, x):\n    return torch.conv2d(x, self.patch) + self.position\n",
                       parametersOf("patch 8x3x16x16; position 1x10x8"));
    QCOMPARE(guessInputs(module).likelySides, (std::vector<std::int64_t> { 48 }));
}

void InputInferenceTest::guessesFromOthers()
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

/// What torch.nn.utils.rnn, torch.nn.functional and transformers do with masks, lengths and ends of groups.
void InputInferenceTest::knowsNeededNumbers_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("fill");
    const auto row = [](const char *name, const char *source, const char *fill) {
        QTest::newRow(name) << QString("def forward(self, x):\n    ") + source + "\n" << fill;
    };
    row("hidden where true", "return torch.masked_fill(self.w, x, -1e9)", "4:bool:0");
    row("through views", "return torch.masked_fill(self.w, x.unsqueeze(0)[0].to(11), -1e9)", "4:bool:0");
    row("kept where true", "return torch.masked_fill(self.w, torch.logical_not(x), -1e9)", "4:bool:1");
    row("kept where not 0", "return torch.masked_fill(self.w, x == 0, -1e9)", "4:bool:1");
    row("hidden where 1", "return torch.masked_fill(self.w, x == 1, -1e9)", "4:bool:0");
    row("one less the mask", "return torch.masked_fill(self.w, (1 - x).to(11), -1e9)", "4:bool:1");
    row("added", "return self.w + (1 - x.to(6)) * -1e9", "4:bool:1");
    row("of scores", "return torch.where(x, self.w, -1e9)", "4:bool:1");
    row("of fillings", "return torch.where(x, -1e9, self.w)", "4:bool:0");
    row("of two", "return torch.where(x, self.w, self.w * 2)", "none");
    row("attention", "return torch.scaled_dot_product_attention(self.w, self.w, self.w, x)", "4:bool:1");
    row("lengths", "return torch._pack_padded_sequence(self.w, x.to(4), True)[0]", "4:bool:24");
    row("ends of groups", "return torch._grouped_mm(self.w, self.w, x.to(3))", "4:bool:6...24");
    row("numbers", "return self.w * x", "none");
}

void InputInferenceTest::knowsNeededNumbers()
{
    QFETCH(QString, source);
    QFETCH(QString, fill);
    const InputGuesses guesses = guessInputs(scriptedModule(source.toStdString(), { { "w", { 4, 4 } } }));
    const std::optional<TensorFill> &needed = guesses.arguments.at(0).needed;
    QString found = "none";
    if (needed)
        found =
            QString::fromStdString(specText({ TensorSpec { { 4 }, DType::Bool, upTo(*needed, 24, 4), false, {} } }));
    QCOMPARE(found, fill);
}

/// As nn.LSTM takes them: with lengths of 0 and 1 it would not run, or do a step.
void InputInferenceTest::lengthsAreThoseOfTheSequences()
{
    const ScriptModel model(
        "def forward(self, x, lengths):\n"
        "    a, b = torch._pack_padded_sequence(self.m.forward(x), lengths, True)\n"
        "    return torch._pad_packed_sequence(a, b, True, 0, 0)[0]\n",
        { { "m", childModule("Wide", { 8, 5 }, "def forward(self, x):\n    return torch.linear(x, self.weight)\n") } });
    LoadedModel loaded = model.load(Executor::Unoptimized);
    const ModelInputs inputs = model.inputs(loaded, {});
    const at::Tensor sequences = inputs.values.at(0).toTensor();
    QCOMPARE(sequences.dim(), std::int64_t { 3 });
    QVERIFY(inputs.values.at(1).toTensor().eq(sequences.size(1)).all().item<bool>());
    QVERIFY(sequences.size(1) > 1);
}

ROOFLIGHT_TEST(InputInferenceTest)
#include "input_inference_test.moc"
