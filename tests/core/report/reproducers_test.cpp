// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/report/exports.h"
#include "tests/core/roofline/session_builder.h"

using namespace rooflight;
using rooflight::test::SessionBuilder;

/// The scripts that repeat operators: what stands in them, and what never does.
class ReproducersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptHasTheCall();
    void provenChangeIsMade();
    void wordsOfTheModelAreLeftOut_data();
    void wordsOfTheModelAreLeftOut();
    void whatCannotBeRepeatedIsNamed();
    void sessionWithoutExperimentsHasNone();
};

namespace {

CalledTensor tensorOf(Shape shape, std::vector<std::int64_t> strides, DType dtype = DType::Float32)
{
    CalledTensor tensor;
    tensor.info = { std::move(shape), dtype };
    tensor.strides = std::move(strides);
    return tensor;
}

CalledArgument argumentOf(const char *name, ArgumentKind kind)
{
    return { .name = name, .kind = kind };
}

/// add(x, x, alpha=2.5): x has gaps, and lies behind other numbers.
CalledOperator addition()
{
    CalledArgument self = argumentOf("self", ArgumentKind::Tensor);
    self.tensors = { tensorOf({ 2, 3 }, { 8, 1 }) };
    self.tensors[0].offset = 130;
    self.tensors[0].negative = true;
    CalledArgument other = argumentOf("other", ArgumentKind::Tensor);
    other.tensors = self.tensors;
    other.tensors[0].sameAs = 0;
    CalledArgument alpha = argumentOf("alpha", ArgumentKind::Number);
    alpha.byName = true;
    alpha.numbers = { 2.5 };
    return { "aten::add", "Tensor", { self, other, alpha } };
}

/// One operator of the layer "secret.block", called again so; page faults take half of its time.
Session sessionOf(CalledOperator call)
{
    SessionBuilder builder;
    const std::int64_t layer = builder.addLayer(0, "secret.block");
    builder.addOperator(layer, OperatorFamily::Elementwise, DType::Float32, { .elementwise = 6 }, 1000, 50'000);
    Session session = builder.session();
    session.explanation.emplace();
    session.explanation.edit().threads = 2;
    session.explanation.edit().model = "/models/secret.pt";
    ExplainedOperator op;
    op.medianNs = 41'000;
    op.pageFaults = 9;
    op.otherLoad = false;
    op.experiments = { { Experiment::Control, 1, { 0.98, 1.02 }, 12 },
                       { Experiment::PageFaults, 0.5, { 0.45, 0.55 }, 12 } };
    op.call = std::move(call);
    session.explanation.edit().operators = { op };
    return session;
}

Reproducers reproducersIn(const Session &session)
{
    return reproducersOf(JudgedSession(session));
}

bool has(const Reproducer &script, std::string_view text)
{
    return script.text.find(text) != std::string::npos;
}

} // namespace

void ReproducersTest::scriptHasTheCall()
{
    const Reproducers all = reproducersIn(sessionOf(addition()));
    QVERIFY(all.leftOut.empty());
    QCOMPARE(all.scripts.size(), std::size_t { 1 });
    const Reproducer &script = all.scripts.front();
    QCOMPARE(script.fileName, "0000_add.py");
    for (const char *line :
         { "OPERATOR = torch.ops.aten.add.Tensor\n", "THREADS = 2\n", "COLD = False\n", "SESSION_US = 41.0 ",
           "MODEL_US = 50.0\n", "PAGE_FAULTS = 9.0 ",
           "    tensors.append(tensor((2, 3), (8, 1), torch.float32, offset=2))\n", "    tensors.append(tensors[0])\n",
           "    given = [tensors[0], tensors[1]]\n", "    named = {\"alpha\": 2.5}\n", "import torch\n" })
        QVERIFY2(has(script, line), line);
    for (const char *word : { "secret", "models", "# CALL", "SPDX" })
        QVERIFY2(!has(script, word), word);
}

void ReproducersTest::provenChangeIsMade()
{
    const Session session = sessionOf(addition());
    QVERIFY(has(reproducersIn(session).scripts.front(), "CHANGE = \"keep_memory\"\nRATIO = 0.5 "));
    Session other = session;
    other.explanation.edit().operators[0].experiments[1].id = Experiment::MemoryFormat;
    QVERIFY(has(reproducersIn(other).scripts.front(), "CHANGE = \"channels_last\"\n"));
    Session nothing = session;
    nothing.explanation.edit().operators[0].experiments.pop_back();
    QVERIFY(has(reproducersIn(nothing).scripts.front(), "CHANGE = None\n"));
}

void ReproducersTest::wordsOfTheModelAreLeftOut_data()
{
    QTest::addColumn<CalledOperator>("call");
    const auto changed = [](auto change) {
        CalledOperator call = addition();
        change(call);
        return call;
    };
    QTest::newRow("operator of another library") << changed([](auto &call) { call.name = "secret::add"; });
    QTest::newRow("name that ends the line") << changed([](auto &call) { call.name = "aten::add\nimport os"; });
    QTest::newRow("name with a dot") << changed([](auto &call) { call.name = "aten::add.secret"; });
    QTest::newRow("overload") << changed([](auto &call) { call.overload = "Tensor;secret"; });
    QTest::newRow("name of an argument") << changed([](auto &call) { call.arguments[2].name = "secret\": 1, \""; });
    QTest::newRow("text") << changed([](auto &call) {
        call.arguments[2].kind = ArgumentKind::Text;
        call.arguments[2].text = "secret\"";
    });
    QTest::newRow("text in place of a number") << changed([](auto &call) {
        call.arguments[2].numbers.clear();
        call.arguments[2].text = "secret";
    });
}

void ReproducersTest::wordsOfTheModelAreLeftOut()
{
    QFETCH(CalledOperator, call);
    const Reproducers all = reproducersIn(sessionOf(call));
    QVERIFY(all.scripts.empty());
    QCOMPARE(all.leftOut.size(), std::size_t { 1 });
}

void ReproducersTest::whatCannotBeRepeatedIsNamed()
{
    const auto reasonOf = [](auto change) {
        Session session = sessionOf(addition());
        change(session.explanation.edit().operators[0]);
        const Reproducers all = reproducersIn(session);
        return all.scripts.empty() && all.leftOut.size() == 1 ? all.leftOut.front() : std::string();
    };
    const auto hasReason = [&](const char *reason, auto change) {
        const std::string sentence = reasonOf(change);
        return sentence.find(reason) != std::string::npos && sentence.find("secret.block") != std::string::npos;
    };
    QVERIFY(hasReason("not on the list", [](ExplainedOperator &op) { op.call.reset(); }));
    QVERIFY(hasReason("could not be called again", [](ExplainedOperator &op) { op.failure = "no"; }));
    QVERIFY(hasReason("neither a plain tensor",
                      [](ExplainedOperator &op) { op.call->arguments[0].kind = ArgumentKind::Other; }));
    QVERIFY(hasReason("must hold the numbers", [](ExplainedOperator &op) {
        op.call->arguments[0].name = "offsets";
        op.call->arguments[0].tensors[0].range = { 0, 9 };
    }));
    QVERIFY(hasReason("malformed", [](ExplainedOperator &op) { op.call->arguments[0].tensors[0].strides = { 1 }; }));
    QVERIFY(hasReason("malformed", [](ExplainedOperator &op) {
        op.call->arguments[0].tensors[0].info.shape = { std::int64_t { 1 } << 62, 4 };
    }));
}

void ReproducersTest::sessionWithoutExperimentsHasNone()
{
    const Reproducers all = reproducersIn(Session {});
    QVERIFY(all.scripts.empty() && all.leftOut.empty());
}

ROOFLIGHT_TEST(ReproducersTest)
#include "reproducers_test.moc"
