// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/family_legend.h"
#include "ui/charts/roofline/roofline_content.h"

#include <QTest>
#include <QToolButton>

#include <set>

using namespace rooflight;

/// The legend leaves out words only if two rows do not hold them.
class TestFamilyLegend : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void itKeepsItsWords_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("rows");
        QTest::newRow("one row") << 1400 << 1;
        QTest::newRow("two rows") << 500 << 2;
    }

    void itKeepsItsWords()
    {
        QFETCH(int, width);
        QFETCH(int, rows);
        FamilyLegend legend;
        legend.setMostRows(2);
        legend.setContent(rooflineContent(JudgedSession(fixture::resnet18())), {});
        legend.resize(width, legend.heightForWidth(width));
        legend.show();
        QVERIFY(QTest::qWaitForWindowExposed(&legend));
        const QList<QToolButton *> buttons = legend.findChildren<QToolButton *>();
        QVERIFY(buttons.size() > 4);
        std::set<int> tops;
        for (const QToolButton *button : buttons) {
            QVERIFY(button->isVisible());
            QVERIFY(legend.rect().contains(button->geometry()));
            const int needed = button->fontMetrics().horizontalAdvance(button->text());
            QVERIFY2(button->width() >= needed, qPrintable(button->text()));
            const bool isConvolution = button->text() == "Convolution"; // 20 of them in the paper on ResNet-18
            const QString count = isConvolution ? QStringLiteral("Convolution (20).") : QStringLiteral(" (");
            QVERIFY2(button->toolTip().contains(count), qPrintable(button->toolTip()));
            tops.insert(button->y());
        }
        QCOMPARE(int(tops.size()), rows);
    }

    void oneRowIsAllThatALowChartHas()
    {
        FamilyLegend legend;
        legend.setMostRows(1);
        legend.setContent(rooflineContent(JudgedSession(fixture::resnet18())), {});
        legend.resize(500, legend.heightForWidth(500));
        legend.show();
        QVERIFY(QTest::qWaitForWindowExposed(&legend));
        for (const QToolButton *button : legend.findChildren<QToolButton *>())
            QVERIFY2(!button->isVisible() || button->y() == 0, qPrintable(button->text()));
    }
};

ROOFLIGHT_TEST(TestFamilyLegend)
#include "test_family_legend.moc"
