// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/views/window/summary_bar.h"
#include "ui/views/window/summary_card.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QTranslator>
#include <QVBoxLayout>

#include <array>

using namespace rooflight;

namespace rooflight {

/// A plain result that is no part of a session.
struct PlainNumbers {
    double memory = 0;
    double clock = 0;
};

template<> struct ResultTraits<PlainNumbers> {
    static constexpr std::array numbers {
        ResultNumber<PlainNumbers> { "memory", "Memory", "B/s", &PlainNumbers::memory },
        ResultNumber<PlainNumbers> { "clock", "Clock", "ns", &PlainNumbers::clock },
    };
};

} // namespace rooflight

/// The headline figures of the window.
class TestSummaryBar : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    /// A measurement that was cancelled while it warmed up.
    void nothingIsShownBeforeTheFirstSample()
    {
        Session session;
        session.latency.emplace().samples.warmupNs = { 5e6 };
        SummaryBar bar;
        bar.setSession(session);
        QCOMPARE(valueOf(bar, QStringLiteral("Latency (median)")), QStringLiteral("–"));
        QCOMPARE(valueOf(bar, QStringLiteral("Throughput (mean)")), QStringLiteral("–"));
    }

    /// 7194 items a second in batches of four are 1798.5 runs.
    void itemsAreShownWhereTheBatchIsKnown()
    {
        Session session;
        ModelLatency &latency = session.latency.emplace();
        latency.samples.summary.count = 5;
        latency.samples.summary.medianNs = 2e6;
        latency.batch = 4;
        latency.throughputPerSecond = 7194;
        latency.batchSource = BatchSource::Found;
        SummaryBar bar;
        bar.setSession(session);
        QCOMPARE(valueOf(bar, QStringLiteral("Latency (median)")), QStringLiteral("2.00 ms"));
        QCOMPARE(valueOf(bar, QStringLiteral("Throughput (mean)")), QStringLiteral("7,190 items/s"));
        latency.batchSource = BatchSource::Unknown;
        bar.setSession(session);
        QCOMPARE(valueOf(bar, QStringLiteral("Throughput (mean)")), QStringLiteral("1,800 runs/s"));
    }

    /// A shape needs no caption; its tool tip has it.
    void whatSpeaksForItselfHasNoCaption()
    {
        Session session;
        session.analysis.emplace().inputs.emplace_back().tensor.shape = { 1, 3, 224, 224 };
        SummaryBar bar;
        bar.setSession(session);
        QStringList tips;
        for (const QLabel *label : bar.findChild<QWidget *>(QStringLiteral("facts"))->findChildren<QLabel *>()) {
            QVERIFY(label->text() != QStringLiteral("Input") || label->isHidden());
            QVERIFY(label->text() != QStringLiteral("Latency (median)") || !label->isHidden());
            tips << label->toolTip();
        }
        QVERIFY2(tips.join(u'\n').contains(QStringLiteral("Input: 1x3x224x224")), qPrintable(tips.join(u'\n')));
    }

    void energyIsShownOrWhyThereIsNone()
    {
        Session session;
        ModelLatency &latency = session.latency.emplace();
        latency.samples.summary.count = 5;
        const QString title = QStringLiteral("Energy of a run (mean)");
        SummaryBar bar;
        bar.setSession(session);
        QVERIFY(!bar.all()->valueOf(title)); // of an older version
        latency.energy = { {}, {}, {}, {}, composedText("this machine has no counter") };
        bar.setSession(session);
        QCOMPARE(valueOf(bar, title), QStringLiteral("not available: this machine has no counter"));
        latency.energy = { 2.15, std::array { 2.1, 2.2 }, 31.26, EnergySource::Rapl, {} };
        bar.setSession(session);
        QCOMPARE(valueOf(bar, title), QStringLiteral("2.15 J"));
        const QString tip = bar.all()->valueOf(title)->toolTip();
        QVERIFY2(tip.contains(u"2.15 J a run (95 % interval 2.10 J to 2.20 J). Measured by the counter of the CPU "
                              u"packages (RAPL)")
                     && tip.contains(u"Idle power: 31.3 W."),
                 qPrintable(tip));
    }

    /// Their titles are texts of reports.
    void plainResultsAreInTheLanguageOfTheWindow()
    {
        const auto titles = [] {
            QStringList texts;
            for (const ModelFact &fact : plainFacts(PlainNumbers { 2e9, 1500 }))
                texts << fact.title + u' ' + fact.value;
            return texts;
        };
        QCOMPARE(titles(), (QStringList { "Memory 2.00 GB/s", "Clock 1.50 µs" }));
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QCoreApplication::installTranslator(&chinese);
        const QStringList translated = titles();
        QCoreApplication::removeTranslator(&chinese);
        QCOMPARE(translated, (QStringList { "内存 2.00 GB/s", "频率 1.50 µs" }));
    }

    void whatTheGpuCountedIsATip()
    {
        Session session;
        Analysis &analysis = session.analysis.emplace();
        analysis.totals.cost = { 0, 0, 60000000, 40000000 };
        SummaryBar bar;
        const auto tip = [&bar] { return bar.all()->valueOf(QStringLiteral("Memory traffic"))->toolTip(); };
        bar.setSession(session);
        QVERIFY2(!tip().contains(u"counted"), qPrintable(tip()));
        analysis.counted = CountedBytes { 45000000, 30000000 };
        bar.setSession(session);
        QVERIFY2(tip().contains(u"The GPU counted 45.0 MB read and 30.0 MB written"), qPrintable(tip()));
        QVERIFY2(tip().contains(u"more than 20 % off"), qPrintable(tip()));
        analysis.counted = CountedBytes { 55000000, 30000000 };
        bar.setSession(session);
        QVERIFY2(!tip().contains(u"more than 20 % off"), qPrintable(tip()));
    }

    /// Two lines at the width of a usual window, more in a narrow one; all of it is drawn.
    void theHeadlineIsNeverCut_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("mostLines");
        QTest::newRow("usual") << 1280 << 2;
        QTest::newRow("small") << 800 << 3;
        QTest::newRow("least") << 480 << 6;
    }

    void theHeadlineIsNeverCut()
    {
        QFETCH(int, width);
        QFETCH(int, mostLines);
        QWidget window;
        auto *layout = new QVBoxLayout(&window);
        layout->setContentsMargins(0, 0, 0, 0);
        auto *shown = new SummaryBar;
        layout->addWidget(shown);
        layout->addStretch();
        SummaryBar &bar = *shown;
        window.resize(width, 400);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        bar.setHeadline(sentencesOf(QStringLiteral("With layer4.0.conv2 at its roof: 16.2 ms (14.4 to 18.0, −25 %). ")
                                        .repeated(4)
                                        .left(200))); // the longest there is
        const auto *label = bar.findChild<QLabel *>(QStringLiteral("headline"));
        QTRY_COMPARE(label->height(), label->heightForWidth(label->width()));
        QTRY_VERIFY(bar.rect().contains(label->geometry()));
        QTextDocument written;
        written.setDefaultFont(label->font());
        written.setDocumentMargin(0);
        written.setHtml(label->text());
        written.setTextWidth(label->width());
        QVERIFY2(written.size().height() <= label->height() + 1, qPrintable(QString::number(written.size().height())));
        QVERIFY2(label->height() < (mostLines + 0.6) * label->fontMetrics().lineSpacing(),
                 qPrintable(QString::number(label->height())));
    }

    /// What is read must not change under the eyes, but an answer does not wait for one that has no times.
    void aProvisionalHeadlineStands()
    {
        SummaryBar bar;
        const auto show = [&bar](const char *text, HeadlineBasis basis, std::optional<double> medianNs = {}) {
            bar.setHeadline(sentencesOf(QString::fromLatin1(text)), basis, medianNs);
            return bar.headline();
        };
        QCOMPARE(show("No times.", HeadlineBasis::Roofs), QStringLiteral("No times."));
        QCOMPARE(show("One run.", HeadlineBasis::FirstRuns), QStringLiteral("One run."));
        QCOMPARE(show("Two runs.", HeadlineBasis::FirstRuns), QStringLiteral("One run."));
        QCOMPARE(show("Layers.", HeadlineBasis::Layers), QStringLiteral("Layers."));
        QCOMPARE(show("Model.", HeadlineBasis::Model), QStringLiteral("Model."));
        QCOMPARE(show("Other roofs.", HeadlineBasis::Model), QStringLiteral("Model."));
        QCOMPARE(show("With times.", HeadlineBasis::Model, 2e6), QStringLiteral("With times."));
        QCOMPARE(show("As long.", HeadlineBasis::Model, 2.1e6), QStringLiteral("With times."));
        QCOMPARE(show("Longer.", HeadlineBasis::Model, 2.3e6), QStringLiteral("Longer."));
        QCOMPARE(show("Shorter.", HeadlineBasis::Model, 1e6), QStringLiteral("Shorter."));
        QCOMPARE(show("Last.", HeadlineBasis::Everything), QStringLiteral("Last."));
        QCOMPARE(show("Of another file.", HeadlineBasis::Roofs), QStringLiteral("Of another file."));
    }

    void theBasisIsWhatWasMeasuredWhole()
    {
        Session session;
        QCOMPARE(headlineBasis(session, true), HeadlineBasis::Roofs);
        LayerLatencies layers;
        layers.instrumentedModel.samplesNs = { 2e6, 3e6 };
        layers.instrumentedModel.flags = { SampleFlag::Partial };
        session.layers = layers;
        QCOMPARE(headlineBasis(session, true), HeadlineBasis::FirstRuns);
        layers.instrumentedModel.flags.clear();
        session.layers = layers;
        QCOMPARE(headlineBasis(session, true), HeadlineBasis::Layers);
        ModelLatency latency;
        latency.samples.samplesNs = { 2e6 };
        latency.samples.flags = { SampleFlag::Partial };
        session.latency = latency;
        QCOMPARE(headlineBasis(session, true), HeadlineBasis::Layers);
        latency.samples.flags.clear();
        session.latency = latency;
        QCOMPARE(headlineBasis(session, true), HeadlineBasis::Model);
        QCOMPARE(headlineBasis(session, false), HeadlineBasis::Everything);
    }

private:
    static std::vector<Phrase> sentencesOf(const QString &text)
    {
        return { Phrase { .text = "%1", .arguments = { literalPhrase(text.toStdString()) } } };
    }

    static QString valueOf(const SummaryBar &bar, const QString &title)
    {
        const QLabel *label = bar.all()->valueOf(title);
        return label ? label->text() : QString();
    }
};

ROOFLIGHT_TEST(TestSummaryBar)
#include "test_summary_bar.moc"
