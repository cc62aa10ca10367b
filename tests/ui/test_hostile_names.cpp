// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/foreign_text.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/graph/graph_view.h"
#include "ui/charts/roofline/view/hover_card.h"
#include "ui/matrix/matrix_window.h"
#include "ui/style/plain_text.h"
#include "ui/views/dialogs/options_dialog.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/dialogs/timing_dialogs.h"
#include "ui/views/widgets/message_bar.h"

#include <QAbstractItemView>
#include <QFile>
#include <QLabel>
#include <QTextDocument>
#include <QTextEdit>

using namespace rooflight;

namespace {

const QString tags = QStringLiteral("<b>hostile</b>");

/// Whether Qt would take it for HTML, and what is in a name for tags.
bool rendersName(const QString &text, Qt::TextFormat format = Qt::AutoText)
{
    const bool isHtml = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
    return isHtml && text.contains(tags);
}

/// Whether a name is in it, and its tags are not.
bool lostTags(const QTextEdit &text)
{
    const QString shown = text.toPlainText();
    return shown.count(QStringLiteral("hostile")) != shown.count(tags);
}

void addToolTips(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            texts.append(index.data(Qt::ToolTipRole).toString());
            if (column == 0)
                addToolTips(model, index, texts);
        }
    }
}

/// Texts below a widget that Qt would show with a name's tags in force.
QStringList renderedNames(const QWidget &window)
{
    QStringList toolTips;
    QStringList rendered;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        toolTips.append(widget->toolTip());
        if (const auto *label = qobject_cast<const QLabel *>(widget);
            label && rendersName(label->text(), label->textFormat()))
            rendered.append(label->text());
        if (const auto *text = qobject_cast<const QTextEdit *>(widget); text && lostTags(*text))
            rendered.append(text->toHtml());
        if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model())
            addToolTips(*view->model(), {}, toolTips);
    }
    for (const QString &toolTip : toolTips) {
        if (rendersName(toolTip))
            rendered.append(toolTip);
    }
    return rendered;
}

int countOf(const QWidget &window, const QString &name)
{
    QStringList toolTips;
    for (const auto *view : window.findChildren<QAbstractItemView *>()) {
        if (view->model())
            addToolTips(*view->model(), {}, toolTips);
    }
    return int(
        toolTips.filter(shownAsPlainText(name).remove(QStringLiteral("<qt>")).remove(QStringLiteral("</qt>"))).size());
}

/// Every name that a file gives is hostile.
Session hostileSession(const QString &hostile)
{
    Session session = fixture::threeBlocks();
    const std::string name = hostile.toStdString();
    for (Layer &layer : session.analysis.edit().layers) {
        layer.path = layer.path.empty() ? std::string() : layer.path + name;
        layer.type += name;
    }
    session.analysis.edit().model.path = "/models/" + name + "/" + "hostile.pt";
    for (ModelInput &input : session.analysis.edit().inputs)
        input.name = name;
    for (Roof &roof : session.peaks.edit().roofs)
        roof.name += name;
    session.peaks.edit().device.name = name;
    session.analysis.edit().device.name = name;
    session.analysis.edit().unknown.emplace_back().name = name;
    session.notices = { { "model_says", name }, { "torch_warning", name } };
    session.error = Error { ErrorCode::ModelFailed, name, name };
    return session;
}

Inspection hostileInspection(const std::string &name)
{
    Inspection inspection;
    inspection.model.path = "/models/" + name;
    inspection.producer = name;
    CodeFinding finding;
    finding.record = finding.operation = finding.excerpt = finding.node = name;
    inspection.findings = { finding };
    StoredArgument argument;
    argument.name = argument.type = argument.defaultValue = name;
    inspection.arguments = { argument };
    inspection.modules.emplace_back().path = name;
    inspection.libraries.emplace_back().nameSpace = name;
    return inspection;
}

std::vector<MatrixRow> hostileRows(const std::string &name)
{
    std::vector<MatrixRow> rows(2);
    for (MatrixRow &row : rows) {
        row.model = row.input = row.execution = row.target = row.name = name;
        row.session = name + ".ridge";
        row.reason = name;
    }
    rows[0].status = CellStatus::Failed;
    rows[1].status = CellStatus::Done;
    rows[1].target += "2";
    rows[1].medianNs = 1e6;
    return rows;
}

} // namespace

/// Names of an untrusted file stay text in every view.
class TestHostileNames : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreShownAsTheyAre()
    {
        const QString hostile = QStringLiteral("<img src=x>") + tags;
        QCOMPARE(shownAsPlainText(QStringLiteral("a & b")), QStringLiteral("a & b"));
        QCOMPARE(shownAsPlainText(QString()), QString());
        const QString shown = shownAsPlainText(hostile + u'\n' + QStringLiteral("a & b"));
        QTextDocument document;
        document.setHtml(shown);
        QCOMPARE(document.toPlainText(), hostile + QStringLiteral("\na & b"));
    }

    void noViewOfASessionRendersThem_data() { addNames(); }
    void noViewOfASessionRendersThem()
    {
        QFETCH(QString, name);
        fixture::TestWindow window;
        openNamed(window, name);
        for (QAction *dock : window.workbench()->dockActions()) {
            if (!dock->isChecked())
                dock->trigger();
        }
        QCoreApplication::processEvents();
        QVERIFY2(renderedNames(window).isEmpty(), qPrintable(renderedNames(window).join(u'\n')));
        QVERIFY(countOf(window, name) > 10); // they are there to see
    }

    void noMatrixRendersThem_data() { addNames(); }
    void noMatrixRendersThem()
    {
        QFETCH(QString, name);
        QFile index(m_folder.file(QStringLiteral("matrix.json")));
        QVERIFY(index.open(QIODevice::WriteOnly));
        index.write(QByteArray::fromStdString(matrixToJson(hostileRows(name.toStdString()), std::string(64, 'a'))));
        index.close();
        MatrixWindow window(&m_settings);
        QVERIFY(window.open(index.fileName()).ok());
        window.show();
        QCoreApplication::processEvents();
        QCOMPARE(renderedNames(window), QStringList());
        const ForeignText reason(name.toStdString(), ForeignText::Speaker::File);
        QVERIFY(countOf(window, QString::fromStdString(reason.quoted())) > 0);
    }

    void noDialogRendersThem_data() { addNames(); }
    void noDialogRendersThem()
    {
        QFETCH(QString, name);
        const QString path = QStringLiteral("/models/") + name;
        const Inspection inspection = hostileInspection(name.toStdString());
        const Session session = hostileSession(name);
        const TrustDialog trust(path, inspection, name, nullptr);
        const TrustDialog withoutFindings(path, {}, name, nullptr);
        OptionsDialog options(path, {}, inspection, session.analysis, { session.analysis->device });
        options.showProblem(name);
        PipelineDialog pipeline(path, {});
        pipeline.setModels({ path, name });
        const InterleaveDialog interleave(path, {});
        MessageBar messages;
        Message message;
        message.severity = Message::Severity::Error;
        message.text = message.details = name;
        messages.show(message);
        for (const QWidget *widget :
             { static_cast<const QWidget *>(&trust), static_cast<const QWidget *>(&withoutFindings),
               static_cast<const QWidget *>(&options), static_cast<const QWidget *>(&pipeline),
               static_cast<const QWidget *>(&interleave), static_cast<const QWidget *>(&messages) })
            QVERIFY2(renderedNames(*widget).isEmpty(), qPrintable(renderedNames(*widget).join(u'\n')));
    }

    /// On the chart and in the graph they come with the mouse.
    void noCardRendersThem_data() { addNames(); }
    void noCardRendersThem()
    {
        QFETCH(QString, name);
        fixture::TestWindow window;
        openNamed(window, name);
        QCoreApplication::processEvents();
        auto *graph = window.findChild<GraphView *>();
        QVERIFY(graph);
        for (QWidget *shown = graph; shown; shown = shown->parentWidget())
            shown->show();
        QStringList cards;
        for (int y = 5; y < graph->height(); y += 15) {
            for (int x = 5; x < graph->width(); x += 15) {
                QTest::mouseMove(graph, QPoint(x, y));
                if (!cards.contains(graph->toolTip()))
                    cards.append(graph->toolTip());
            }
        }
        cards.removeAll(QString());
        QVERIFY(!cards.isEmpty());
        QVERIFY(name.size() > 100 || !cards.filter(tags.toHtmlEscaped()).isEmpty()); // they are there to see
        for (const QString &card : cards)
            QVERIFY2(!rendersName(card), qPrintable(card));
    }

    /// Those of the roofline are labels of a window of their own.
    void noCardOfThePlotRendersThem_data() { addNames(); }
    void noCardOfThePlotRendersThem()
    {
        QFETCH(QString, name);
        fixture::TestWindow window;
        openNamed(window, name);
        RooflineChart *chart = window.workbench()->chart();
        const RooflinePlot &plot = fixture::plotOf(window);
        auto *view = chart->findChild<RooflineView *>();
        int cards = 0;
        for (std::size_t mark = 0; mark < plot.content().marks.size(); ++mark) {
            QTest::mouseMove(view->viewport(), view->centreOf(mark).toPoint());
            QCoreApplication::processEvents();
            const auto *card = window.findChild<HoverCard *>();
            if (!card || !card->isVisible())
                continue;
            ++cards;
            QVERIFY2(renderedNames(*card).isEmpty(), qPrintable(renderedNames(*card).join(u'\n')));
            QVERIFY(card->width() < window.width() / 2); // names do not make it wider
            QVERIFY(card->height() < window.height() / 2);
        }
        QVERIFY(cards > 0);
    }

private:
    static void addNames()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("markup") << QStringLiteral("<img src=x>") + tags;
        QTest::newRow("lines") << tags + QStringLiteral("\nSaved.\r\n\u2028") + tags;
        QTest::newRow("directions") << QStringLiteral("\u202egpj\u2067") + tags;
        QTest::newRow("long") << QString(10'000, u'x') + tags;
        QTest::newRow("entities") << QStringLiteral("&lt;&amp;<qt>") + tags;
    }

    void openNamed(MainWindow &window, const QString &name) const
    {
        const QString path = m_folder.file(QStringLiteral("hostile.ridge"));
        QVERIFY(writeSession(path.toStdString(), hostileSession(name)).ok());
        window.resize(1200, 900);
        fixture::openAndWait(window, path);
    }

    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

ROOFLIGHT_TEST(TestHostileNames)
#include "test_hostile_names.moc"
