// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/item_details.h"
#include "ui/views/window/sample_session.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

using namespace rooflight;

/// Experiments on operators, asked for in the window: the worker of the test says that each waits for its memory.
class FindOutWhyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_settings.overrideWorkerCommand(fixture::fakeWorker("answer")); }

    void selectedLayerIsExplained()
    {
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(!window.workbench()->details()->text().contains("malloc keeps memory"));
        const Analysis &analysis = *window.controller()->session().analysis;
        window.workbench()->selection()->select(ItemId { ItemId::Kind::Layer, analysis.operators.front().layer });
        window.actions()->findOutWhy->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench()->details()->text().contains("malloc keeps memory"),
                                 fixture::patienceMs);
        QCOMPARE(window.controller()->session().explanation->operators.size(), std::size_t { 1 });
        const QString text = window.workbench()->details()->text();
        QVERIFY(text.contains("the kernel provides new memory for it"));
        QVERIFY(!text.contains(QChar::ObjectReplacementCharacter)); // the bars are no text
    }

    void adviceComesFirstAndItsPythonIsCopied()
    {
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        const Analysis &analysis = *window.controller()->session().analysis;
        window.workbench()->selection()->select(ItemId { ItemId::Kind::Layer, analysis.operators.front().layer });
        window.actions()->findOutWhy->trigger();
        const DetailsPanel *details = window.workbench()->details();
        QTRY_VERIFY_WITH_TIMEOUT(details->text().contains("Do this"), fixture::patienceMs);
        QVERIFY(details->text().contains("Memory kept by malloc: −"));
        QVERIFY(details->text().indexOf("Do this") < details->text().indexOf("Roofline"));
        auto *browser = details->findChild<QTextBrowser *>();
        QVERIFY(browser);
        const QString link = linkThatCopies(*browser->document());
        QVERIFY(!link.isEmpty());
        Q_EMIT browser->anchorClicked(QUrl(link));
        QVERIFY(QGuiApplication::clipboard()->text().contains("libc.mallopt(-4, 0)"));
    }

    /// The third layer to gain of the sample was in no experiment: what to do next is said, too. The second was.
    void whatIsNotExplainedYetSaysHow()
    {
        const Result<QString> path = sampleSession();
        QVERIFY(path.ok());
        const Result<Session> sample = readSession(path.value().toStdString());
        QVERIFY(sample.ok());
        const JudgedSession judged(sample.value());
        int seen = 0;
        for (const Layer &layer : sample.value().analysis->layers) {
            const bool isExplained = layer.path == "layer4.0.conv2";
            if (!isExplained && layer.path != "layer4.1.conv2" && layer.id != 0)
                continue;
            ++seen;
            QString text;
            for (const DetailSection &section :
                 briefly(itemDetails(judged, { ItemId::Kind::Layer, layer.id })).sections)
                text += section.title + u' ' + section.note + u'\n';
            QVERIFY2(text.contains("Do this") == isExplained, qPrintable(text));
            QVERIFY2(text.contains("Find Out Why (Ctrl+Y)") == (layer.path == "layer4.1.conv2"), qPrintable(text));
        }
        QCOMPARE(seen, 3);
    }

    /// A session of another machine, without its model, names no key: there is nothing to run here.
    void whatCannotBeRunHereOffersNoKey()
    {
        Settings settings; // the worker beside the program, which sees the files of this machine
        MainWindow window(&settings);
        window.show();
        const Result<QString> sample = sampleSession(); // its model lies beside it
        QVERIFY(sample.ok());
        const QString elsewhere = m_folder.file("elsewhere.ridge");
        QVERIFY(QFile::copy(sample.value(), elsewhere));
        for (const QString &path : { sample.value(), elsewhere }) {
            fixture::openAndWait(window, path);
            for (const Layer &layer : window.controller()->session().analysis->layers) {
                if (layer.path == "layer4.1.conv2")
                    window.workbench()->selection()->select(ItemId { ItemId::Kind::Layer, layer.id });
            }
            window.workbench()->showDetails();
            const QString text = window.workbench()->details()->text();
            QVERIFY2(text.contains("Find Out Why"), qPrintable(text));
            QVERIFY2(text.contains("Ctrl+Y") == (path == sample.value()), qPrintable(text));
        }
    }

    void barsAreAsLongAsTheirRatio()
    {
        const ChartStyle style { QPalette(), QFont() };
        const QImage bar = pictureOf({ 0.5, { 0.4, 0.6 }, Effect::Faster }, style, 12, 2);
        const auto isFilled = [&bar](double ratio) {
            return qAlpha(bar.pixel(int(ratio / 1.5 * bar.width()), bar.height() * 2 / 3)) > 0;
        };
        QCOMPARE(bar.devicePixelRatio(), 2.0);
        QVERIFY(isFilled(0.1) && isFilled(0.45));
        QVERIFY(!isFilled(0.6) && !isFilled(0.9) && !isFilled(1.4));
        QVERIFY(isFilled(0.99)); // the line across
        QCOMPARE(bar.pixelColor(bar.width() / 10, bar.height() * 2 / 3), style.better());
    }

    void withoutSelectionThoseWithMostToGain()
    {
        MainWindow window(&m_settings);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        window.workbench()->selection()->clear();
        window.actions()->findOutWhy->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.workbench()->details()->text().contains("malloc keeps memory"),
                                 fixture::patienceMs);
        QCOMPARE(window.controller()->session().explanation->operators.size(), std::size_t { 3 });
        QCOMPARE(window.workbench()->selection()->selected().size(), std::size_t { 1 });
    }

private:
    static QString linkThatCopies(const QTextDocument &document)
    {
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QString link = part.fragment().charFormat().anchorHref();
                if (link.startsWith("copy:"))
                    return link;
            }
        }
        return {};
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(FindOutWhyTest)
#include "test_find_out_why.moc"
