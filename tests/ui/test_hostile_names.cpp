// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/style/plain_text.h"
#include "ui/views/dialogs/trust_dialog.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QTextDocument>

using namespace ridgepoint;

namespace {

const QString hostile = QStringLiteral("<img src=x><b>hostile</b>");

/// Qt would take it for HTML, and the tags of a name for tags.
bool rendersName(const QString &text, Qt::TextFormat format = Qt::AutoText)
{
    const bool isHtml = format == Qt::RichText || (format == Qt::AutoText && Qt::mightBeRichText(text));
    return isHtml && text.contains(QStringLiteral("<b>hostile</b>"));
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
    return int(toolTips.filter(name.toHtmlEscaped()).size());
}

/// Every name that a file gives is hostile.
Session hostileSession()
{
    Session session = fixture::threeBlocks();
    const std::string name = hostile.toStdString();
    for (Layer &layer : session.analysis->layers) {
        layer.path = layer.path.empty() ? std::string() : layer.path + name;
        layer.type += name;
    }
    session.analysis->model.path = "/models/" + name + "/" + "hostile.pt";
    for (ModelInput &input : session.analysis->inputs)
        input.name = name;
    for (Roof &roof : session.peaks->roofs)
        roof.name += name;
    session.peaks->device.name = name;
    session.analysis->device.name = name;
    session.analysis->unknown.emplace_back().name = name;
    return session;
}

} // namespace

/// Names of a stranger's file stay text in every view.
class TestHostileNames : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreShownAsTheyAre()
    {
        QCOMPARE(shownAsPlainText(QStringLiteral("a & b")), QStringLiteral("a & b"));
        QCOMPARE(shownAsPlainText(QString()), QString());
        const QString shown = shownAsPlainText(hostile + u'\n' + QStringLiteral("a & b"));
        QTextDocument document;
        document.setHtml(shown);
        QCOMPARE(document.toPlainText(), hostile + QStringLiteral("\na & b"));
    }

    void noViewOfASessionRendersThem()
    {
        const QString path = m_folder.file(QStringLiteral("hostile.ridge"));
        QVERIFY(writeSession(path.toStdString(), hostileSession()).ok());
        m_settings.overrideWorkerCommand("/nowhere/worker");
        MainWindow window(&m_settings);
        window.resize(1200, 900);
        window.show();
        fixture::openAndWait(window, path);
        for (QAction *dock : window.workbench()->dockActions()) {
            if (!dock->isChecked())
                dock->trigger();
        }
        QCoreApplication::processEvents();
        QVERIFY2(renderedNames(window).isEmpty(), qPrintable(renderedNames(window).join(u'\n')));
        QVERIFY(countOf(window, hostile) > 10); // they are there to see
    }

    void noDialogRendersThem()
    {
        Inspection inspection;
        CodeFinding finding;
        finding.record = hostile.toStdString();
        finding.operation = hostile.toStdString();
        finding.excerpt = hostile.toStdString();
        inspection.findings.push_back(finding);
        const TrustDialog dialog(QStringLiteral("/models/") + hostile, inspection, hostile, nullptr);
        QCOMPARE(renderedNames(dialog), QStringList());
        const TrustDialog withoutFindings(QStringLiteral("/models/") + hostile, {}, hostile, nullptr);
        QCOMPARE(renderedNames(withoutFindings), QStringList());
    }

private:
    fixture::SettingsFolder m_folder;
    Settings m_settings;
};

RIDGEPOINT_TEST(TestHostileNames)
#include "test_hostile_names.moc"
