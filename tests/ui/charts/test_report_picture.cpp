// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/sizes_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/export/report_picture.h"
#include "ui/style/chart_style.h"
#include "ui/style/themes.h"

#include <QFile>
#include <QImage>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <cstdlib>

using namespace rooflight;

class TestReportPicture : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void pngHasTheSizeThatWasAsked_data();
    void pngHasTheSizeThatWasAsked();
    void axesAreOnThePicture();
    void svgIsXmlAndNamesTheLayers();
    void svgHoldsNamesAsText_data();
    void svgHoldsNamesAsText();
    void equalBlocksAreFoldedAsInTheWindow();
    void pathsAreThoseOfTheWindow();
    void tableIsInTheOrderOfShares();
    void smallPicturesLeaveTheLeastOut_data();
    void smallPicturesLeaveTheLeastOut();
    void partsShareThePage_data();
    void partsShareThePage();
    void histogramKeepsItsBars();
    void pdfIsOnePage();
    void everySessionCanBePainted_data();
    void everySessionCanBePainted();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();

private:
    [[nodiscard]] QString pathOf(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int coloursIn(const QImage &image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            colours.insert(image.pixel(x, y));
    }
    return static_cast<int>(colours.size());
}

/// Of the bars of the histogram, which are nearly as opaque as the accent colour, in pixels.
int tallestColumn(const QImage &image, const ChartStyle &style)
{
    const auto isBar = [&](int x, int y) {
        const QColor pixel = image.pixelColor(x, y);
        const QColor ground = style.ground();
        const auto blended = [](int over, int below) { return (3 * over + below) / 4; };
        return std::abs(pixel.red() - blended(style.accent().red(), ground.red())) < 4
            && std::abs(pixel.green() - blended(style.accent().green(), ground.green())) < 4
            && std::abs(pixel.blue() - blended(style.accent().blue(), ground.blue())) < 4;
    };
    constexpr int gridLine = 2; // shines through
    int tallest = 0;
    for (int x = image.width() * 2 / 3; x < image.width(); ++x) {
        int top = 0;
        int last = -gridLine - 2;
        for (int y = 0; y < image.height(); ++y) {
            if (!isBar(x, y))
                continue;
            top = y - last > gridLine + 1 ? y : top;
            last = y;
            tallest = std::max(tallest, y + 1 - top);
        }
    }
    return tallest;
}

/// All text of an SVG, in order.
QString textOf(const QByteArray &svg, bool *isXml)
{
    QXmlStreamReader reader(svg);
    QString text;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isCharacters())
            text += reader.text().toString().trimmed() + u'|';
    }
    *isXml = !reader.hasError();
    return text;
}

} // namespace

void TestReportPicture::pngHasTheSizeThatWasAsked_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << QSize(1280, 800) << 1.0 << Theme::Light;
    QTest::newRow("dark, twice") << QSize(1000, 700) << 2.0 << Theme::Dark;
    QTest::newRow("small") << QSize(400, 300) << 1.0 << Theme::Light;
}

void TestReportPicture::pngHasTheSizeThatWasAsked()
{
    QFETCH(QSize, size);
    QFETCH(double, scale);
    QFETCH(Theme, theme);
    const auto written = writePng(pathOf("a.png"), JudgedSession(fixture::resnet18()), { size, scale, theme });
    QVERIFY(written.ok());
    const QImage image(pathOf("a.png"));
    QCOMPARE(image.size(), (QSizeF(size) * scale).toSize());
    QVERIFY(coloursIn(image) > 50);
    QCOMPARE(image.pixelColor(2, 2), paletteOf(theme).color(QPalette::Base));
}

void TestReportPicture::axesAreOnThePicture()
{
    QVERIFY(writeSvg(pathOf("axes.svg"), JudgedSession(fixture::resnet18())).ok());
    bool isXml = false;
    const QString text = textOf(contentOf(pathOf("axes.svg")), &isXml);
    for (const char *label : { "|0.1|", "|10|", "|100|", "|10 G|", "|1 T|", "Arithmetic intensity in FLOP/byte" })
        QVERIFY2(text.contains(QLatin1String(label)), label);
    QVERIFY(!text.contains(QStringLiteral("|...")));
}

void TestReportPicture::svgIsXmlAndNamesTheLayers()
{
    QVERIFY(writeSvg(pathOf("a.svg"), JudgedSession(fixture::resnet18())).ok());
    bool isXml = false;
    const QString text = textOf(contentOf(pathOf("a.svg")), &isXml);
    QVERIFY(isXml);
    QVERIFY(text.contains(QStringLiteral("resnet18.pt")));
    QVERIFY(text.contains(QStringLiteral("layer4.1.conv1")));
    QVERIFY(text.contains(QStringLiteral("11,689,512")));
    QVERIFY(text.contains(QStringLiteral("148 GB/s")));
}

void TestReportPicture::svgHoldsNamesAsText_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("title"); // begins so
    QTest::newRow("element") << "<hostile onerror=alert(1)>.pt"
                             << "<hostile onerror=alert(1)>.pt";
    QTest::newRow("end of the title") << "</title><hostile>.pt"
                                      << "title><hostile>.pt"; // behind the last slash
    QTest::newRow("ampersand") << "R&D.pt"
                               << "R&D.pt";
    QTest::newRow("control") << QStringLiteral("a\x1b[2Jb\u202e.pt") << QStringLiteral("a\ufffd[2Jb\ufffd.pt");
}

/// Title and labels alike: a name that makes an element would run in a page that embeds the picture.
void TestReportPicture::svgHoldsNamesAsText()
{
    QFETCH(QString, name);
    QFETCH(QString, title);
    Session session = fixture::resnet18();
    session.analysis.edit().model.path = "/models/" + name.toStdString();
    for (Layer &layer : session.analysis.edit().layers)
        layer.path += layer.leaf ? name.toStdString() : std::string();
    QVERIFY(writeSvg(pathOf("named.svg"), JudgedSession(session)).ok());
    QXmlStreamReader reader(contentOf(pathOf("named.svg")));
    QStringList elements;
    QString written;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        elements.append(reader.name().toString());
        if (elements.last() == QStringLiteral("title"))
            written = reader.readElementText();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(!elements.contains(QStringLiteral("hostile")));
    QCOMPARE(elements.count(QStringLiteral("title")), 1);
    QVERIFY2(written.startsWith(title), qPrintable(written));
}

void TestReportPicture::equalBlocksAreFoldedAsInTheWindow()
{
    const auto textWith = [this](const ChartChoices &chart) {
        PictureOptions options;
        options.chart = chart;
        bool isXml = false;
        const bool written = writeSvg(pathOf("blocks.svg"), JudgedSession(fixture::threeBlocks()), options).ok();
        return written ? textOf(contentOf(pathOf("blocks.svg")), &isXml) : QString();
    };
    const QString folded = textWith({});
    const QString unfolded = textWith({ .folds = false });
    // The headline names them in both.
    QVERIFY2(folded.count(u"×3") > unfolded.count(u"×3"), qPrintable(folded));
    QVERIFY(unfolded.count(u"×3") > 0);
}

void TestReportPicture::pathsAreThoseOfTheWindow()
{
    PictureOptions options;
    Trail batches;
    batches.stops = { { { 0, 10 }, "batch one", true }, { { 1, 11 }, "batch eight", true } };
    bool isXml = false;
    const auto textOfPicture = [&] {
        const bool written = writeSvg(pathOf("paths.svg"), JudgedSession(fixture::sizes()), options).ok();
        return written ? textOf(contentOf(pathOf("paths.svg")), &isXml) : QString();
    };
    const QString ofSizes = textOfPicture();
    QVERIFY2(ofSizes.contains("|4 · x.0 = 4|"), qPrintable(ofSizes)); // the end of the longer way
    QVERIFY2(!ofSizes.contains("batch eight"), qPrintable(ofSizes));
    options.chart.batchPath = batches;
    QVERIFY2(textOfPicture().contains("batch eight"), qPrintable(textOfPicture()));
}

void TestReportPicture::tableIsInTheOrderOfShares()
{
    // Shares are of each run: where the machine's speed changes they say other than medians do.
    Session session = fixture::resnet18();
    const auto layer = std::ranges::find(session.analysis->layers, "bn1", &Layer::path);
    QVERIFY(layer != session.analysis->layers.end());
    const auto latency =
        std::ranges::find(session.layers.edit().items, ItemId { ItemId::Kind::Layer, layer->id }, &ItemLatency::item);
    QVERIFY(latency != session.layers->items.end());
    latency->samples.samplesNs = session.layers->instrumentedModel.samplesNs;
    QVERIFY(writeSvg(pathOf("order.svg"), JudgedSession(session)).ok());
    bool isXml = false;
    const QStringList texts = textOf(contentOf(pathOf("order.svg")), &isXml).split(u'|', Qt::SkipEmptyParts);
    const qsizetype title = texts.indexOf(QStringLiteral("Layers that take most time"));
    QVERIFY(title >= 0);
    const qsizetype header = texts.indexOf(QStringLiteral("Bound"), title);
    QVERIFY(header >= 0);
    QCOMPARE(texts.value(header + 1), QStringLiteral("bn1"));
    QCOMPARE(texts.value(header + 2), QStringLiteral("100 %"));
}

void TestReportPicture::smallPicturesLeaveTheLeastOut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QStringList>("shown");
    QTest::addColumn<QStringList>("leftOut");
    QTest::newRow("large") << QSize(1600, 1000) << QStringList { "Bound", "Intensity", "Layers that take most time" }
                           << QStringList();
    QTest::newRow("narrow") << QSize(800, 1000) << QStringList { "Of roof", "Bound" }
                            << QStringList { "Intensity", "FLOPs" };
    QTest::newRow("low") << QSize(1000, 450) << QStringList { "What limits the time" }
                         << QStringList { "Layers that take most time", "Bound" };
}

/// First the least wanted columns, then the table: the chart keeps its height.
void TestReportPicture::smallPicturesLeaveTheLeastOut()
{
    QFETCH(QSize, size);
    QFETCH(QStringList, shown);
    QFETCH(QStringList, leftOut);
    const QString path = pathOf("small.svg");
    QVERIFY(writeSvg(path, JudgedSession(fixture::resnet18()), { .size = size }).ok());
    bool isXml = false;
    const QStringList texts = textOf(contentOf(path), &isXml).split(u'|');
    for (const QString &text : shown)
        QVERIFY2(texts.contains(text), qPrintable(text));
    for (const QString &text : leftOut)
        QVERIFY2(!texts.contains(text), qPrintable(text));
}

void TestReportPicture::partsShareThePage_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<int>("rows");
    QTest::addColumn<bool>("hasLatency");
    QTest::addColumn<bool>("hasBounds");
    // 20 for a row, 40 for the head, 10 for the gap; beside the roofline 200 + 10 + 100.
    QTest::newRow("everything") << 560.0 << 10 << true << true;
    QTest::newRow("rows give way to the latency") << 460.0 << 5 << true << true;
    QTest::newRow("a table of three rows") << 420.0 << 3 << true << true;
    QTest::newRow("rather a table than the latency") << 419.0 << 6 << false << true;
    QTest::newRow("no table, and with it the latency") << 349.0 << 0 << true << true;
    QTest::newRow("hardly anything") << 90.0 << 0 << false << false;
}

void TestReportPicture::partsShareThePage()
{
    QFETCH(double, height);
    QFETCH(int, rows);
    QFETCH(bool, hasLatency);
    QFETCH(bool, hasBounds);
    const PageShares shares = sharesOf({ .height = height,
                                         .gap = 10,
                                         .roofline = 240,
                                         .latency = 200,
                                         .bounds = 100,
                                         .tableHead = 40,
                                         .tableRow = 20,
                                         .rows = 10,
                                         .leastRows = 3 });
    QCOMPARE(int(shares.rows), rows);
    QCOMPARE(shares.hasLatency, hasLatency);
    QCOMPARE(shares.hasBounds, hasBounds);
}

/// At the size where a long headline and ten rows once left the bars 35 pixels, and their axis half a title.
void TestReportPicture::histogramKeepsItsBars()
{
    QVERIFY(writePng(pathOf("bars.png"), JudgedSession(fixture::resnet18()), { { 1200, 700 }, 1, Theme::Light }).ok());
    const ChartStyle style(paletteOf(Theme::Light), pictureFont());
    QVERIFY2(tallestColumn(QImage(pathOf("bars.png")), style) > 70,
             qPrintable(QString::number(tallestColumn(QImage(pathOf("bars.png")), style))));
}

void TestReportPicture::pdfIsOnePage()
{
    QVERIFY(writePdf(pathOf("a.pdf"), JudgedSession(fixture::resnet18())).ok());
    const QByteArray pdf = contentOf(pathOf("a.pdf"));
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.size() > 10000);
    QVERIFY(pdf.contains("/Count 1\n") || pdf.contains("/Count 1 "));
}

void TestReportPicture::everySessionCanBePainted_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("nothing") << 0;
    QTest::newRow("without roofs") << 1;
    QTest::newRow("without times") << 2;
    QTest::newRow("awkward") << 3;
    QTest::newRow("large") << 4;
}

void TestReportPicture::everySessionCanBePainted()
{
    QFETCH(int, which);
    Session session;
    if (which == 1)
        session = fixture::resnet18WithoutRoofs();
    else if (which == 2)
        session = fixture::resnet18WithoutTimes();
    else if (which == 3)
        session = fixture::awkward();
    else if (which == 4)
        session = fixture::large(20000);
    QVERIFY(writePng(pathOf("b.png"), JudgedSession(session), { { 1000, 750 }, 1, Theme::Light }).ok());
    QVERIFY(coloursIn(QImage(pathOf("b.png"))) > 10);
    if (which == 4)
        return;
    QVERIFY(writeSvg(pathOf("b.svg"), JudgedSession(session)).ok());
    bool isXml = false;
    textOf(contentOf(pathOf("b.svg")), &isXml);
    QVERIFY(isXml);
}

void TestReportPicture::refusesWhatCannotBe_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("scale");
    QTest::newRow("missing folder") << pathOf("missing/a.png") << QSize(800, 600) << 1.0;
    QTest::newRow("too small") << pathOf("c.png") << QSize(10, 10) << 1.0;
    QTest::newRow("too large") << pathOf("c.png") << QSize(30000, 30000) << 4.0;
    QTest::newRow("no scale") << pathOf("c.png") << QSize(800, 600) << 0.0;
}

void TestReportPicture::refusesWhatCannotBe()
{
    QFETCH(QString, path);
    QFETCH(QSize, size);
    QFETCH(double, scale);
    const PictureOptions options { size, scale, Theme::Light };
    const auto written = writePng(path, JudgedSession(fixture::resnet18()), options);
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::OutputFile);
    QVERIFY(!written.error().text.empty());
    QVERIFY(!QFile::exists(path));
}

ROOFLIGHT_TEST(TestReportPicture)

#include "test_report_picture.moc"
