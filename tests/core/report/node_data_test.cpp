// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/report/exports.h"
#include "tests/core/roofline/session_builder.h"

#include <cmath>

using namespace rooflight;
using rooflight::test::SessionBuilder;

/// The values of nodes, by the rules of the files that Model Explorer reads.
class NodeDataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorsOfANodeAddUp();
    void limitIsThatOfTheLongest();
    void onlyTimedNodesOfExports();
};

namespace {

/// The node "linear" of two operators, "relu" of one, and one of no node.
Session sessionOfExport()
{
    SessionBuilder builder;
    const std::int64_t layer = builder.addLayer(0, "a");
    builder.addOperator(layer, OperatorFamily::Movement, DType::Float32, {}, 400'000, 20'000); // 10 us at its roof
    builder.addOperator(layer, OperatorFamily::Matrix, DType::Float32, { .macs = 4'000'000 }, 1000, 60'000); // 40 us
    builder.addOperator(layer, OperatorFamily::Movement, DType::Float32, {}, 400'000, 20'000);
    builder.addOperator(layer, OperatorFamily::Movement, DType::Float32, {}, 400'000, 20'000);
    builder.timeModel({ 120'000 });
    Session session = builder.session();
    session.analysis.edit().model.form = ModelForm::Export;
    session.analysis.edit().operators[0].node = "linear";
    session.analysis.edit().operators[1].node = "linear";
    session.analysis.edit().operators[2].node = "relu";
    return session;
}

QJsonObject graphOf(const NodeData &data)
{
    const QJsonObject file = QJsonDocument::fromJson(QByteArray::fromStdString(data.json)).object();
    return file.size() == 1 ? file["graph"].toObject() : QJsonObject(); // as its adapter for PyTorch names it
}

double valueIn(const NodeData &data, const char *node)
{
    return graphOf(data)["results"].toObject()[QLatin1String(node)].toObject()["value"].toDouble(-1);
}

bool isAbout(double value, double expected)
{
    return std::abs(value - expected) < 1e-6 * expected;
}

} // namespace

void NodeDataTest::operatorsOfANodeAddUp()
{
    const JudgedSession judged(sessionOfExport());
    const std::vector<NodeData> sets = nodeDataOf(judged).value();
    QCOMPARE(sets.size(), std::size_t { 4 });
    const double baseNs = judged.operators()[2].timeNs.value(); // whatever the base of times is
    QVERIFY(isAbout(valueIn(sets[0], "linear"), 4 * baseNs / 1e3));
    QVERIFY(isAbout(valueIn(sets[0], "relu"), baseNs / 1e3));
    QCOMPARE(graphOf(sets[0])["results"].toObject().size(), 2);
    QVERIFY(isAbout(valueIn(sets[1], "linear"), 4 * valueIn(sets[1], "relu")));
    QVERIFY(isAbout(valueIn(sets[1], "relu"), 100.0 * 20 / 120));
    QVERIFY(isAbout(valueIn(sets[2], "relu"), 100 * judged.operators()[2].timeAtRoofNs.value() / baseNs));
    QVERIFY(isAbout(valueIn(sets[2], "linear"),
                    100 * (judged.operators()[0].timeAtRoofNs.value() + judged.operators()[1].timeAtRoofNs.value())
                        / (4 * baseNs)));
    const QJsonArray gradient = graphOf(sets[0])["gradient"].toArray();
    QCOMPARE(gradient.first()["stop"].toDouble(), 0);
    QCOMPARE(gradient.last()["stop"].toDouble(), 1);
    double last = 0;
    for (const QJsonValue &threshold : graphOf(sets[2])["thresholds"].toArray()) {
        QVERIFY(threshold["value"].toDouble() > last && threshold["bgColor"].isString());
        last = threshold["value"].toDouble();
    }
}

void NodeDataTest::limitIsThatOfTheLongest()
{
    const JudgedSession judged(sessionOfExport());
    const NodeData limits = nodeDataOf(judged).value().back();
    QCOMPARE(QString(limits.id.data()), "limit");
    const QJsonObject results = graphOf(limits)["results"].toObject();
    const auto boundOf = [&](std::size_t i) {
        const std::string_view bound = name(judged.operators()[i].verdict.bound);
        return QString::fromUtf8(bound.data(), static_cast<qsizetype>(bound.size()));
    };
    QVERIFY(boundOf(0) != boundOf(1));
    QCOMPARE(results["linear"]["value"].toString(), boundOf(1));
    QCOMPARE(results["relu"]["value"].toString(), boundOf(2));
    QVERIFY(results["linear"]["bgColor"].toString() != results["relu"]["bgColor"].toString());
}

void NodeDataTest::onlyTimedNodesOfExports()
{
    const auto textFor = [](const auto &change) {
        Session session = sessionOfExport();
        change(session);
        const Result<std::vector<NodeData>> sets = nodeDataOf(JudgedSession(session));
        return sets.ok() ? std::string() : sets.error().text;
    };
    const auto says = [](const std::string &text, const char *part) { return text.find(part) != std::string::npos; };
    QVERIFY(says(textFor([](Session &session) { session.layers.reset(); }), "no times of operators"));
    QVERIFY(says(textFor([](Session &session) {
                     for (Operator &op : session.analysis.edit().operators)
                         op.node.clear();
                 }),
                 "older version"));
    QVERIFY(says(textFor([](Session &session) {
                     session.analysis.edit().model.form = ModelForm::Script;
                     for (Operator &op : session.analysis.edit().operators)
                         op.node.clear();
                 }),
                 "not of a torch.export file"));
    QVERIFY(says(textFor([](Session &session) { session.analysis.reset(); }), "not of a torch.export file"));
}

ROOFLIGHT_TEST(NodeDataTest)
#include "node_data_test.moc"
