// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/models/comparison_model.h"
#include "ui/models/other_session.h"
#include "ui/models/selection.h"
#include "ui/views/panels/comparison_panel.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/session_export.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QFile>
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QTranslator>
#include <QTreeView>

#include <cmath>

using namespace rooflight;

namespace {

void scale(Summary &summary, double factor)
{
    summary.medianNs *= factor;
    for (double &end : summary.medianIntervalNs)
        end *= factor;
    for (Percentile &percentile : summary.percentiles) {
        if (percentile.valueNs)
            *percentile.valueNs *= factor;
    }
}

/// ResNet-18 while everything took twice as long, without its last layer and with one of another name.
Session slowerBefore()
{
    Session session = fixture::resnet18();
    for (ItemLatency &item : session.layers.edit().items)
        scale(item.samples.summary, 2);
    scale(session.latency.edit().samples.summary, 2);
    session.analysis.edit().layers.back().path = "gone";
    return session;
}

void addOperator(Session &session, OperatorFamily family, double timeNs, std::int64_t bytes)
{
    Operator &op = session.analysis.edit().operators.emplace_back();
    op.id = std::int64_t(session.analysis->operators.size()) - 1;
    op.family = family;
    op.cost.bytesRead = bytes;
    ItemLatency &latency = session.layers.edit().items.emplace_back();
    latency.item = { ItemId::Kind::Operator, op.id };
    latency.samples.summary.count = 9;
    latency.samples.summary.medianNs = timeNs;
}

/// A convolution of 10 us and 60 kB, in a trace with a normalization of 3 us and 40 kB, each in a layer of its own.
Session convolution(ModelForm form)
{
    Session session;
    session.analysis.emplace();
    session.analysis.edit().model.form = form;
    session.analysis.edit().layers.resize(form == ModelForm::Trace ? 3 : 1);
    if (form == ModelForm::Trace) {
        session.analysis.edit().layers[1].path = "conv";
        session.analysis.edit().layers[2].path = "bn";
    }
    session.layers.emplace();
    addOperator(session, OperatorFamily::Convolution, 10'000, 60'000);
    if (form == ModelForm::Trace)
        addOperator(session, OperatorFamily::Normalization, 3'000, 40'000);
    return session;
}

std::int64_t layerOf(const Session &session, const std::string &path)
{
    for (const Layer &layer : session.analysis->layers) {
        if (layer.path == path)
            return layer.id;
    }
    return -1;
}

QString cell(const QAbstractItemModel &model, int row, ComparisonColumn column)
{
    return model.index(row, int(column)).data().toString();
}

int rowNamed(const QAbstractItemModel &model, const QString &name)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (cell(model, row, ComparisonColumn::Layer) == name)
            return row;
    }
    return -1;
}

std::size_t markOf(const RooflineContent &content, const std::string &label)
{
    for (std::size_t mark = 0; mark < content.marks.size(); ++mark) {
        if (content.points[content.marks[mark].point].label == label)
            return mark;
    }
    return content.marks.size();
}

} // namespace

/// Another session beside the one that is shown: table, words, chart, and the way there and back.
class TestComparison : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        Settings().clearRecentFiles();
    }

    void tableHoldsBothSessions()
    {
        ComparisonModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const Session now = fixture::resnet18();
        model.setComparison(compareSessions(slowerBefore(), now));
        QCOMPARE(model.rowCount(), int(now.analysis->layers.size()) + 1); // and the one that is gone
        const int row = rowNamed(model, "layer1.0.conv1");
        QCOMPARE(cell(model, row, ComparisonColumn::Ratio), QString("0.500"));
        QCOMPARE(cell(model, row, ComparisonColumn::Percent), QString("−50 %"));
        QCOMPARE(cell(model, row, ComparisonColumn::Verdict), QString("▼ Faster"));
        QVERIFY(cell(model, row, ComparisonColumn::Difference).startsWith(u'−'));
        QCOMPARE(cell(model, row, ComparisonColumn::Work), QString());
        QCOMPARE(model.rowOf({ ItemId::Kind::Layer, layerOf(now, "layer1.0.conv1") }), row);
        QVERIFY(model.rowOf({ ItemId::Kind::Operator, 1 }) < 0);
        const int gone = rowNamed(model, "gone");
        QCOMPARE(cell(model, gone, ComparisonColumn::Verdict), QString("− Removed"));
        QCOMPARE(cell(model, gone, ComparisonColumn::After), QString());
        QVERIFY(!model.itemAt(gone));
        QCOMPARE(cell(model, rowNamed(model, "fc"), ComparisonColumn::Verdict), QString("+ Added"));
    }

    void largestChangesStandFirstUntilSorted()
    {
        ComparisonModel model;
        model.setComparison(compareSessions(slowerBefore(), fixture::resnet18()));
        double last = std::numeric_limits<double>::infinity();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QVariant difference =
                model.index(row, int(ComparisonColumn::Difference)).data(LayerTreeModel::SortRole);
            const double size = difference.isValid() ? std::abs(difference.toDouble()) : 0;
            QVERIFY(size <= last);
            last = size;
        }
        ComparisonProxy proxy(&model);
        for (const Qt::SortOrder order : { Qt::AscendingOrder, Qt::DescendingOrder }) {
            proxy.sort(int(ComparisonColumn::Ratio), order);
            QCOMPARE(cell(proxy, proxy.rowCount() - 1, ComparisonColumn::Ratio), QString()); // not known: last
        }
    }

    void wordsNameWhatDiffers()
    {
        Session before = slowerBefore();
        before.analysis.edit().device.threads += 1;
        before.latency.edit().execution.executor = Executor::Frozen;
        before.latency.edit().samples.flags = { SampleFlag::Noisy };
        Selection selection;
        ComparisonPanel panel(&selection);
        QVERIFY(panel.isEmpty());
        panel.setComparison(compareSessions(before, fixture::resnet18()), "/sessions/before.ridge");
        QVERIFY(!panel.isEmpty());
        for (const char *part :
             { "Whole model: ▼ Faster (−50 %)", "Compared with before.ridge", "More than one setting differs",
               "noisy or drifted", "Device: ", "17 threads", "Execution: Frozen before, As loaded now" })
            QVERIFY2(panel.text().contains(QString::fromUtf8(part)), qPrintable(panel.text()));
        QVERIFY(panel.text().startsWith(QStringLiteral("Whole model"))); // where a low panel shows it
        auto *text = panel.findChild<QPlainTextEdit *>();
        for (const auto &[position, isStrong] :
             { std::pair(qsizetype(1), true), std::pair(panel.text().size() - 1, false) }) {
            QTextCursor cursor(text->document());
            cursor.setPosition(int(position));
            QCOMPARE(cursor.charFormat().fontWeight() >= QFont::DemiBold, isStrong);
        }
        panel.clear();
        QVERIFY(panel.isEmpty());
    }

    void kindsSayWhatLayersCannot()
    {
        Selection selection;
        ComparisonPanel panel(&selection);
        auto *kinds = panel.findChild<KindTable *>();
        QVERIFY(kinds);
        panel.setComparison(compareSessions(convolution(ModelForm::Trace), convolution(ModelForm::Frozen)), "a.ridge");
        for (const char *part :
             { "no layer in common", "Normalization: 1 before, none now (folded into the convolutions)",
               "Convolution: 1 before, 1 now; 10.0 µs → 10.0 µs", "Memory traffic: 100 kB → 60.0 kB" })
            QVERIFY2(panel.text().contains(QString::fromUtf8(part)), qPrintable(panel.text()));
        QVERIFY(!kinds->isHidden());
        QCOMPARE(kinds->topLevelItemCount(), 2);
        const QTreeWidgetItem *gone = kinds->topLevelItem(0); // the larger change
        const QStringList expected { "Normalization", "1", "0", "3.00 µs", "", "−3.00 µs", "40.0 kB", "0 B" };
        for (int column = 0; column < kinds->columnCount(); ++column)
            QCOMPARE(gone->text(column), expected[column]);

        // Where layers correspond they stand first, and kinds are a choice.
        panel.setComparison(compareSessions(slowerBefore(), fixture::resnet18()), "before.ridge");
        QVERIFY(kinds->isHidden());
        QVERIFY(!panel.text().contains("in common"));
        for (QCheckBox *box : panel.findChildren<QCheckBox *>()) {
            if (box->text().contains("kind"))
                box->click();
        }
        QVERIFY(!kinds->isHidden());
    }

    void rowsAndSelectionFollowEachOther()
    {
        Selection selection;
        ComparisonPanel panel(&selection);
        const Session now = fixture::resnet18();
        panel.setComparison(compareSessions(slowerBefore(), now), "before.ridge");
        auto *table = panel.findChild<QTreeView *>(QStringLiteral("layers"));
        const int row = rowNamed(*table->model(), "layer2.0.conv1");
        table->setCurrentIndex(table->model()->index(row, 0));
        const ItemId item { ItemId::Kind::Layer, layerOf(now, "layer2.0.conv1") };
        QCOMPARE(selection.selected(), std::set<ItemId> { item });
        QVERIFY(selection.focus() == item);
        selection.select({ ItemId::Kind::Layer, layerOf(now, "fc") });
        QCOMPARE(table->currentIndex().row(), rowNamed(*table->model(), "fc"));
        QSignalSpy activated(&panel, &ComparisonPanel::itemActivated);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
    }

    /// Twice the time is half the performance: log10(2) below.
    void pointsKnowTheirEarlierPlaces()
    {
        RooflineContent content = rooflineContent(JudgedSession(fixture::resnet18()));
        placeEarlier(content, earlierMarks(JudgedSession(slowerBefore())));
        QCOMPARE(content.earlier.size(), content.marks.size());
        const std::size_t mark = markOf(content, "layer1.0.conv1");
        QVERIFY(content.earlier[mark].has_value());
        QVERIFY(std::abs(content.marks[mark].y - content.earlier[mark]->y - std::log10(2.0)) < 1e-9);
        QVERIFY(std::abs(content.marks[mark].x - content.earlier[mark]->x) < 1e-9);
        bool told = false;
        for (const CardRow &row : cardRows(content, content.marks[mark].point))
            told = told || (row.name == "Before" && row.value.endsWith("(ratio 0.500)"));
        QVERIFY(told);
        QVERIFY(!content.earlier[markOf(content, "fc")].has_value());
        for (const std::optional<Mark> &earlier : content.earlier) {
            if (earlier && !earlier->onStrip)
                QVERIFY(content.frame.contains({ earlier->x, earlier->y }));
        }
    }

    void nothingMovesUnderOtherRoofs()
    {
        Session there = fixture::resnet18();
        there.peaks.edit().theoretical = true;
        RooflineContent content = rooflineContent(JudgedSession(there));
        placeEarlier(content, earlierMarks(JudgedSession(slowerBefore())));
        QVERIFY(std::none_of(content.earlier.begin(), content.earlier.end(),
                             [](const std::optional<Mark> &mark) { return mark.has_value(); }));
    }

    void windowComparesAndEnds()
    {
        Settings settings;
        settings.overrideWorkerCommand("/nowhere/worker");
        MainWindow window(&settings);
        window.show();
        QVERIFY(!window.actions()->compareWith->isEnabled());
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(window.actions()->compareWith->isEnabled());
        QVERIFY(!window.actions()->endComparison->isEnabled());
        compare(window, saved());
        QVERIFY(window.workbench()->comparisonPanel()->isVisible());
        QVERIFY(window.actions()->endComparison->isEnabled());
        QCOMPARE(settings.recentFiles().constFirst(), saved());
        window.actions()->endComparison->trigger();
        QVERIFY(window.workbench()->comparisonPanel()->isEmpty());
        QVERIFY(!window.workbench()->comparisonPanel()->isVisible());
        QVERIFY(window.workbench()->comparison().layers.empty());
    }

    void anotherSessionEndsIt()
    {
        fixture::TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        compare(window, saved());
        fixture::openAndWait(window, m_folder.savedSession()); // the same file: nothing else to compare
        QVERIFY(!window.workbench()->comparisonPanel()->isEmpty());
        fixture::openAndWait(window, m_folder.savedSession("other.ridge"));
        QVERIFY(window.workbench()->comparisonPanel()->isEmpty());
        QVERIFY(!window.actions()->endComparison->isEnabled());
    }

    void measuringAgainKeepsIt()
    {
        Session session = fixture::resnet18();
        session.analysis.edit().model.path = m_folder.modelFile().toStdString();
        const QString path = m_folder.file("of_a_model.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        fixture::openAndWait(window, path);
        compare(window, saved());
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.actions()->measure->trigger();
        QVERIFY(finished.wait(fixture::patienceMs));
        QCOMPARE(window.controller()->path(), m_folder.modelFile());
        QVERIFY(!window.workbench()->comparisonPanel()->isEmpty());
        QCOMPARE(window.workbench()->comparison().model.ratio, std::optional(0.5));
    }

    void whatIsNoSessionIsSaidInOneSentence()
    {
        fixture::TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        compare(window, saved());
        for (const QString &file : { m_folder.modelFile(), m_folder.file("missing.ridge") }) {
            window.comparer()->compareWith(file);
            QTRY_COMPARE_WITH_TIMEOUT(window.messages()->count(), 1, fixture::patienceMs);
            QVERIFY2(window.messages()->shownText().contains(QFileInfo(file).fileName()),
                     qPrintable(window.messages()->shownText()));
            QVERIFY(!window.workbench()->comparisonPanel()->isEmpty()); // the one before stays
            window.messages()->clear();
        }
    }

    /// What was run in bfloat16 is bfloat16: once.
    void aPrecisionIsNamedOnce()
    {
        const Session as = fixture::resnet18();
        Session in = as;
        in.latency.edit().execution.precision = ModelPrecision::BFloat16;
        for (Operator &op : in.analysis.edit().operators)
            op.dtype = DType::BFloat16;
        QCOMPARE(namesByDifference({ factsOf(as), factsOf(in) }, { "a", "b" }),
                 (QStringList { "float32", "bfloat16" }));
    }

    /// What is no session yet is measured, and then stands beside the one that is shown.
    void aModelCanBeComparedWith()
    {
        fixture::TestWindow window(fixture::fakeWorker("answer"));
        fixture::openAndWait(window, m_folder.savedSession());
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.comparer()->take(m_folder.modelFile("added.pt"));
        QVERIFY(finished.wait(fixture::patienceMs));
        QVERIFY(window.controller()->path().endsWith("added.pt"));
        QVERIFY(!window.messages()->holds("comparison")); // that it cannot be read
        const std::vector<OtherSession> &beside = window.chartSessions()->shelf().sessions();
        QCOMPARE(beside.size(), std::size_t(1));
        QCOMPARE(beside.front().path, m_folder.file("resnet18.ridge"));
        QVERIFY(window.workbench()->earlier()); // compared, without another step
    }

    void comparisonsAreSaved_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("csv") << "csv" << QByteArray("layer,type,call,verdict");
        QTest::newRow("html") << "html" << QByteArray("resnet18.ridge compared with before.ridge");
        QTest::newRow("json") << "json" << QByteArray("rooflight.comparison");
    }

    void comparisonsAreSaved()
    {
        QFETCH(QString, suffix);
        QFETCH(QByteArray, part);
        fixture::TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        compare(window, saved());
        const QString path = m_folder.file("comparison." + suffix);
        QVERIFY(window.comparer()->saveTo(path).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(content.contains(part));
        QCOMPARE(content.contains("id=\"rooflight-chart\""), suffix == "html"); // the page that zooms
        QVERIFY(!window.comparer()->saveTo(m_folder.file("no/folder/a." + suffix)).ok());
    }

    /// A report of the session says what changed while it is compared, and only then.
    void reportsHoldTheComparison()
    {
        fixture::TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        const auto report = [this, &window] {
            const QString path = m_folder.file("report.html");
            window.exportTo(path, ExportFormat::Html);
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QVERIFY(!report().isEmpty() && !report().contains("compared with"));
        QVERIFY(!window.comparer()->pageComparison());
        compare(window, saved());
        const QString compared = report();
        for (const char *part : { "<h1>resnet18.ridge compared with before.ridge – Rooflight</h1>",
                                  "<h2>Comparison</h2>", "<table id=\"changes\">", "\"before\":{\"intensity\":" })
            QVERIFY2(compared.contains(QString::fromUtf8(part)), part);
        window.comparer()->end();
        QVERIFY(!report().contains("compared with"));
    }

    void theSavedPageIsInTheLanguageOfTheWindow()
    {
        fixture::TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        compare(window, saved());
        const QString path = m_folder.file("chinese.html");
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QCoreApplication::installTranslator(&translator);
        const bool isWritten = window.comparer()->saveTo(path).ok();
        QCoreApplication::removeTranslator(&translator);
        QVERIFY(isWritten);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const char *part : { "<html lang=\"zh-CN\">", "<h2>比较</h2>", "<h2>各层的比较</h2>" })
            QVERIFY2(page.contains(QString::fromUtf8(part)), part);
    }

private:
    [[nodiscard]] QString saved() const
    {
        const QString path = m_folder.file("before.ridge");
        return writeSession(path.toStdString(), slowerBefore()).ok() ? path : QString();
    }

    static void compare(MainWindow &window, const QString &path)
    {
        QSignalSpy comparing(window.comparer(), &SessionComparer::comparingChanged);
        window.comparer()->compareWith(path);
        QVERIFY(comparing.wait(fixture::patienceMs));
        QVERIFY(!window.workbench()->comparisonPanel()->isEmpty());
    }

    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestComparison)
#include "test_comparison.moc"
