// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/window_actions.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;

namespace {

constexpr std::array codes = {
    ErrorCode::CommandLine,   ErrorCode::FileUnreadable, ErrorCode::NotTorchScript, ErrorCode::Damaged,
    ErrorCode::FormatVersion, ErrorCode::InputMismatch,  ErrorCode::ModelFailed,    ErrorCode::ModelKilled,
    ErrorCode::DeviceMissing, ErrorCode::OutOfMemory,    ErrorCode::TimedOut,       ErrorCode::Cancelled,
    ErrorCode::UnsafeFile,    ErrorCode::WorkerLost,     ErrorCode::OutputFile,     ErrorCode::Internal,
};

QString codeName(ErrorCode code)
{
    const std::string_view text = name(code);
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

QPushButton *actionOf(const MainWindow &window)
{
    return window.messages()->findChild<QPushButton *>("messageAction");
}

} // namespace

class TestWindowMessages : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_settings = std::make_unique<Settings>();
        m_model = m_folder.modelFile();
    }

    void whatEndedUnasked_data()
    {
        QTest::addColumn<QString>("code");
        QTest::newRow("the model's process") << codeName(ErrorCode::ModelKilled);
        QTest::newRow("the process of the roofs") << codeName(ErrorCode::Internal);
    }

    void whatEndedUnasked()
    {
        QFETCH(QString, code);
        m_settings->overrideWorkerCommand(fakeWorker("error " + code));
        MainWindow window(m_settings.get());
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(m_model);
        QVERIFY(failed.wait(patienceMs));
        QCOMPARE(actionOf(window)->text(), QStringLiteral("Try Again"));
        actionOf(window)->click();
        QVERIFY(failed.wait(patienceMs)); // it was tried again
    }

    void everyErrorBecomesAMessage_data()
    {
        QTest::addColumn<QString>("code");
        for (const ErrorCode code : codes)
            QTest::newRow(qPrintable(codeName(code))) << codeName(code);
    }

    void everyErrorBecomesAMessage()
    {
        QFETCH(QString, code);
        m_settings->overrideWorkerCommand(fakeWorker("error " + code));
        MainWindow window(m_settings.get());
        window.show();
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(m_model);
        QVERIFY(failed.wait(patienceMs));
        QCOMPARE(window.messages()->count(), 1);
        const Error error { errorCodeFromName(code.toStdString()), {}, {} };
        const QString sentence = errorSentence(error, m_model);
        QVERIFY(!sentence.isEmpty() && !sentence.contains("%1"));
        QCOMPARE(window.messages()->shownText(), sentence);
        const auto *details = window.messages()->findChild<QPlainTextEdit *>();
        QCOMPARE(details->toPlainText(), QStringLiteral("What went wrong, in the worker's words.\nWhat to do."));
        QVERIFY(!window.showsSession());
    }

    void earlierResultsStayWhenTheWorkerDies()
    {
        m_settings->overrideWorkerCommand(fakeWorker("garbage"));
        MainWindow window(m_settings.get());
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QSignalSpy lost(window.worker(), &WorkerClient::workerLost);
        window.open(m_model);
        QVERIFY(lost.wait(patienceMs));
        QVERIFY(window.showsSession());
        QVERIFY(window.controller()->session().layers.has_value());
        QVERIFY(actionOf(window));
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        QSignalSpy hello(window.worker(), &WorkerClient::helloReceived);
        actionOf(window)->click();
        QVERIFY(hello.wait(patienceMs));
        QCOMPARE(window.messages()->count(), 0);
    }

    void asksOnceForTrust()
    {
        m_settings->overrideWorkerCommand(fakeWorker("error unsafe_file"));
        {
            MainWindow window(m_settings.get());
            window.show();
            QSignalSpy failed(window.controller(), &SessionController::failed);
            window.open(m_model);
            QVERIFY(failed.wait(patienceMs));
            auto *dialog = window.findChild<TrustDialog *>();
            QVERIFY(dialog);
            const auto *findings = dialog->findChild<QTreeWidget *>();
            QCOMPARE(findings->topLevelItemCount(), 1);
            QCOMPARE(findings->topLevelItem(0)->text(1), QStringLiteral("aten::save"));
            QSignalSpy finished(window.controller(), &SessionController::finished);
            dialog->accept();
            QVERIFY(finished.wait(patienceMs));
            QVERIFY(window.showsSession());
        }
        MainWindow window(m_settings.get());
        window.show();
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_model);
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(!window.findChild<TrustDialog *>());
        QVERIFY(window.showsSession());
    }

    void runsUnconfinedOnlyWhenAsked()
    {
        m_settings->overrideWorkerCommand(fakeWorker("unconfined"));
        MainWindow window(m_settings.get());
        window.show();
        window.open(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY(!window.findChild<TrustDialog *>()); // nothing in its code asks for trust
        QVERIFY(!window.showsSession());
        QCOMPARE(actionOf(window)->text(), QStringLiteral("Run Unconfined"));
        actionOf(window)->click();
        QTRY_VERIFY_WITH_TIMEOUT(window.showsSession(), patienceMs);
        QVERIFY(window.controller()->lastRequest().unconfined);
    }

    void waitingForRoofsEndsWithThem()
    {
        QFile measured(m_folder.file("measured"));
        m_settings->overrideWorkerCommand(fakeWorker("awaits \"" + measured.fileName() + "\""));
        MainWindow window(m_settings.get());
        window.show();
        window.open(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY(measured.open(QIODevice::WriteOnly));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller()->session().peaks, patienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 0, patienceMs);
        window.actions()->cancel->trigger();
    }

    void refusingTrustRunsNothing()
    {
        QSettings().clear();
        m_settings->overrideWorkerCommand(fakeWorker("error unsafe_file"));
        MainWindow window(m_settings.get());
        window.show();
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(m_model);
        QVERIFY(failed.wait(patienceMs));
        window.findChild<TrustDialog *>()->reject();
        QVERIFY(!window.controller()->isWorking());
        QVERIFY(!window.showsSession());
        QCOMPARE(window.messages()->count(), 1); // the way back to the question
    }

    void opensADamagedFileOnDemand()
    {
        m_settings->overrideWorkerCommand(fakeWorker("error damaged"));
        MainWindow window(m_settings.get());
        window.show();
        QSignalSpy failed(window.controller(), &SessionController::failed);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_model);
        QVERIFY(failed.wait(patienceMs));
        actionOf(window)->click();
        QVERIFY(finished.wait(patienceMs));
        QVERIFY(window.showsSession());
    }

    void asksForInputs()
    {
        m_settings->overrideWorkerCommand(fakeWorker("error input_mismatch"));
        MainWindow window(m_settings.get());
        window.show();
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(m_model);
        QVERIFY(failed.wait(patienceMs));
        QString placeholder;
        QTimer::singleShot(0, &window, [&] {
            auto *dialog = window.findChild<OptionsDialog *>();
            QVERIFY(dialog);
            auto *editor = dialog->findChild<QPlainTextEdit *>("inputs");
            placeholder = editor->placeholderText();
            editor->setPlainText("1x3x64x64\n\n ids:1x8:int64 ");
            dialog->accept();
        });
        actionOf(window)->click();
        QVERIFY(placeholder.startsWith("1x3x224x224"));
        QCOMPARE(m_settings->options(m_model).inputs, (QStringList { "1x3x64x64", "ids:1x8:int64" }));
        QCOMPARE(window.controller()->lastRequest().inputs,
                 (std::vector<std::string> { "1x3x64x64", "ids:1x8:int64" }));
    }

    void damagedSessionsAreNamed()
    {
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        QFile file(m_folder.file("broken.ridge"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ no json\n{}\n");
        file.close();
        MainWindow window(m_settings.get());
        window.show();
        window.open(file.fileName());
        QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, patienceMs);
        QVERIFY(window.messages()->shownText().contains("broken.ridge"));
        QVERIFY(!actionOf(window)); // nothing the worker could do about it
    }

    /// What could be written after all is no problem any more; what is of another kind says nothing about it.
    void failedExportsEndWithTheNext()
    {
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        MainWindow window(m_settings.get());
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        const QString unwritable = m_folder.file("no folder/page.html");
        window.exportTo(unwritable, ExportFormat::Html);
        QCOMPARE(window.messages()->shownText(), QStringLiteral("“%1” could not be written.").arg(unwritable));
        window.exportTo(m_folder.file("page.csv"), ExportFormat::Csv);
        QCOMPARE(window.messages()->count(), 1);
        window.exportTo(m_folder.file("page.html"), ExportFormat::Html);
        QCOMPARE(window.messages()->count(), 0);
    }

    /// There is nothing in it to take the place of what is shown.
    void sessionsWithoutAResultReplaceNothing()
    {
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        m_settings->clearRecentFiles();
        const QByteArray whole = fixture::contentOf(m_folder.savedSession());
        QFile file(m_folder.file("cut.ridge"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(whole.first(whole.indexOf('\n') + 20));
        file.close();
        MainWindow window(m_settings.get());
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(file.fileName());
        QVERIFY(failed.wait(patienceMs));
        QVERIFY(window.showsSession());
        QVERIFY2(window.windowTitle().startsWith("resnet18.ridge"), qPrintable(window.windowTitle()));
        QCOMPARE(window.messages()->shownText(), QStringLiteral("“cut.ridge” is damaged."));
        QCOMPARE(m_settings->recentFiles(), QStringList(m_folder.savedSession()));
    }

    /// A session that was kept says so as quietly as when it happened: a warning comes first.
    void whatWasCancelledIsNoFailure_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("isFailure");
        QTest::newRow("cancelled") << codeName(ErrorCode::Cancelled) << false;
        QTest::newRow("failed") << codeName(ErrorCode::ModelFailed) << true;
    }

    void whatWasCancelledIsNoFailure()
    {
        QFETCH(QString, code);
        QFETCH(bool, isFailure);
        Session session = fixture::resnet18();
        session.error = Error { errorCodeFromName(code.toStdString()), "It ended.", "Go on." };
        const QString path = m_folder.file("ended.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        MainWindow window(m_settings.get());
        window.show();
        fixture::openAndWait(window, path);
        const QString sentence = errorSentence(*session.error, window.controller()->modelPath());
        QCOMPARE(window.messages()->shownText(), sentence);
        window.messages()->show({ Message::Severity::Warning, "warning", {}, {}, {}, {} });
        QCOMPARE(window.messages()->shownText(), isFailure ? sentence : QStringLiteral("warning"));
    }

    void messagesAreBoundedAndGoAway()
    {
        MessageBar bar;
        for (int i = 0; i < 20; ++i)
            bar.show({ Message::Severity::Information, QString::number(i), {}, {}, {}, {} });
        QCOMPARE(bar.count(), 9);
        QCOMPARE(bar.shownText(), QStringLiteral("19"));
        bar.show({ Message::Severity::Error, "first", {}, "key", {}, {} });
        bar.show({ Message::Severity::Error, "second", {}, "key", {}, {} });
        bar.dismiss("key");
        QVERIFY(bar.shownText() != "second" && bar.shownText() != "first");
        bar.clear();
        QCOMPARE(bar.count(), 0);
        QVERIFY(!bar.isVisible());
    }

    void oneMessageIsShownTheMostSevereFirst()
    {
        QWidget page;
        page.resize(800, 500);
        MessageBar bar(&page);
        QVBoxLayout layout(&page);
        layout.addStretch(1);
        layout.addWidget(&bar);
        page.show();
        const auto show = [&bar](Message::Severity severity, const char *text) {
            bar.show({ severity, text, "why", {}, {}, {} });
        };
        show(Message::Severity::Warning, "warning");
        show(Message::Severity::Information, "news");
        show(Message::Severity::Error, "error");
        show(Message::Severity::Warning, "later warning");
        const auto visible = [&bar]<typename Widget>(const char *name) {
            const QList<Widget *> all = bar.findChildren<Widget *>(QLatin1String(name));
            return *std::ranges::find_if(all, &QWidget::isVisible);
        };
        int waiting = 3;
        for (const char *text : { "error", "later warning", "warning", "news" }) {
            QCOMPARE(bar.shownText(), QString(text));
            QCOMPARE(visible.operator()<QLabel>("messageText")->text(), QString(text));
            QVERIFY(page.rect().contains(bar.geometry()));
            if (waiting > 0)
                QCOMPARE(visible.operator()<QLabel>("messagesWaiting")->text(),
                         QStringLiteral("Messages waiting: %1").arg(waiting--));
            QTest::keyClick(visible.operator()<QToolButton>("dismiss"), Qt::Key_Escape);
        }
        QCOMPARE(bar.count(), 0);
    }

    /// It covers no point, and the plot stays where it was and as high as it was.
    void messagesLieOverNothing()
    {
        m_settings->overrideWorkerCommand(fakeWorker("answer"));
        MainWindow window(m_settings.get());
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, m_folder.savedSession());
        const RooflineChart *chart = window.workbench()->chart();
        const auto place = [&] {
            return QRect(chart->mapTo(&window, chart->plane().topLeft()), chart->plane().size());
        };
        const QRect before = fixture::settled(place);
        window.messages()->show({ Message::Severity::Error, "Something went wrong.", "why\nhow", {}, "Try", [] {} });
        QTRY_VERIFY(window.messages()->height() > 20);
        const QRect after = fixture::settled(place);
        QVERIFY(std::abs(after.top() - before.top()) <= 1 && std::abs(after.height() - before.height()) <= 1);
        const QRect bar(window.messages()->mapTo(&window, QPoint()), window.messages()->size());
        QVERIFY(bar.top() >= window.workbench()->mapTo(&window, window.workbench()->rect().bottomLeft()).y());
        QCOMPARE(window.height(), 800);
    }

    void messagesEndWithWhatTheySpeakOf()
    {
        MessageBar bar;
        const auto show = [&bar](const char *text) { bar.show({ Message::Severity::Warning, text, {}, {}, {}, {} }); };
        show("of the first file");
        bar.beginSubject();
        show("of the second");
        QCOMPARE(bar.count(), 2); // the first one is still shown
        bar.endEarlierSubjects();
        QCOMPARE(bar.count(), 1);
        QCOMPARE(bar.shownText(), QStringLiteral("of the second"));
    }

    void hostileTextIsNoMarkup()
    {
        MessageBar bar;
        bar.show({ Message::Severity::Error, "<b>bold</b>", "<img src=x>", {}, {}, {} });
        QCOMPARE(bar.findChild<QLabel *>("messageText")->textFormat(), Qt::PlainText);
    }

    /// By code; what is not fixed goes with them in the worker's words.
    void noticesAreTranslated()
    {
        const Notice fixed { "roofs_awaited", "Another Rooflight is measuring this device: waiting for its roofs." };
        const Notice varying { "torch_warning", "LibTorch warns: mind the gap" };
        const Notice unknown { "of_the_future", "Something new." };
        QCOMPARE(noticeText(varying).sentence, QStringLiteral("LibTorch warns: mind the gap"));
        QVERIFY(noticeText(varying).details.isEmpty());
        const Notice forTerminals { "inputs_inferred", "Counted is what --input x:1x8 gives." };
        QCOMPARE(noticeText(forTerminals).sentence,
                 QStringLiteral("The inputs were inferred from the graph; others would run as well."));
        QCOMPARE(noticeText(forTerminals).details, QStringLiteral("Counted is what --input x:1x8 gives."));
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QVERIFY(QCoreApplication::installTranslator(&chinese));
        QCOMPARE(noticeText(fixed).sentence, QString::fromUtf8("另一个 Rooflight 正在测量此设备：等待其屋顶线。"));
        QVERIFY(noticeText(fixed).details.isEmpty());
        QCOMPARE(noticeText(varying).sentence, QString::fromUtf8("LibTorch 在处理模型时发出警告。"));
        QCOMPARE(noticeText(varying).details, QStringLiteral("LibTorch warns: mind the gap"));
        QCOMPARE(noticeText(unknown).sentence, QStringLiteral("Something new."));
        QVERIFY(QCoreApplication::removeTranslator(&chinese));
    }

private:
    fixture::SettingsFolder m_folder;
    std::unique_ptr<Settings> m_settings;
    QString m_model;
};

ROOFLIGHT_TEST(TestWindowMessages)
#include "test_window_messages.moc"
