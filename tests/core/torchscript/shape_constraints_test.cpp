// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/shape_constraints.h"
#include "support/shape_texts.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace rooflight;
using namespace rooflight::test;
using torch::jit::Node;

/// What one operator of a small graph says about shapes. Expected shapes follow from the shapes that PyTorch's manual
/// gives for inputs, weights and results (N batch, C channels).
class ShapeConstraintsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsValues();
    void knowsTensors_data();
    void knowsTensors();
    void indexesDimensions();
    void constrainsShapes_data();
    void constrainsShapes();
    void recognisesMasks_data();
    void recognisesMasks();
};

void ShapeConstraintsTest::knowsValues()
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

void ShapeConstraintsTest::knowsTensors_data()
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

void ShapeConstraintsTest::knowsTensors()
{
    QFETCH(QString, expression);
    QFETCH(QString, shape);
    const Expression known("w 2x3x4", expression);
    const std::optional<TensorInfo> tensor = known.values.tensor(known.result());
    QCOMPARE(tensor ? tensor->shape : Shape { -1 }, shape.isEmpty() ? Shape { -1 } : shapeOf(shape));
}

void ShapeConstraintsTest::indexesDimensions()
{
    QCOMPARE(dimensionIndex(2, 3), std::optional<std::size_t>(2));
    QCOMPARE(dimensionIndex(-3, 3), std::optional<std::size_t>(0));
    QVERIFY(!dimensionIndex(3, 3));
    QVERIFY(!dimensionIndex(-4, 3));
    QVERIFY(!dimensionIndex(0, 0));
    QVERIFY(!dimensionIndex(std::nullopt, 3));
    QVERIFY(!dimensionIndex(std::numeric_limits<std::int64_t>::min(), 3));
}

void ShapeConstraintsTest::constrainsShapes_data()
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

void ShapeConstraintsTest::constrainsShapes()
{
    QFETCH(QString, parameters);
    QFETCH(QString, expression);
    QFETCH(QString, shapes);
    const Expression known(parameters, expression);
    QCOMPARE(text(shapeConstraints(known.firstUse(), known.values)), shapes);
}

void ShapeConstraintsTest::recognisesMasks_data()
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

void ShapeConstraintsTest::recognisesMasks()
{
    QFETCH(QString, expression);
    QFETCH(bool, mask);
    const Expression known("w 2", expression);
    QCOMPARE(usesAsMask(known.firstUse()), mask);
}

ROOFLIGHT_TEST(ShapeConstraintsTest)
#include "shape_constraints_test.moc"
