// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/views/window/session_export.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"

#include <QImage>
#include <QJsonDocument>
#include <QTranslator>
#include <QXmlStreamReader>

#include <memory>
#include <utility>

using namespace rooflight;

namespace {

QByteArray writtenContent(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSessionExport : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void thePageIsInTheLanguageOfTheWindow()
    {
        const QString path = m_folder.file("page.html");
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QCoreApplication::installTranslator(&translator);
        const bool isWritten = exportSession(path, ExportFormat::Html, JudgedSession(fixture::resnet18())).ok();
        QCoreApplication::removeTranslator(&translator);
        QVERIFY(isWritten);
        const QString chinese = QString::fromUtf8(writtenContent(path));
        QVERIFY(chinese.contains("<html lang=\"zh-CN\">") && chinese.contains("<h2>层</h2>"));
        QVERIFY(!chinese.contains("<h2>Layers</h2>"));
        QVERIFY(exportSession(path, ExportFormat::Html, JudgedSession(fixture::resnet18())).ok());
        QVERIFY(QString::fromUtf8(writtenContent(path)).contains("<html lang=\"en\">"));
    }

    void thePageHasTheSessionsOfTheChart()
    {
        const QString path = m_folder.file("page.html");
        PictureOptions options;
        options.chart.name = "here";
        options.chart.others = { { "there", std::make_shared<const Session>(fixture::resnet18()) } };
        QVERIFY(exportSession(path, ExportFormat::Html, JudgedSession(fixture::resnet18()), options).ok());
        QVERIFY2(writtenContent(path).simplified().contains("\"sessions\":[\"here\", \"there\"]"), "their names");
    }

    void writesEveryFormat_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("png") << "png" << QByteArray("\x89PNG");
        QTest::newRow("svg") << "svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
        QTest::newRow("csv") << "csv" << QByteArray("layer,type,call,");
        QTest::newRow("json") << "json" << QByteArray("{");
        QTest::newRow("html") << "html" << QByteArray("<!DOCTYPE html>");
        QTest::newRow("ridge") << "ridge" << QByteArray("{");
    }

    void writesEveryFormat()
    {
        QFETCH(QString, suffix);
        QFETCH(QByteArray, start);
        const QString path = m_folder.file("out." + suffix);
        const auto format = exportFormatOf(path);
        QVERIFY(format.has_value());
        QCOMPARE(exportSuffix(*format), suffix);
        const Result<void> written = exportSession(path, *format, JudgedSession(fixture::resnet18()));
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().text.c_str());
        const QByteArray content = writtenContent(path);
        QVERIFY2(content.toLower().startsWith(start.toLower()), content.left(40).constData());
        QVERIFY(content.size() > 1000);
        if (suffix == "json")
            QVERIFY(QJsonDocument::fromJson(content).isObject());
        if (suffix == "csv")
            QCOMPARE(content.count('\n'), qsizetype(fixture::resnet18().analysis->layers.size()) + 1);
        if (suffix == "html")
            QVERIFY(content.contains("layer1.0.conv1") && content.contains("image/svg+xml"));
    }

    void tablesWithoutLayersAreOfTheCommand_data()
    {
        QTest::addColumn<Session>("session");
        QTest::addColumn<QByteArray>("start");
        const Session whole = fixture::allTimings();
        const auto row = [](const char *name, const auto &part, const char *start) {
            Session session;
            session.*part.first = part.second;
            QTest::newRow(name) << session << QByteArray(start);
        };
        row("latency", std::pair { &Session::latency, whole.latency }, "iteration,phase,");
        row("peaks", std::pair { &Session::peaks, whole.peaks }, "kind,name,precision,");
        row("sweep", std::pair { &Session::sweep, whole.sweep }, "batch,outcome,");
        row("interleaved", std::pair { &Session::interleaved, whole.interleaved }, "model,executor,precision,");
        row("pipeline", std::pair { &Session::pipeline, whole.pipeline }, "mode,stage,name,");
    }

    /// As show --csv writes them; the provenance stands above them, too.
    void tablesWithoutLayersAreOfTheCommand()
    {
        QFETCH(Session, session);
        QFETCH(QByteArray, start);
        const QString plain = m_folder.file("times.csv");
        const QString full = m_folder.file("times_from.csv");
        QVERIFY(exportSession(plain, ExportFormat::Csv, JudgedSession(session)).ok());
        QVERIFY(exportSession(full, ExportFormat::CsvWithProvenance, JudgedSession(session)).ok());
        const QByteArray table = writtenContent(plain);
        QVERIFY2(table.startsWith(start), table.left(40).constData());
        QVERIFY(table.count('\n') > 1);
        QVERIFY(writtenContent(full).startsWith("# program: ") && writtenContent(full).endsWith(table));
    }

    /// It can be saved, exported and left; what is about a model or its layers cannot be done.
    void aSessionWithoutLayersIsNoDeadEnd()
    {
        Session session;
        session.sweep = fixture::allTimings().sweep;
        const QString path = m_folder.file("sweep.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        fixture::TestWindow window;
        fixture::openAndWait(window, path);
        const WindowActions &actions = *window.actions();
        QVERIFY(actions.showStart->isEnabled());
        for (const QAction *action : { actions.measure, actions.options, actions.compareWith, actions.addSessions })
            QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
        for (const auto &[format, action] : actions.exports) {
            const bool isPicture =
                format == ExportFormat::Png || format == ExportFormat::Svg || format == ExportFormat::Pdf;
            QCOMPARE(action->isEnabled(), !isPicture);
            const QString out = m_folder.file("times." + exportSuffix(format));
            if (!isPicture)
                window.exportTo(out, format);
            QVERIFY2(isPicture || writtenContent(out).size() > 100, qPrintable(out));
        }
        const Result<Session> saved = readSession(m_folder.file("times.ridge").toStdString());
        QVERIFY(saved.ok() && saved.value().sweep);
        QVERIFY(!writtenContent(m_folder.file("times.html")).contains("image/svg+xml")); // nothing to draw
        actions.showStart->trigger();
        QVERIFY(window.startPage()->isVisible());
        actions.showStart->trigger();
        QVERIFY(window.showsSession());
    }

    /// The table below is the same as without.
    void provenanceStandsAboveTheTable()
    {
        Session session = fixture::resnet18();
        session.analysis.edit().model.path = "models/res\nnet, \xe6.pt"; // no name breaks a line or the encoding
        const QString plain = m_folder.file("plain.csv");
        const QString full = m_folder.file("full.csv");
        QVERIFY(exportSession(plain, ExportFormat::Csv, JudgedSession(session)).ok());
        QVERIFY(exportSession(full, ExportFormat::CsvWithProvenance, JudgedSession(session)).ok());
        const QByteArray table = writtenContent(plain);
        const QByteArray content = writtenContent(full);
        QVERIFY(table.startsWith("layer,type,call,"));
        QVERIFY(content.endsWith(table));
        const QList<QByteArray> lines = content.chopped(table.size()).split('\n');
        for (const QByteArray &line : lines)
            QVERIFY2(line.isEmpty() || (line.startsWith("# ") && line.endsWith('\r')), line.constData());
        const QByteArray program = QByteArrayLiteral("# program: Rooflight ") + ROOFLIGHT_VERSION + "\r\n";
        for (const char *part :
             { program.constData(), "# created: 2026-03-14T09:26:53Z\r\n", "# host: workstation\r\n",
               "# sha256: f37072fd47e89c5e827621c5baffa7500819f7896bbacec160b1a16c560e07ec\r\n", "# form: trace\r\n",
               "# input: x 1x3x224x224 float32, traced\r\n", "# convention: fma2\r\n", "# LibTorch: 2.11.0\r\n",
               "# model: models/res net, \xef\xbf\xbd.pt\r\n" })
            QVERIFY2(content.contains(part), part);
        QCOMPARE(content.count("\n# roof: "), qsizetype(session.peaks->roofs.size()));
    }

    void picturesAreAsLargeAsAsked()
    {
        const QString path = m_folder.file("size.png");
        QVERIFY(
            exportSession(path, ExportFormat::Png, JudgedSession(fixture::resnet18()), { { 800, 600 }, 2, Theme::Dark })
                .ok());
        const QImage image(path);
        QCOMPARE(image.size(), QSize(1600, 1200));
        QVERIFY(image.pixelColor(2, 2).lightness() < 128);
    }

    void sessionsComeBack()
    {
        const QString path = m_folder.file("back.ridge");
        QVERIFY(exportSession(path, ExportFormat::Session, JudgedSession(fixture::resnet18())).ok());
        const Result<Session> back = readSession(path.toStdString());
        QVERIFY(back.ok());
        QVERIFY(*back.value().analysis == *fixture::resnet18().analysis);
        QVERIFY(*back.value().layers == *fixture::resnet18().layers);
    }

    void unwritablePathsAreNamed_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char *suffix : { "png", "svg", "pdf", "csv", "json", "html", "ridge" })
            QTest::newRow(suffix) << suffix;
    }

    void unwritablePathsAreNamed()
    {
        QFETCH(QString, suffix);
        const QString path = m_folder.file("no/such/folder/out." + suffix);
        const Result<void> written = exportSession(path, *exportFormatOf(path), JudgedSession(fixture::resnet18()));
        QVERIFY(!written.ok());
        QCOMPARE(int(written.error().code), int(ErrorCode::OutputFile));
        QVERIFY2(written.error().text.find("no/such/folder") != std::string::npos, written.error().text.c_str());
    }

    void suffixesThatMeanNothing()
    {
        QVERIFY(!exportFormatOf("out.bmp").has_value());
        QVERIFY(!exportFormatOf("png").has_value());
        QCOMPARE(*exportFormatOf("A.PNG"), ExportFormat::Png);
    }

    void proposedNamesAreSafe()
    {
        Session session = fixture::resnet18();
        session.hello.created = "2026-11-21T08:00:00Z";
        session.analysis.edit().model.path = "/a/.. /my model: \"v2\"/net\n<1>.pt";
        session.layers.edit().device.name = "AMD EPYC/9654";
        const QString name = proposedFileName(session, ExportFormat::Csv);
        QCOMPARE(name, QStringLiteral("net-1-AMD-EPYC-9654-2026-11-21.csv"));
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestSessionExport)
#include "test_session_export.moc"
