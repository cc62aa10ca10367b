// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/unknown_panel.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/coverage_message.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace rooflight;

namespace {

Operator unknownCall(std::int64_t id, std::int64_t layer, std::string name)
{
    Operator op;
    op.id = id;
    op.layer = layer;
    op.name = std::move(name);
    op.cost.bytesRead = 600;
    op.cost.bytesWritten = 400;
    return op;
}

ItemLatency timed(std::int64_t id, double medianNs)
{
    ItemLatency latency;
    latency.item = { ItemId::Kind::Operator, id };
    latency.firstRunNs = latency.selfMedianNs = medianNs;
    latency.samples.summary.count = 50;
    latency.samples.summary.medianNs = medianNs;
    return latency;
}

/// A model with an attention that is called twice: its operators, and one of the model's own, have no formula. One
/// operator of four has one, with a tenth of the bytes and a quarter of the time.
Session unknownSession()
{
    Session session;
    Analysis analysis;
    Layer model;
    model.type = "Detector";
    model.leaf = false;
    Layer first;
    first.id = 1;
    first.parent = 0;
    first.path = "attention";
    first.type = "Attention";
    Layer second = first;
    second.id = 2;
    second.call = 1;
    analysis.layers = { model, first, second };
    Operator known = unknownCall(3, 0, "aten::relu");
    known.known = true;
    known.family = OperatorFamily::Activation;
    known.cost = { .macs = 0, .flops = 42, .bytesRead = 150, .bytesWritten = 183 };
    analysis.operators = { unknownCall(0, 1, "mine::attend"), unknownCall(1, 2, "mine::attend"),
                           unknownCall(2, 0, "mine::sort"), known };
    analysis.unknown = { { "mine::attend", 2, { "attention" }, 2000, {} },
                         { "mine::sort", 1, { "" }, 1000, "elementwise in costs.txt, line 3: no argument \"x\"" } };
    session.analysis = std::move(analysis);
    return session;
}

Session timedSession()
{
    Session result = unknownSession();
    LayerLatencies latencies;
    latencies.items = { timed(0, 2000), timed(1, 3000), timed(2, 1000), timed(3, 2000) };
    result.layers = std::move(latencies);
    return result;
}

} // namespace

class TestUnknownOperators : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void aMessageTellsWhatIsCovered();
    void nothingIsSaidWhenAllIsCovered();
    void theListHasOperatorsAndTheirLayers();
    void nothingIsPromisedBeforeTheModelIsCounted();
    void rowsSelectTheirLayers();
    void timesComeLater();
    void detailsTellThatWorkIsUnknown();
};

void TestUnknownOperators::aMessageTellsWhatIsCovered()
{
    MessageBar messages;
    CoverageMessage coverage(&messages);
    coverage.setSession(unknownSession());
    QCOMPARE(messages.shownText(), QStringLiteral("Formulas cover 1 of 4 operators and 9.9 % of the bytes."));
    coverage.setSession(timedSession());
    QCOMPARE(messages.count(), 1);
    QCOMPARE(messages.shownText(),
             QStringLiteral("Formulas cover 1 of 4 operators, 9.9 % of the bytes and 25 % of the time."));
    QSignalSpy requested(&coverage, &CoverageMessage::unknownOperatorsRequested);
    messages.findChildren<QPushButton *>("messageAction").constLast()->click(); // the others are on their way out
    QCOMPARE(requested.count(), 1);
    coverage.setSession(timedSession());
    QCOMPARE(messages.count(), 0); // it was read
}

void TestUnknownOperators::nothingIsSaidWhenAllIsCovered()
{
    MessageBar messages;
    CoverageMessage coverage(&messages);
    coverage.setSession(unknownSession());
    coverage.setSession(fixture::resnet18());
    QCOMPARE(messages.count(), 0);
}

void TestUnknownOperators::theListHasOperatorsAndTheirLayers()
{
    Selection selection;
    UnknownPanel panel(&selection);
    panel.setSession(timedSession());
    const auto *list = panel.findChild<QTreeWidget *>();
    QCOMPARE(list->topLevelItemCount(), 2);
    const QTreeWidgetItem *attend = list->topLevelItem(0);
    QStringList cells;
    for (int column = 0; column < 4; ++column)
        cells << attend->text(column);
    QCOMPARE(cells, (QStringList { "mine::attend", "2", "2.00 kB", "5.00 µs" }));
    QCOMPARE(attend->childCount(), 2);
    QCOMPARE(attend->child(0)->text(0), QStringLiteral("attention"));
    QCOMPARE(attend->child(1)->text(0), QStringLiteral("attention #2"));
    const QTreeWidgetItem *sort = list->topLevelItem(1);
    QCOMPARE(sort->child(0)->text(0), QStringLiteral("Detector"));
    QVERIFY(sort->text(4).contains(QStringLiteral("line 3")));
}

void TestUnknownOperators::nothingIsPromisedBeforeTheModelIsCounted()
{
    Selection selection;
    UnknownPanel panel(&selection);
    const auto saysThatAllIsKnown = [&panel] {
        return std::ranges::any_of(panel.findChildren<QLabel *>(), [](const QLabel *label) {
            return label->text() == QStringLiteral("Every operator of this model has a formula.");
        });
    };
    panel.setSession({});
    QVERIFY(!saysThatAllIsKnown());
    Session session = unknownSession();
    session.analysis.edit().operators.clear();
    session.analysis.edit().unknown.clear();
    panel.setSession(session);
    QVERIFY(saysThatAllIsKnown());
}

void TestUnknownOperators::rowsSelectTheirLayers()
{
    Selection selection;
    UnknownPanel panel(&selection);
    panel.setSession(unknownSession());
    auto *list = panel.findChild<QTreeWidget *>();
    list->setCurrentItem(list->topLevelItem(0));
    const std::set<ItemId> both { { ItemId::Kind::Layer, 1 }, { ItemId::Kind::Layer, 2 } };
    QCOMPARE(selection.selected(), both);
    list->setCurrentItem(list->topLevelItem(0)->child(1));
    QCOMPARE(selection.selected(), (std::set<ItemId> { { ItemId::Kind::Layer, 2 } }));
    // The model itself has no point: the operator stands for it.
    list->setCurrentItem(list->topLevelItem(1));
    QCOMPARE(selection.focus(), std::optional(ItemId { ItemId::Kind::Operator, 2 }));
}

void TestUnknownOperators::timesComeLater()
{
    Selection selection;
    UnknownPanel panel(&selection);
    panel.setSession(unknownSession());
    const auto *list = panel.findChild<QTreeWidget *>();
    QCOMPARE(list->topLevelItem(0)->text(3), QString());
    panel.setSession(timedSession());
    QCOMPARE(list->topLevelItem(0)->text(3), QStringLiteral("5.00 µs"));
    panel.setSession({});
    QCOMPARE(list->topLevelItemCount(), 0);
}

void TestUnknownOperators::detailsTellThatWorkIsUnknown()
{
    Selection selection;
    DetailsPanel panel(&selection);
    const Session timed = timedSession();
    const JudgedSession judged(timed);
    panel.setSession(judged);
    panel.show();
    selection.select({ ItemId::Kind::Operator, 2 });
    QVERIFY2(panel.text().contains(QStringLiteral("mine::sort")), qPrintable(panel.text()));
    QVERIFY2(panel.text().contains(QStringLiteral("Unknown")), qPrintable(panel.text()));
    QVERIFY2(panel.text().contains(QStringLiteral("600 B")), qPrintable(panel.text()));
    QVERIFY2(panel.text().contains(QStringLiteral("line 3")), qPrintable(panel.text()));
    selection.select({ ItemId::Kind::Operator, 3 });
    QVERIFY2(panel.text().contains(QStringLiteral("42 FLOP")), qPrintable(panel.text()));
}

ROOFLIGHT_TEST(TestUnknownOperators)
#include "test_unknown_operators.moc"
