// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/roofline/judged_session.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/timing_fixture.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/what_if_panel.h"

#include <QComboBox>
#include <QSlider>
#include <QTest>
#include <QTranslator>

using namespace rooflight;

class TestSentences : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void unitsStayWithTheirNumbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("kept"); // with ~ where no line may end
        QTest::newRow("time") << "takes 18.2 ms here"
                              << "takes 18.2~ms here";
        QTest::newRow("percent") << "87 % of it"
                                 << "87~% of it";
        QTest::newRow("rate") << "at 1.92 TFLOP/s and 148 GB/s."
                              << "at 1.92~TFLOP/s and 148~GB/s.";
        QTest::newRow("throughput") << "of 8.73 items/s."
                                    << "of 8.73~items/s.";
        QTest::newRow("count") << "layer1.0.conv2 ×2 hold"
                               << "layer1.0.conv2~×2 hold";
        QTest::newRow("binary") << "of 16 MiB"
                                << "of 16~MiB";
        QTest::newRow("words") << "2 sessions, 3 Bytes, 4 methods"
                               << "2 sessions, 3 Bytes, 4 methods";
    }

    void unitsStayWithTheirNumbers()
    {
        QFETCH(QString, text);
        QFETCH(QString, kept);
        QCOMPARE(withUnbrokenUnits(text), kept.replace(u'~', QChar(QChar::Nbsp)));
    }

    /// A roof in doubt has the name that the chart gives it, in the person's language.
    void aRoofInDoubtIsNamedInChinese()
    {
        Session session = fixture::resnet18();
        for (Roof &roof : session.peaks.edit().roofs) {
            roof.setName("FP32 FMA", composedText("vector"));
            roof.interval = { roof.value / 4, roof.value * 4 };
        }
        const JudgedSession judged(session);
        QVERIFY(!judged.answer().trustworthy());
        QVERIFY(judged.answer().withheldBecause.front().roof);
        QVERIFY(judged.answer().disturbedBy.empty());
        QCOMPARE(uncertainSentence(judged), QStringLiteral("Uncertain: FP32 FMA (vector) varies too much."));
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QVERIFY(QCoreApplication::installTranslator(&chinese));
        const QString said = uncertainSentence(judged);
        QVERIFY(QCoreApplication::removeTranslator(&chinese));
        QVERIFY2(said.contains(QString::fromUtf8("FP32 FMA（向量）")), qPrintable(said));
    }

    /// That nothing is faster is said only of a trial that decided so.
    void undecidedRemediesSayWhy()
    {
        Remedies tried = fixture::remedies();
        tried.best = {};
        tried.remedies[0].change.ratioInterval = { 0.9, 1.1 };
        QCOMPARE(remediesSummary(tried), QStringLiteral("No change is significantly faster"));
        tried.remedies[0].change.control = TrialControl { 1, { 1, 1 }, 0 };
        QCOMPARE(remediesSummary(tried),
                 QStringLiteral("Not decided (two identical processes were not timed often enough)"));
        tried.remedies.erase(tried.remedies.begin());
        QCOMPARE(remediesSummary(tried), QStringLiteral("No change was timed"));
        Remedies stopped = fixture::remedies();
        stopped.partial = true;
        QVERIFY(remediesSummary(stopped).startsWith("Not complete: these are the times so far.\nbfloat16: 2.00"));
    }

    /// Without bandwidths of caches the time at the roofs is no best one.
    void aDataSheetWithoutCachesIsNoLowerLimit()
    {
        WhatIfPanel panel;
        panel.setObserved(1, "Here");
        panel.devices()->setCurrentIndex(panel.devices()->findText(QStringLiteral("H100 SXM"), Qt::MatchContains));
        Forecast forecast;
        forecast.hereNs = 18.2e6;
        forecast.thereAtRoofNs = 1.1e6;
        panel.setForecast(forecast);
        QVERIFY2(panel.text().contains("Its caches are not known, so it may be faster."), qPrintable(panel.text()));
        panel.devices()->setCurrentIndex(0);
        panel.batchSlider()->setValue(1);
        panel.setForecast(forecast);
        QVERIFY2(!panel.text().contains("caches"), qPrintable(panel.text()));
    }

    void sentencesFollowEachOther()
    {
        QCOMPARE(joinedSentences({ "One.", "Two." }), QStringLiteral("One. Two."));
        QCOMPARE(joinedSentences({ "One." }), QStringLiteral("One."));
        QCOMPARE(joinedSentences({}), QString());
    }
};

ROOFLIGHT_TEST(TestSentences)
#include "test_sentences.moc"
