// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/script_model.h"
#include "tests/support/test_program.h"

#include "core/torchscript/inputs/batch_dimension.h"

#include <ATen/Functions.h>

#include <QTest>

using namespace rooflight;

/// Models whose batch can be read off their few lines.
class BatchDimensionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchIsWhatKeepsItemsApart_data();
    void batchIsWhatKeepsItemsApart();
    void reasonIsGivenWhereItIsNotKnown_data();
    void reasonIsGivenWhereItIsNotKnown();
    void personNamesTheDimension();
    void wrongNamesAreErrors_data();
    void wrongNamesAreErrors();
    void itemsRepeat();
    void withoutInputsThereIsNone();
    void lostDeviceEndsTheSearch();
};

namespace {

Result<BatchDimension> foundBatch(const ScriptModel &script, const QStringList &specs)
{
    LoadedModel model = script.load(Executor::Unoptimized);
    std::vector<std::string> texts;
    for (const QString &spec : specs)
        texts.push_back(spec.toStdString());
    return findBatch(model, script.inputs(model, texts));
}

BatchDimension batchOf(const ScriptModel &script, const QStringList &specs)
{
    const Result<BatchDimension> found = foundBatch(script, specs);
    return found.ok() ? found.value() : BatchDimension {};
}

} // namespace

void BatchDimensionTest::batchIsWhatKeepsItemsApart_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("specs");
    QTest::addColumn<int>("items");
    QTest::addColumn<QString>("place");
    QTest::newRow("elementwise") << "def forward(self, x):\n    return x.relu()" << QStringList { "4x3" } << 4
                                 << "dimension 0 of x";
    QTest::newRow("running sum over time")
        << "def forward(self, x):\n    return torch.cumsum(x, 0)" << QStringList { "5x2x3" } << 2 << "dimension 1 of x";
    QTest::newRow("all steps see all others") << "def forward(self, x):\n    return x - x.mean(0, keepdim=True)"
                                              << QStringList { "6x1x4" } << 1 << "dimension 1 of x";
    QTest::newRow("flattened results") << "def forward(self, x):\n    return x.reshape(-1)" << QStringList { "3x2" }
                                       << 3 << "dimension 0 of x";
    QTest::newRow("a constant beside") << "def forward(self, x):\n    return x.relu(), torch.ones([7])"
                                       << QStringList { "2x3" } << 2 << "dimension 0 of x";
    QTest::newRow("mask with its batch first")
        << "def forward(self, x, mask):\n    return torch.cumsum(x, 0) * mask.t().unsqueeze(2)"
        << QStringList { "5x2x3", "2x5" } << 2 << "dimension 1 of x";
    QTest::newRow("list of images") << R"(def forward(self, images: List[Tensor]):
    sums: List[Tensor] = []
    for image in images:
        sums.append(torch.conv2d(image.unsqueeze(0), torch.ones([2, 3, 1, 1])).sum())
    return sums)" << QStringList { R"(["3x4x5","3x2x2","3x6x6"])" }
                                    << 3 << "the length of images";
}

void BatchDimensionTest::batchIsWhatKeepsItemsApart()
{
    QFETCH(QString, source);
    QFETCH(QStringList, specs);
    QFETCH(int, items);
    QFETCH(QString, place);
    const BatchDimension batch = batchOf(ScriptModel(source.toStdString() + "\n"), specs);
    QCOMPARE(batch.info.source, BatchSource::Found);
    QCOMPARE(batch.info.items, std::int64_t { items });
    QVERIFY2(batch.info.reason.text.find(place.toStdString()) != std::string::npos, batch.info.reason.text.c_str());
}

void BatchDimensionTest::reasonIsGivenWhereItIsNotKnown_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("reason");
    const QString changes = "With dimension 0 of x doubled the results of an item change: it depends on others, or on "
                            "chance.";
    QTest::newRow("everything depends on everything") << "def forward(self, x):\n    return x / x.exp().sum()"
                                                      << "3x4" << changes;
    QTest::newRow("chance") << "def forward(self, x):\n    return x + torch.rand_like(x)"
                            << "3x4" << changes;
    // A mean over a set that holds everything twice is that over the set: the others must be another set.
    QTest::newRow("attention without places") << "def forward(self, x):\n    h = x[0].float().unsqueeze(1)\n    return "
                                                 "torch.softmax(h.mm(h.t()) * 0.1, 1).mm(h).t()"
                                              << "1x6:int64:arange" << changes;
    QTest::newRow("built in") << "def forward(self, x):\n    return x.view([3, 4])"
                              << "3x2x2"
                              << "With dimension 0 of x doubled the model does not run.";
    QTest::newRow("one image")
        << "def forward(self, x):\n    return torch.conv2d(x.unsqueeze(0), torch.ones([2, 3, 3, 3]))"
        << "3x8x8"
        << "With dimension 0 of x doubled the model does not run.";
    QTest::newRow("a scalar") << "def forward(self, x):\n    return x + 1"
                              << "0d"
                              << "The model takes no tensor that could hold several items.";
}

void BatchDimensionTest::reasonIsGivenWhereItIsNotKnown()
{
    QFETCH(QString, source);
    QFETCH(QString, spec);
    QFETCH(QString, reason);
    const BatchDimension batch = batchOf(ScriptModel(source.toStdString() + "\n"), { spec });
    QCOMPARE(batch.info.source, BatchSource::Unknown);
    QCOMPARE(batch.info.items, std::int64_t { 1 });
    QCOMPARE(QString::fromStdString(batch.info.reason.text), reason);
}

void BatchDimensionTest::personNamesTheDimension()
{
    const ScriptModel script("def forward(self, x, y):\n    return x.sum() + y.sum()\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "5x2", "2x7" });
    const BatchDimension second = givenBatch({ "1" }, inputs).value();
    QCOMPARE(second.info.items, std::int64_t { 2 });
    QCOMPARE(second.info.source, BatchSource::Given);
    QCOMPARE(second.info.reason.text, std::string("It is dimension 1 of x, as asked for."));
    const BatchDimension named = givenBatch({ "y=1" }, inputs).value();
    QCOMPARE(named.info.items, std::int64_t { 7 });
    QCOMPARE(named.places.front().kind, BatchPlace::Kind::None);
    const BatchDimension none = givenBatch({ "none" }, inputs).value();
    QCOMPARE(none.info.items, std::int64_t { 1 });
    QVERIFY(none.isKnown() && !none.exists());
}

void BatchDimensionTest::wrongNamesAreErrors_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "x", "-1", "z=0", "x=2", "2", "length", "x=", "1.5" })
        QTest::newRow(text) << text;
}

void BatchDimensionTest::wrongNamesAreErrors()
{
    QFETCH(QString, text);
    const ScriptModel script("def forward(self, x):\n    return x\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const Result<BatchDimension> batch = givenBatch({ text.toStdString() }, script.inputs(model, { "5x2" }));
    QVERIFY(!batch.ok());
    QCOMPARE(batch.error().code, ErrorCode::CommandLine);
}

/// Columns 0 and 1 of [[0, 1], [2, 3]], over and over.
void BatchDimensionTest::itemsRepeat()
{
    const ScriptModel script("def forward(self, x):\n    return x\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "2x2:int64:arange" });
    const ModelInputs five = withBatch(model, inputs, givenBatch({ "1" }, inputs).value(), 5).value();
    const at::Tensor expected = at::tensor({ 0, 1, 0, 1, 0, 2, 3, 2, 3, 2 }, at::kLong).reshape({ 2, 5 });
    QVERIFY(five.values.front().toTensor().equal(expected));
    QCOMPARE(five.described.front().tensor.shape, (Shape { 2, 5 }));
    QCOMPARE(five.batch.items, std::int64_t { 5 });
}

void BatchDimensionTest::withoutInputsThereIsNone()
{
    const ScriptModel script("def forward(self):\n    return 1\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const Result<ModelInputs> inputs = makeModelInputs(model, {}, 1);
    QVERIFY(!inputs.ok());
    QCOMPARE(inputs.error().text, script.path() + " takes no inputs, so it has no batch size.");
}

void BatchDimensionTest::lostDeviceEndsTheSearch()
{
    const ScriptModel script("def forward(self, x):\n"
                             "    assert x.size(0) <= 2, 'CUDA error: device-side assert triggered'\n"
                             "    return x.relu()\n");
    const Result<BatchDimension> found = foundBatch(script, { "2x3" });
    QVERIFY(!found.ok());
    QCOMPARE(found.error().code, ErrorCode::DeviceMissing);
}

ROOFLIGHT_TEST(BatchDimensionTest)
#include "batch_dimension_test.moc"
