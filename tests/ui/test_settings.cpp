// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/settings/appearance.h"
#include "ui/settings/languages.h"
#include "ui/views/dialogs/measure_commands.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/keyboard_focus.h"
#include "ui/worker/unsaved_session.h"

#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>

using namespace rooflight;

namespace {

QComboBox *languageBoxOf(const SettingsDialog &dialog)
{
    const QList<QComboBox *> boxes = dialog.findChildren<QComboBox *>();
    const auto found =
        std::ranges::find_if(boxes, [](const QComboBox *box) { return box->findData(QStringLiteral("zh_CN")) >= 0; });
    return found == boxes.end() ? nullptr : *found;
}

} // namespace

class TestSettings : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        QSettings().clear();
    }

    void remembers()
    {
        {
            Settings settings;
            QCOMPARE(int(settings.theme()), int(Theme::System));
            settings.setTheme(Theme::Dark);
            settings.setLanguage("zh_CN");
            settings.setWorkerCommand("ssh host rooflight-cli serve");
            settings.setLayout("docks", QByteArray("\x01\x00\x02", 3));
            settings.trust("abc");
        }
        const Settings settings;
        QCOMPARE(int(settings.theme()), int(Theme::Dark));
        QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
        QCOMPARE(settings.workerProgram(), (QStringList { "ssh", "host", "rooflight-cli", "serve" }));
        QCOMPARE(settings.layout("docks"), QByteArray("\x01\x00\x02", 3));
        QVERIFY(settings.isTrusted("abc"));
        QVERIFY(!settings.isTrusted("abd"));
        QVERIFY(!settings.isTrusted({}));
    }

    void takesOverTheSettingsOfBeforeOnce()
    {
        QSettings former(QSettings::IniFormat, QSettings::UserScope, "Ridgepoint", "ridgepoint");
        former.setValue("theme", "dark");
        former.setValue("recentFiles", QStringList { "/models/net.pt" });
        former.sync();
        {
            Settings settings;
            QCOMPARE(int(settings.theme()), int(Theme::Dark));
            QCOMPARE(settings.recentFiles(), (QStringList { "/models/net.pt" }));
            settings.clearRecentFiles();
        }
        former.setValue("theme", "light");
        former.sync();
        const Settings again;
        QCOMPARE(int(again.theme()), int(Theme::Dark)); // what was chosen since stays
        QVERIFY(again.recentFiles().isEmpty());
        former.clear();
    }

    void tellsOnlyOfChanges()
    {
        Settings settings;
        QSignalSpy theme(&settings, &Settings::themeChanged);
        settings.setTheme(Theme::Light);
        settings.setTheme(Theme::Light);
        QCOMPARE(theme.count(), 1);
    }

    void recentFilesAreBoundedAndUnique()
    {
        Settings settings;
        for (int i = 0; i < 30; ++i)
            settings.addRecentFile(QStringLiteral("/models/%1.pt").arg(i));
        settings.addRecentFile("/models/25.pt");
        QCOMPARE(settings.recentFiles().size(), 12);
        QCOMPARE(settings.recentFiles().constFirst(), QStringLiteral("/models/25.pt"));
        QCOMPARE(settings.recentFiles().count("/models/25.pt"), 1);
        settings.clearRecentFiles();
        QVERIFY(settings.recentFiles().isEmpty());
    }

    /// However often a model is measured, what a person opened stays in the list and is what a start opens again.
    void keptMeasurementsAreNoRecentFiles()
    {
        Settings settings;
        settings.addRecentFile("/models/net.pt");
        const QString folder = UnsavedSession::measuredFolder();
        for (int i = 0; i < 30; ++i)
            settings.addRecentFile(folder + QStringLiteral("/net (%1).ridge").arg(i));
        QCOMPARE(settings.recentFiles(), (QStringList { "/models/net.pt" }));
        const QString kept = folder + QStringLiteral("/net.ridge");
        settings.setRecentResult(kept, { 2e6, Bound::Compute, "abc", false });
        QVERIFY(settings.recentResult(kept) && settings.recentResult(kept)->model == "abc");
        QVERIFY(!Settings().recentResult(kept)); // nothing of a file that will go is stored
        settings.clearRecentFiles();
    }

    void optionsAreRememberedForEachFile()
    {
        MeasureOptions options;
        options.inputs = QStringList { "1x3x32x32", "[\"a,b\"]" };
        options.batch = 8;
        options.device = "cuda:0";
        options.threads = 4;
        options.effort = Effort::Thorough;
        options.libraries = QStringList { "/lib/ops.so", "/lib/b, c.so" };
        options.formulas = "/costs/mine.txt";
        options.execution = { Executor::Frozen, ModelPrecision::BFloat16, MemoryFormat::ChannelsLast, Tf32::Forbidden,
                              Caches::Cold };
        options.limits = { 0, 25, 1.5 };
        options.memoryGigabytes = 2.5;
        options.convention = Convention::Thop;
        options.batchDimension = "ids=1 0";
        options.sweepStep = 7;
        options.maximumBatch = 70;
        options.countBytes = true;
        {
            Settings settings;
            settings.setOptions("/a/model.pt", options);
        }
        const Settings settings;
        QVERIFY(settings.options("/a/model.pt") == options);
        const MeasureOptions other = settings.options("/b/model.pt");
        QVERIFY(other.inputs.isEmpty());
        QCOMPARE(other.batch, 0);
        QCOMPARE(other.device, QStringLiteral("cuda:0")); // the machine's part is one for all files
        const Request request = measureRequest(options);
        QCOMPARE(request.inputs, (std::vector<std::string> { "1x3x32x32", "[\"a,b\"]" }));
        QCOMPARE(int(request.effort), int(Effort::Thorough));
        QCOMPARE(request.libraries, (std::vector<std::string> { "/lib/ops.so", "/lib/b, c.so" }));
        QCOMPARE(request.formulas, std::string("/costs/mine.txt"));
        QVERIFY(request.execution == options.execution);
        QVERIFY(request.limits == options.limits);
        QCOMPARE(request.memoryLimitBytes, std::int64_t(2'500'000'000));
        QVERIFY(request.convention == Convention::Thop);
        QCOMPARE(request.batchDimensions, (std::vector<std::string> { "ids=1", "0" }));
        QVERIFY(request.sweep.search == BatchSearch::Sequential);
        QCOMPARE(request.sweep.step, std::int64_t(7));
        QCOMPARE(request.sweep.maximumBatch, std::int64_t(70));
        QVERIFY(request.countBytes);
        QVERIFY(other.execution == Execution());
        QVERIFY(other.limits == options.limits);
    }

    void theDialogShowsAndKeepsThem()
    {
        MeasureOptions options;
        options.execution.precision = ModelPrecision::Float16;
        options.execution.tf32 = Tf32::Allowed;
        options.limits = { 0, 12, 3.5 };
        options.memoryGigabytes = 1.5;
        options.convention = Convention::Mac;
        options.batchDimension = "none";
        options.sweepStep = 3;
        options.countBytes = true;
        QVERIFY(OptionsDialog("/a/model.pt", options, {}, {}, {}).options() == options);
        QVERIFY(!measureRequest(options).countBytes); // by the processor
        const OptionsDialog dialog("/a/model.pt", {}, {}, {}, {});
        QVERIFY(dialog.options() == MeasureOptions());
        const QList<QSpinBox *> boxes = dialog.findChildren<QSpinBox *>();
        const auto threads =
            std::ranges::find(boxes, QStringLiteral("CPU threads; chosen by LibTorch by default"), &QWidget::toolTip);
        QVERIFY(threads != boxes.end());
        QCOMPARE((*threads)->minimum(), 0); // not given
        QCOMPARE((*threads)->maximum(), 4096); // as docs/reference/schema has it
    }

    void longNamesOfDevicesDoNotWidenTheDialog()
    {
        const QString name = QString(40, u'M') + u' ' + QString(200, u'i') + u' ' + QString(40, u'W');
        Device device;
        device.kind = "cuda";
        device.name = name.toStdString();
        Device processor;
        processor.kind = "cpu";
        MeasureOptions options;
        options.device = "cuda:0";
        OptionsDialog dialog("/a/model.pt", options, {}, {}, { processor, device });
        const QList<QComboBox *> boxes = dialog.findChildren<QComboBox *>();
        const auto found = std::ranges::find_if(
            boxes, [](const QComboBox *box) { return box->findData(QStringLiteral("cuda:0")) >= 0; });
        QVERIFY(found != boxes.end());
        QComboBox *box = *found;
        auto *tabs = dialog.findChild<QTabWidget *>();
        tabs->setCurrentIndex(1);
        dialog.show();
        QTRY_VERIFY(box->isVisible());
        const auto *page = qobject_cast<const QScrollArea *>(tabs->currentWidget());
        QVERIFY(page);
        QTRY_VERIFY(page->widget()->width() <= page->viewport()->width());
        QVERIFY(page->widget()->minimumSizeHint().width() <= page->viewport()->width());
        QVERIFY2(box->toolTip().contains(name), qPrintable(box->toolTip()));
        box->setCurrentIndex(box->findData(QStringLiteral("cpu")));
        QVERIFY2(!box->toolTip().contains(name), qPrintable(box->toolTip()));
        QVERIFY(!box->toolTip().isEmpty());
    }

    void overridesEndWithTheProgramOrAChoice()
    {
        Settings settings;
        settings.setTheme(Theme::Light);
        settings.overrideLook(Theme::Dark, "zh_CN");
        QCOMPARE(int(settings.theme()), int(Theme::Dark));
        QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
        QCOMPARE(int(Settings().theme()), int(Theme::Light));
        settings.setTheme(Theme::System);
        QCOMPARE(int(settings.theme()), int(Theme::System));
    }

    void textsAreScaledAtOnce()
    {
        Settings settings;
        const double before = QApplication::font().pointSizeF();
        {
            const Appearance appearance(&settings);
            settings.setTextScale(150);
            QCOMPARE(QApplication::font().pointSizeF(), before * 1.5);
            settings.setTextScale(100);
        }
        QCOMPARE(QApplication::font().pointSizeF(), before);
        QSettings().setValue("textScale", 5);
        QCOMPARE(Settings().textScale(), 100); // it would be unreadable
        QSettings().remove("textScale");
    }

    void textsOfTheDialogAreSeenInEachSize()
    {
        Settings settings;
        const Appearance appearance(&settings);
        SettingsDialog dialog(&settings);
        dialog.show();
        const auto isCut = [&dialog] {
            return std::ranges::any_of(dialog.findChildren<QLabel *>(), [](const QLabel *label) {
                return label->wordWrap() && label->height() < label->heightForWidth(label->width());
            });
        };
        const auto size = [&dialog] { return dialog.size(); };
        const QSize before = fixture::settled(size);
        QVERIFY(!isCut());
        settings.setTextScale(150);
        QTRY_VERIFY(dialog.width() > before.width());
        QVERIFY(fixture::settled(size).height() > before.height());
        QVERIFY(!isCut());
        settings.setTextScale(100);
        QTRY_COMPARE(dialog.size(), before);
        QVERIFY(!isCut());
    }

    /// The box that has the focus, and the ring around it, go with the texts of the former language.
    void aLanguageIsChosenInTheDialog()
    {
        FocusRing::install();
        Settings settings;
        settings.setLanguage("en");
        const Appearance appearance(&settings);
        SettingsDialog dialog(&settings);
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the dialog owns it
        const QPointer<HelpWindow> help = new HelpWindow(&dialog);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QComboBox *box = languageBoxOf(dialog);
        QVERIFY(box);
        box->setFocus(Qt::TabFocusReason);
        const QString english = dialog.windowTitle();
        for (const auto &[key, language] : { std::pair(Qt::Key_Down, "zh_CN"), std::pair(Qt::Key_Up, "en") }) {
            QTRY_VERIFY(FocusRing::ringIn(dialog));
            QTest::keyClick(box, key);
            QCOMPARE(settings.language(), QString::fromLatin1(language));
            QTRY_COMPARE(dialog.windowTitle() == english, settings.language() == QLatin1String("en"));
            box = languageBoxOf(dialog);
            QVERIFY(box);
            QCOMPARE(box->currentData().toString(), settings.language());
            QVERIFY(box->hasFocus()); // the next key goes on from it
            QVERIFY(box->isVisible());
        }
        QVERIFY(help);
    }

    void theDialogMayCloseBeforeItsTextsFollow()
    {
        Settings settings;
        settings.setLanguage("en");
        const Appearance appearance(&settings);
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): it deletes itself
        const QPointer<SettingsDialog> dialog = new SettingsDialog(&settings);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        languageBoxOf(*dialog)->setFocus();
        settings.setLanguage("zh_CN");
        dialog->close();
        QTRY_VERIFY(dialog.isNull());
    }

    void chineseDesktopsGetChinese()
    {
        QCOMPARE(languageOfLocale(QLocale("zh_CN")), QStringLiteral("zh_CN"));
        QCOMPARE(languageOfLocale(QLocale("de_DE")), QStringLiteral("en"));
    }

    void remediesCompileWhereThatWasChosen()
    {
        Settings settings;
        QVERIFY(!settings.compilesRemedies());
        const auto compiles = [&settings](RequestKind kind) {
            Request request;
            request.kind = kind;
            return completeRequest(request, QStringLiteral("net.pt2"), &settings, nullptr) && request.compile;
        };
        QVERIFY(!compiles(RequestKind::Remedies));
        settings.setCompilesRemedies(true);
        QVERIFY(compiles(RequestKind::Remedies));
        QVERIFY(!compiles(RequestKind::Sweep));
        settings.setCompilesRemedies(false);
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestSettings)
#include "test_settings.moc"
