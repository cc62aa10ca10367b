// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/views/window/session_export.h"

#include <QImage>
#include <QJsonDocument>
#include <QXmlStreamReader>

using namespace ridgepoint;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSessionExport : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
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
        const Result<void> written = exportSession(path, *format, fixture::resnet18());
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().text.c_str());
        const QByteArray content = contentOf(path);
        QVERIFY2(content.toLower().startsWith(start.toLower()), content.left(40).constData());
        QVERIFY(content.size() > 1000);
        if (suffix == "json")
            QVERIFY(QJsonDocument::fromJson(content).isObject());
        if (suffix == "csv")
            QCOMPARE(content.count('\n'), qsizetype(fixture::resnet18().analysis->layers.size()) + 1);
        if (suffix == "html")
            QVERIFY(content.contains("layer1.0.conv1") && content.contains("image/svg+xml"));
    }

    void picturesAreAsLargeAsAsked()
    {
        const QString path = m_folder.file("size.png");
        QVERIFY(exportSession(path, ExportFormat::Png, fixture::resnet18(), { { 800, 600 }, 2, Theme::Dark }).ok());
        const QImage image(path);
        QCOMPARE(image.size(), QSize(1600, 1200));
        QVERIFY(image.pixelColor(2, 2).lightness() < 128);
    }

    void sessionsComeBack()
    {
        const QString path = m_folder.file("back.ridge");
        QVERIFY(exportSession(path, ExportFormat::Session, fixture::resnet18()).ok());
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
        const Result<void> written = exportSession(path, *exportFormatOf(path), fixture::resnet18());
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
        session.analysis->model.path = "/a/.. /my model: \"v2\"/net\n<1>.pt";
        session.layers->device.name = "AMD EPYC/9654";
        const QString name = proposedFileName(session, ExportFormat::Csv);
        QCOMPARE(name, QStringLiteral("net-1-AMD-EPYC-9654-2026-11-21.csv"));
    }

private:
    fixture::SettingsFolder m_folder;
};

RIDGEPOINT_TEST(TestSessionExport)
#include "test_session_export.moc"
