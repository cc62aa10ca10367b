// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "core/report/token_report.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/timing_fixture.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/token_panel.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>
#include <QTranslator>
#include <QTreeWidget>

using namespace rooflight;

namespace {

/// Prefill and decode of a small model, as the command line saved them.
Session committedTokens()
{
    Result<Session> session = readSession(ROOFLIGHT_ROOT "/tests/data/sessions/tokens.ridge");
    return session.ok() ? std::move(session.value()) : Session();
}

QString tabOf(const QTabWidget &tabs)
{
    return tabs.tabText(tabs.currentIndex());
}

bool hasTab(const QTabWidget &tabs, const QString &title)
{
    for (int tab = 0; tab < tabs.count(); ++tab) {
        if (tabs.tabText(tab) == title)
            return tabs.isTabVisible(tab);
    }
    return false;
}

} // namespace

class TestTokenPanel : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatReportsSay();
    void isThereForWorkloadsAlone();
    void leavesBenchmarksInFront();
    void followsTheLanguage();
};

void TestTokenPanel::showsWhatReportsSay()
{
    const Session session = committedTokens();
    QCOMPARE(session.workloads.size(), std::size_t { 2 });
    TokenPanel panel;
    QVERIFY(!panel.hasWorkloads());
    panel.setSession(session);
    QVERIFY(panel.hasWorkloads());
    const Section section = workloadSection(session);
    const auto *table = panel.findChild<QTreeWidget *>();
    QCOMPARE(table->topLevelItemCount(), int(section.table.rows.size()));
    QCOMPARE(table->columnCount(), int(section.table.columns.size()));
    for (int column = 0; column < table->columnCount(); ++column) {
        QCOMPARE(table->headerItem()->text(column),
                 QString::fromStdString(section.table.columns[std::size_t(column)].title.text()));
        for (int row = 0; row < table->topLevelItemCount(); ++row)
            QCOMPARE(table->topLevelItem(row)->text(column),
                     QString::fromStdString(section.table.rows[std::size_t(row)][std::size_t(column)]));
    }
    QCOMPARE(table->topLevelItem(0)->text(0), QStringLiteral("prefill"));
    QCOMPARE(table->topLevelItem(1)->text(0), QStringLiteral("decode"));
    const QString text = panel.findChild<QPlainTextEdit *>()->toPlainText();
    QVERIFY(!section.paragraphs.empty());
    for (const std::string &paragraph : section.paragraphs)
        QVERIFY2(text.contains(QString::fromStdString(paragraph)), qPrintable(text));
}

void TestTokenPanel::isThereForWorkloadsAlone()
{
    TimingPanel panel;
    const auto &tabs = *panel.findChild<QTabWidget *>();
    panel.setSession(fixture::resnet18());
    QVERIFY(!hasTab(tabs, "Tokens") && !panel.hasContent());
    panel.setSession(committedTokens());
    QVERIFY(hasTab(tabs, "Tokens") && panel.hasContent());
    QCOMPARE(tabOf(tabs), QStringLiteral("Tokens"));
    panel.setSession(fixture::resnet18());
    QVERIFY(!hasTab(tabs, "Tokens") && !panel.hasContent());
    QVERIFY(tabOf(tabs) != QStringLiteral("Tokens"));
}

void TestTokenPanel::leavesBenchmarksInFront()
{
    TimingPanel panel;
    Session session = committedTokens();
    session.methods = fixture::methods();
    panel.setSession(session);
    const auto &tabs = *panel.findChild<QTabWidget *>();
    QVERIFY(hasTab(tabs, "Tokens"));
    QCOMPARE(tabOf(tabs), QStringLiteral("Methods"));
}

void TestTokenPanel::followsTheLanguage()
{
    TokenPanel panel;
    panel.setSession(committedTokens());
    const auto *table = panel.findChild<QTreeWidget *>();
    QCOMPARE(table->headerItem()->text(0), QStringLiteral("Workload"));
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
    QEvent change(QEvent::LanguageChange);
    QCoreApplication::installTranslator(&chinese);
    QCoreApplication::sendEvent(&panel, &change);
    const QString title = table->headerItem()->text(0);
    const QString text = panel.findChild<QPlainTextEdit *>()->toPlainText();
    QCoreApplication::removeTranslator(&chinese);
    QCoreApplication::sendEvent(&panel, &change);
    QCOMPARE(title, QString::fromUtf8("工作负载"));
    QVERIFY2(!text.contains("A step of the"), qPrintable(text));
    QCOMPARE(table->headerItem()->text(0), QStringLiteral("Workload"));
}

ROOFLIGHT_TEST(TestTokenPanel)
#include "test_token_panel.moc"
