// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

using namespace rooflight;
using fixture::layer;

namespace {

QString valueOf(const DetailSection &section, const QString &name)
{
    for (const DetailRow &row : section.rows) {
        if (row.name == name)
            return row.value;
    }
    return {};
}

} // namespace

/// What the details say of several items.
class TestDetails : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    /// blocks.0.fc: 12 us, 10 us at its roof, 10 MFLOP, 60 and 40 kB. blocks.0.act: 6 us, 5 us, 1 kFLOP, twice 250 kB.
    /// The model takes 110 us: 18 of them are 16 %. 10,001,000 FLOP / 600,000 B.
    void sumsOfSeveralComeFirst()
    {
        const Session session = fixture::threeBlocks();
        const ItemDetails details = jointDetails(JudgedSession(session), { layer(2), layer(3) }, layer(3));
        QCOMPARE(details.title, QStringLiteral("Selected: 2"));
        const DetailSection &together = details.sections.front();
        QCOMPARE(together.title, QStringLiteral("Together"));
        QCOMPARE(valueOf(together, "Time"), QStringLiteral("18.0 µs"));
        QCOMPARE(valueOf(together, "Share"), QStringLiteral("16 %"));
        QCOMPARE(valueOf(together, "At its roof"), QStringLiteral("15.0 µs"));
        QCOMPARE(valueOf(together, "Could save"), QStringLiteral("3.00 µs"));
        QCOMPARE(valueOf(together, "FLOPs"), QStringLiteral("10.0 MFLOP (10,001,000)"));
        QCOMPARE(valueOf(together, "Read"), QStringLiteral("310 kB (310,000)"));
        QCOMPARE(valueOf(together, "Written"), QStringLiteral("290 kB (290,000)"));
        QCOMPARE(valueOf(together, "Intensity"), QStringLiteral("16.7 FLOP/B"));
        QVERIFY(together.note.isEmpty());
        const DetailRow last { QStringLiteral("Last selected"), QStringLiteral("blocks.0.act"), layer(3) };
        QCOMPARE(details.sections[1].rows.front(), last);
    }

    void whatTheGpuCountedIsOfTheWholeModel()
    {
        Session session = fixture::threeBlocks();
        session.analysis.edit().totals.cost = { 0, 0, 50000000, 40000000 };
        session.analysis.edit().counted = CountedBytes { 45000000, 30000000 };
        const auto counted = [&session](std::int64_t id) {
            for (const DetailSection &section : itemDetails(JudgedSession(session), layer(id)).sections) {
                if (const QString value = valueOf(section, "Counted by the GPU"); !value.isEmpty())
                    return value;
            }
            return QString();
        };
        QCOMPARE(counted(0), QStringLiteral("45.0 MB read, 30.0 MB written"));
        QCOMPARE(counted(1), QString());
        session.analysis.edit().counted = CountedBytes { 45000000, 20000000 };
        QCOMPARE(counted(0), QStringLiteral("45.0 MB read, 20.0 MB written: more than 20 % off the computed bytes"));
    }

    void whatIsInsideCountsOnce()
    {
        const Session session = fixture::threeBlocks();
        const ItemDetails details = jointDetails(JudgedSession(session), { layer(0), layer(2), layer(10) }, layer(10));
        QCOMPARE(details.title, QStringLiteral("Selected: 3"));
        QVERIFY(details.sections.front().note.contains("count once"));
    }

    /// Without the half that is padding fc takes 5 us at the roof of 1 TFLOP/s: 10 MFLOP / 5 us = 2 TFLOP/s.
    void aRateAboveTheRoofIsExplained()
    {
        Session session = fixture::threeBlocks();
        Operator &op = session.analysis.edit().operators.emplace_back();
        op.layer = 2;
        op.name = "aten::conv1d";
        op.family = OperatorFamily::Convolution;
        op.dtype = DType::Float32;
        op.known = true;
        op.cost = session.analysis->layers[2].cost;
        op.work.macs = 5'000'000;
        const auto note = [&session] {
            for (const DetailSection &section : itemDetails(JudgedSession(session), layer(2)).sections) {
                if (section.title == "Roofline")
                    return valueOf(section, "Attainable") + u' ' + section.note;
            }
            return QString();
        };
        QVERIFY2(note().startsWith("1.00 TFLOP/s") && !note().contains("padding"), qPrintable(note()));
        op.work.avoidableMacs = 2'500'000;
        QVERIFY2(note().startsWith("2.00 TFLOP/s") && note().contains("padding"), qPrintable(note()));
    }

    void longNamesBreakAfterTheirDots()
    {
        Session session = fixture::threeBlocks();
        const std::string type = "torch.nn.modules.transformer.TransformerEncoderLayer";
        session.analysis.edit().layers[0].type = type;
        Selection selection;
        DetailsPanel panel(&selection);
        panel.resize(260, 400);
        panel.show();
        const JudgedSession judged(session);
        panel.setSession(judged);
        const auto *text = panel.findChild<QTextBrowser *>();
        const QString raw = text->document()->toRawText();
        QVERIFY(raw.contains(u"modules.\u200btransformer."));
        QVERIFY(raw.contains(u"Encoder\u200bLayer"));
        QVERIFY(panel.text().contains(QString::fromStdString(type)));
    }

    /// There are dozens of links in the details of a model.
    void tabLeavesAndRightStepsThroughTheLinks()
    {
        const Session session = fixture::resnet18();
        Selection selection;
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        auto *panel = new DetailsPanel(&selection, &window);
        auto *next = new QLineEdit(&window);
        layout->addWidget(panel);
        layout->addWidget(next);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const JudgedSession judged(session);
        panel->setSession(judged);
        auto *text = panel->findChild<QTextBrowser *>();
        QVERIFY(text->toHtml().contains("href"));
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Right);
        const QString first = text->textCursor().selectedText();
        QVERIFY(!first.isEmpty());
        QTest::keyClick(text, Qt::Key_Right);
        QVERIFY(text->textCursor().selectedText() != first || text->textCursor().hasSelection());
        QVERIFY(text->hasFocus());
        QTest::keyClick(text, Qt::Key_Tab);
        QVERIFY(!text->hasFocus());
    }

    void panelFollowsTheSelection()
    {
        const Session session = fixture::threeBlocks();
        Selection selection;
        DetailsPanel panel(&selection);
        panel.show();
        const JudgedSession judged(session);
        panel.setSession(judged);
        QVERIFY(!panel.text().contains("Together"));
        selection.setSelected({ layer(2), layer(3) }, layer(2));
        QVERIFY2(panel.text().contains("Together") && panel.text().contains("18.0 µs"), qPrintable(panel.text()));
        selection.select(layer(2));
        QVERIFY(!panel.text().contains("Together"));
    }

    /// The verdict and its figures first; one click has all the rest, and another takes it away.
    void theEssentialComesFirst()
    {
        const Session session = fixture::resnet18();
        Selection selection;
        DetailsPanel panel(&selection);
        panel.setShowsAll(false);
        panel.show();
        const JudgedSession judged(session);
        panel.setSession(judged);
        const QString brief = panel.text();
        // The headline has the model's time and gain.
        QVERIFY2(brief.contains("Roofline") && brief.contains("Achieved") && !brief.contains("Could save"),
                 qPrintable(brief));
        selection.select(layer(1));
        QVERIFY2(panel.text().contains("Time") && panel.text().contains("Could save"), qPrintable(panel.text()));
        selection.clear();
        QCOMPARE(panel.text(), brief);
        QVERIFY2(brief.contains("of its roof") && !brief.contains("Operators") && !brief.contains("Memory"),
                 qPrintable(brief));
        QVERIFY2(!brief.contains("Intensity"), qPrintable(brief)); // the chart has it
        auto *text = panel.findChild<QTextBrowser *>();
        QSignalSpy chosen(&panel, &DetailsPanel::showsAllChosen);
        text->setFocus();
        QTest::keyClick(text, Qt::Key_Right);
        QCOMPARE(text->textCursor().selectedText(), QStringLiteral("Show all"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QVERIFY2(panel.text().contains("Operators") && panel.text().contains("Memory"), qPrintable(panel.text()));
        QVERIFY(panel.text().contains("sum over its")); // and the whole verdict
        panel.setShowsAll(false);
        QCOMPARE(panel.text(), brief);
    }

    /// "Largest working set" is wider than half of a narrow panel; at most half of it is kept from the values.
    void narrowPanelsLeaveRoomForValues()
    {
        const Session session = fixture::threeBlocks();
        Selection selection;
        DetailsPanel panel(&selection);
        panel.resize(900, 400);
        panel.show();
        const JudgedSession judged(session);
        panel.setSession(judged);
        const auto *text = panel.findChild<QTextBrowser *>();
        const auto widestMargin = [text] {
            double widest = 0;
            for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
                widest = std::max(widest, block.blockFormat().leftMargin());
            return widest;
        };
        const double whole = widestMargin();
        const QString name = QStringLiteral("Largest working set");
        QVERIFY(text->document()->toRawText().contains(name + u'\t'));
        panel.resize(int(whole), 400);
        QVERIFY2(widestMargin() <= whole / 2, qPrintable(QString::number(widestMargin())));
        QVERIFY(text->document()->toRawText().contains(name + QChar(QChar::LineSeparator)));
        panel.resize(900, 400);
        QCOMPARE(widestMargin(), whole);
    }
};

ROOFLIGHT_TEST(TestDetails)
#include "test_details.moc"
