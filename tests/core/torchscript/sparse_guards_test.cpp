// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/language_guards.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/values/sparse_guards.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/serialization/pickle.h>
#include <torch/jit.h>

#include <string>
#include <vector>

using namespace rooflight;

namespace {

c10::IValue result(const std::string &body, torch::jit::Stack values)
{
    const auto unit = torch::jit::compile("def f(i, j, v):\n    " + body + "\n");
    const c10::InferenceMode inference;
    return unit->get_function("f")(std::move(values));
}

at::Tensor indices(std::vector<std::int64_t> values)
{
    return at::tensor(values, at::kLong);
}

QString reasonOf(const std::string &body, torch::jit::Stack values)
{
    try {
        static_cast<void>(result(body, std::move(values)));
    } catch (const std::exception &error) {
        return QString::fromUtf8(error.what());
    }
    return QStringLiteral("it ran");
}

/// A module with tensors as attributes that multiplies the sparse one.
std::string savedModule(const QTemporaryDir &folder, const std::vector<std::pair<std::string, at::Tensor>> &tensors,
                        const std::string &source)
{
    torch::jit::Module module("__torch__.Sparse");
    for (const auto &[name, tensor] : tensors)
        module.register_buffer(name, tensor);
    module.define(source);
    const std::string path = folder.filePath("sparse.pt").toStdString();
    module.save(path);
    return path;
}

} // namespace

/// Indices of sparse tensors. Without the checks the refused ones are read and written through.
class SparseGuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { guardLanguage(); }

    void refusesIndicesBeyondTheSizes_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *body, const char *reason) {
            QTest::newRow(body) << QString::fromUtf8(body) << QString::fromUtf8(reason);
        };
        // i = 0, 2, 4; j = 0, 1, 9; v are two numbers.
        row("return torch.sparse_coo_tensor(torch.stack([j[1:], i[1:]]), v, [5, 5])", "found index 9");
        row("return torch.sparse_coo_tensor(torch.stack([i[1:], -j[1:]]), v, [5, 5])", "found negative index");
        row("return torch.sparse_coo_tensor(torch.stack([i[1:], -j[1:]]), v)", "found negative index");
        row("return torch.sparse_coo_tensor(torch.stack([i[:2], i[:2]]).flip([1]), v, [5, 5], is_coalesced=True)",
            "coalesced");
        row("return torch.sparse_coo_tensor(torch.stack([i[:2], i[:2]]), torch.ones([7]), [5, 5])", "");
        row("return torch.sparse_csr_tensor(torch.stack([i[0], i[1], j[2]]), i[:2], v, [2, 5])", "crow_indices");
        row("return torch.sparse_csr_tensor(torch.stack([i[0], i[0], i[1]]), j[1:], v, [2, 5])", "col_indices");
        row("return torch.sparse_csr_tensor(torch.stack([i[0], i[1], i[0]]), i[:2], v, [2, 5])", "crow_indices");
        row("return torch.sparse_csc_tensor(torch.stack([i[0], i[0], i[1]]), j[1:], v, [5, 2])", "row_indices");
        row("return torch.sparse_compressed_tensor(torch.stack([i[0], i[0], i[1]]), j[1:], v, [2, 5], layout=2)",
            "col_indices");
        row("return torch.sparse_bsr_tensor(torch.stack([i[0], i[0], i[1]]), j[1:], v.view([2, 1, 1]), [2, 5])",
            "col_indices");
        row("return torch.sparse_csr_tensor(i[0], i[0], v[0], [0, 0])", "");
    }

    void refusesIndicesBeyondTheSizes()
    {
        QFETCH(QString, body);
        QFETCH(QString, reason);
        const QString found =
            reasonOf(body.toStdString(), { indices({ 0, 2, 4 }), indices({ 0, 1, 9 }), at::ones({ 2 }) });
        QVERIFY2(found != "it ran" && found.contains(reason), qPrintable(found));
    }

    void multipliesWhatFits()
    {
        const torch::jit::Stack values { indices({ 0, 2, 4 }), indices({ 0, 1, 2 }), at::ones({ 3 }) };
        // Rows 0, 1 and 2 have a one in columns 0, 2 and 4.
        const at::Tensor expected = at::tensor({ 0.0F, 2.0F, 4.0F }).view({ 3, 1 });
        for (const char *const made : { "torch.sparse_coo_tensor(torch.stack([j, i]), v, [3, 5])",
                                        "torch.sparse_coo_tensor(torch.stack([j, i]), v)",
                                        "torch.sparse_csr_tensor(torch.arange(4), i, v, [3, 5])",
                                        "torch.sparse_csr_tensor(torch.arange(4), i, v)" }) {
            const std::string product = std::string("return torch.mm(") + made + ", torch.arange(5.0).view([5, 1]))";
            QVERIFY2(result(product, values).toTensor().equal(expected), made);
        }
    }

    /// Whoever has the tensor of which indices were made may write to it.
    void keepsIndicesOfItsOwn()
    {
        const at::Tensor dense = result("k = torch.stack([i, i])\n    s = torch.sparse_coo_tensor(k, v, [5, 5])\n"
                                        "    k.fill_(1000000000)\n    return s.to_dense()",
                                        { indices({ 0, 2, 4 }), indices({ 0 }), at::ones({ 3 }) })
                                     .toTensor();
        QVERIFY(dense.equal(at::diag(at::tensor({ 1.0F, 0.0F, 1.0F, 0.0F, 1.0F }))));
    }

    /// Its indices may be those of another tensor, whose sizes stay.
    void isNotTransposedInPlace()
    {
        for (const char *const call : { "transpose_(0, 1)", "t_()", "swapaxes_(0, 1)", "swapdims_(0, 1)" }) {
            const std::string body = std::string("s = torch.sparse_coo_tensor(torch.stack([i, j]), v, [2, 1000])\n"
                                                 "    d = s.detach()\n    d.")
                + call + "\n    return s.to_dense()";
            const QString found = reasonOf(body, { indices({ 0, 1 }), indices({ 5, 999 }), at::ones({ 2 }) });
            QVERIFY2(found.contains("a sparse tensor is not transposed in place"), qPrintable(found));
        }
        QVERIFY(
            result("return v.transpose_(0, 1)", { at::ones({}), at::ones({}), at::ones({ 2, 3 }) }).toTensor().sizes()
            == at::IntArrayRef({ 3, 2 }));
    }

    void refusesThoseOfAFile()
    {
        const QTemporaryDir folder;
        const std::string source = "def forward(self, x):\n    return torch.mm(self.s, x)\n";
        const auto sparse = [](const at::Tensor &rows) {
            return at::_sparse_coo_tensor_unsafe(at::stack({ rows, indices({ 0, 1 }) }), at::ones({ 2 }), { 2, 2 });
        };
        const auto load = [&](const at::Tensor &tensor) {
            return LoadedModel::load(savedModule(folder, { { "s", tensor } }, source), "cpu", Executor::Unoptimized);
        };
        QVERIFY(load(sparse(indices({ 0, 1 }))).ok());
        const Result<LoadedModel> far = load(sparse(indices({ 0, 1'000'000'000 })));
        QVERIFY(!far.ok());
        QVERIFY2(far.error().text.find("found index 1000000000") != std::string::npos, far.error().text.c_str());
        const auto compressed = [](const at::Tensor &columns) {
            return at::_sparse_csr_tensor_unsafe(indices({ 0, 1, 2 }), columns, at::ones({ 2 }), { 2, 2 },
                                                 at::TensorOptions().layout(at::kSparseCsr));
        };
        QVERIFY(load(compressed(indices({ 0, 1 }))).ok());
        QVERIFY(!load(compressed(indices({ 0, 1'000'000'000 }))).ok());
    }

    /// A module may keep the tensor of which indices were made, and its file one copy of both.
    void readsIndicesOfItsOwn()
    {
        const QTemporaryDir folder;
        const at::Tensor edges = at::tensor({ 0, 1, 0, 1 }, at::kLong).view({ 2, 2 });
        const at::Tensor sparse = at::_sparse_coo_tensor_unsafe(edges, at::ones({ 2 }), { 2, 2 });
        const std::string path =
            savedModule(folder, { { "edges", edges }, { "s", sparse } },
                        "def forward(self, x):\n    self.edges.fill_(1000000000)\n    return torch.mm(self.s, x)\n");
        Result<LoadedModel> model = LoadedModel::load(path, "cpu", Executor::Unoptimized);
        QVERIFY(model.ok());
        QVERIFY(model.value().run({ at::ones({ 2, 2 }) }).toTensor().equal(at::ones({ 2, 2 })));
    }

    void readsPickles()
    {
        const at::Tensor far = at::_sparse_coo_tensor_unsafe(indices({ 7 }).view({ 1, 1 }), at::ones({ 1 }), { 2 });
        QVERIFY_THROWS_EXCEPTION(std::exception, static_cast<void>(readPickle(torch::jit::pickle_save(far))));
        const at::Tensor near = at::_sparse_coo_tensor_unsafe(indices({ 1 }).view({ 1, 1 }), at::ones({ 1 }), { 2 });
        QVERIFY(readPickle(torch::jit::pickle_save(near)).toTensor().to_dense().equal(at::tensor({ 0.0F, 1.0F })));
    }
};

ROOFLIGHT_TEST(SparseGuardsTest)
#include "sparse_guards_test.moc"
