// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/text_recorder.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/settings/settings.h"
#include "ui/style/themes.h"
#include "ui/views/dialogs/figure_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

using namespace rooflight;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject parsed(const std::string &json)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

/// All texts of an SVG, in any order.
std::set<QString> textsOf(const QByteArray &svg)
{
    std::set<QString> texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters && !reader.text().trimmed().isEmpty())
            texts.insert(reader.text().trimmed().toString());
    }
    return texts;
}

QRegularExpression space()
{
    return QRegularExpression(QStringLiteral("\\s"));
}

/// All letters of an SVG's texts, in its order.
QString lettersOf(const QByteArray &svg)
{
    QString letters;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            letters += reader.readElementText();
    }
    return letters.remove(space());
}

Session gpuSession()
{
    return readSession(ROOFLIGHT_SESSIONS "/resnet50_h100.ridge").value();
}

/// A chart on the screen.
struct Screen {
    Language language;
    Selection selection;
    RooflineChart chart { &selection };

    explicit Screen(const Session &session)
    {
        chart.resize(1000, 640);
        chart.setSession(JudgedSession(session));
        chart.show();
    }

    [[nodiscard]] ChartStyle style() const { return ChartStyle(chart.palette(), chart.font()); }
    [[nodiscard]] QAction *action(QAction *ChartActions::*which) const { return chart.actions()->*which; }
    /// What it draws; only the lazily made layout of the plot changes by asking.
    [[nodiscard]] std::string scene() const
    {
        return sceneToJson(const_cast<RooflinePlot &>(chart.plot())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    }
};

using Change = std::function<void(Screen &screen)>;

} // namespace
Q_DECLARE_METATYPE(Change)

/// The chart that a person takes out of the program is the one on the screen.
class TestChartFigure : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void picturesAreWhatIsOnTheScreen_data()
    {
        QTest::addColumn<Change>("change");
        const auto row = [](const char *name, const Change &change) { QTest::newRow(name) << change; };
        row("as opened", [](Screen &) {});
        row("zoomed", [](Screen &screen) { screen.chart.setFrame({ 0, 2, 8, 11 }); });
        for (const auto &[coloring, text] : enumNames<ColorBy>)
            row(("by " + std::string(text)).c_str(),
                [coloring = coloring](Screen &screen) { screen.chart.actions()->setColoring(coloring); });
        row("one kind alone",
            [](Screen &screen) { screen.chart.findChild<FamilyLegend *>()->isolate(OperatorFamily::Convolution); });
        row("some layers", [](Screen &screen) {
            screen.chart.setVisibleItems(std::set { fixture::layer(2), fixture::layer(3), fixture::layer(4) });
        });
        row("selected", [](Screen &screen) { screen.selection.select(fixture::layer(5)); });
        row("unfolded", [](Screen &screen) {
            screen.action(&ChartActions::fold)->setChecked(false);
            screen.chart.setSession(JudgedSession(fixture::resnet18()));
        });
        row("fused", [](Screen &screen) { screen.action(&ChartActions::fused)->setChecked(true); });
        row("per cycle", [](Screen &screen) { screen.action(&ChartActions::perCycle)->setChecked(true); });
        row("relative", [](Screen &screen) {
            screen.action(&ChartActions::relative)->setChecked(true);
            screen.chart.setSession(JudgedSession(fixture::resnet18()));
        });
        row("beside another", [](Screen &screen) {
            screen.chart.setOthers("main", { { "blocks", std::make_shared<const Session>(fixture::threeBlocks()) } });
            screen.chart.setSession(JudgedSession(fixture::resnet18()));
        });
        row("with the way of a batch", [](Screen &screen) {
            screen.chart.setTrail(
                Trail { { { QPointF(0, 9), {}, true, false }, { QPointF(1, 10), {}, true, false } }, QColor(Qt::red) });
        });
        row("without roofs",
            [](Screen &screen) { screen.chart.setSession(JudgedSession(fixture::resnet18WithoutRoofs())); });
        row("awkward", [](Screen &screen) { screen.chart.setSession(JudgedSession(fixture::awkward())); });
        row("3,000 layers", [](Screen &screen) { screen.chart.setSession(JudgedSession(fixture::large(3000))); });
        row("one layer", [](Screen &screen) { screen.chart.setSession(JudgedSession(fixture::large(1))); });
        row("dark", [](Screen &screen) { screen.chart.setPalette(darkPalette()); });
        row("of a GPU", [](Screen &screen) { screen.chart.setSession(JudgedSession(gpuSession())); });
        row("under a data sheet", [](Screen &screen) {
            Session session = fixture::resnet18();
            session.peaks.edit().theoretical = true;
            screen.chart.setSession(JudgedSession(session));
        });
        row("three sessions", [](Screen &screen) {
            screen.chart.setOthers("main",
                                   { { "blocks", std::make_shared<const Session>(fixture::threeBlocks()) },
                                     { "GPU", std::make_shared<const Session>(gpuSession()) } });
            screen.chart.setSession(JudgedSession(fixture::resnet18()));
        });
        row("Chinese", [](Screen &screen) {
            screen.language.set(QStringLiteral("zh_CN"));
            screen.chart.setSession(JudgedSession(gpuSession()));
        });
        row("zoomed, by bound, selected, without a kind", [](Screen &screen) {
            screen.chart.setSession(JudgedSession(gpuSession()));
            screen.chart.actions()->setColoring(ColorBy::Bound);
            screen.chart.findChild<FamilyLegend *>()->isolate(OperatorFamily::Convolution);
            screen.selection.select(fixture::layer(5));
            screen.chart.setFrame({ 1, 3, 12, 15 });
        });
    }

    void picturesAreWhatIsOnTheScreen()
    {
        QFETCH(Change, change);
        Screen screen(fixture::resnet18());
        change(screen);
        ChartPicture picture(screen.chart.plot(), screen.style());
        const std::string copied = picture.toJson(screen.chart.plot().size());
        QVERIFY(!parsed(copied)["points"].toArray().isEmpty());
        if (copied != screen.scene()) {
            const QJsonObject expected = parsed(screen.scene());
            const QJsonObject found = parsed(copied);
            for (const QString &key : expected.keys())
                QCOMPARE(found[key], expected[key]);
            QFAIL("the scenes differ");
        }
    }

    void filesHoldTheTextsOfThePicture_data() { picturesAreWhatIsOnTheScreen_data(); }

    /// What is painted, as in a PNG, is text in the others, and no other text: SVG in its order, PDF as pdftotext finds
    /// it, where that is installed.
    void filesHoldTheTextsOfThePicture()
    {
        QFETCH(Change, change);
        Screen screen(fixture::resnet18());
        change(screen);
        const FigureLook look;
        ChartPicture picture(screen.chart.plot(), styleOf(look));
        const QTemporaryDir folder;
        for (const char *file : { "chart.svg", "chart.pdf" })
            QVERIFY(writeChartFigure(folder.filePath(QLatin1String(file)), picture, nullptr, look, {}).ok());
        const PictureContent content = chartFigure(picture, nullptr, look, {});
        fixture::RecordingDevice device(content.size);
        QPainter painter(&device);
        content.paint(painter, QRectF(QPointF(), QSizeF(content.size)));
        painter.end();
        QString painted;
        for (const fixture::DrawnText &text : device.texts())
            painted += text.text;
        painted.remove(space());
        QVERIFY(painted.size() > 50);
        QCOMPARE(lettersOf(bytesOf(folder.filePath("chart.svg"))), painted);

        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (reader.isEmpty())
            return;
        QProcess process;
        process.start(reader, { "-raw", "-enc", "UTF-8", folder.filePath("chart.pdf"), "-" });
        QVERIFY(process.waitForFinished());
        // "fl" may come as one letter.
        const QString text = QString::fromUtf8(process.readAllStandardOutput());
        QString read = text.normalized(QString::NormalizationForm_KC).remove(space());
        painted = painted.normalized(QString::NormalizationForm_KC);
        std::ranges::sort(read); // letters of a text that is turned come in another order
        std::ranges::sort(painted);
        QCOMPARE(read, painted);
    }

    void widths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("pixels"); ///< of 1/96 inch; 0: refused
        QTest::addColumn<int>("png"); ///< pixels of a PNG
        QTest::newRow("a column") << "3.4in" << 326 << 1019; // 3.4 x 96 = 326.4; 326 x 300 / 96
        QTest::newRow("a page") << "7in" << 672 << 2100;
        QTest::newRow("millimetres") << "86mm" << 325 << 1016; // 86 / 25.4 x 96 = 325.04
        QTest::newRow("pixels") << "1200px" << 1200 << 1200;
        for (const char *wrong : { "", "3.4", "in", "3.4 in", "-3in", "1e3px", "1in", "20000px", "3.4cm", "nanin" })
            QTest::newRow(wrong) << wrong << 0 << 0;
    }

    void widths()
    {
        QFETCH(QString, text);
        QFETCH(int, pixels);
        QFETCH(int, png);
        const Result<FigureLook> look = figureLook(text);
        QCOMPARE(look.ok(), pixels > 0);
        if (!look.ok()) {
            QCOMPARE(look.error().code, ErrorCode::CommandLine);
            return;
        }
        QCOMPARE(look.value().width, pixels);
        QCOMPARE(qRound(look.value().width * look.value().scale), png);
        // A point is 1/72 inch, a pixel 1/96.
        QVERIFY(styleOf(look.value()).smallFont().pixelSize() * 72.0 / 96 >= 7);
    }

    void filesHoldTheSame()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        const FigureLook look = figureLook(QStringLiteral("7in")).value();
        ChartPicture chart("resnet18", judged, {}, styleOf(look), {});
        const QTemporaryDir folder;
        for (const char *ending : { "png", "svg", "pdf", "csv", "json" })
            QVERIFY(
                writeChartFigure(folder.filePath(QStringLiteral("chart.") + ending), chart, nullptr, look, "resnet18")
                    .ok());
        const QImage png(folder.filePath("chart.png"));
        QCOMPARE(png.size(), QSize(2100, 1344)); // 672 x 430 at 300 dots per inch
        QCOMPARE(qRound(png.dotsPerMeterX() * 0.0254), 300);
        QVERIFY(bytesOf(folder.filePath("chart.pdf")).startsWith("%PDF"));

        const QJsonArray points = parsed(bytesOf(folder.filePath("chart.json")).toStdString())["points"].toArray();
        const QList<QByteArray> rows = bytesOf(folder.filePath("chart.csv")).trimmed().split('\n');
        QCOMPARE(rows.size(), points.size() + 1);
        QVERIFY(rows.front().startsWith("path,session,kind,id,layers,area,x,y,"));
        for (qsizetype i = 0; i < points.size(); ++i) {
            const QList<QByteArray> cells = rows[i + 1].trimmed().split(',');
            QCOMPARE(QString::fromUtf8(cells[0]), points[i]["path"].toString());
            QCOMPARE(cells[6].toDouble(), points[i]["x"].toDouble());
            QCOMPARE(cells[7].isEmpty(), points[i]["y"].isNull());
        }
        const std::set<QString> svg = textsOf(bytesOf(folder.filePath("chart.svg")));
        for (const char *kind : { "Convolution", "Activation", "Pooling", "Area: share of time" })
            QVERIFY2(svg.contains(QString::fromLatin1(kind)), kind);
    }

    void theTableStandsBelowTheChart()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        FigureLook look;
        ChartPicture chart("resnet18", judged, {}, styleOf(look), {});
        const QTemporaryDir folder;
        const QString path = folder.filePath("both.svg");
        const int alone = chartFigure(chart, nullptr, look, {}).size.height();
        QVERIFY(chartFigure(chart, &judged, look, {}).size.height() > alone + 200); // ten rows
        QVERIFY(writeChartFigure(path, chart, &judged, look, {}).ok());
        const std::set<QString> texts = textsOf(bytesOf(path));
        QVERIFY(texts.contains("Layers that take most time"));
        QVERIFY(texts.contains("layer1.0.conv1") || texts.contains("conv1"));
    }

    void aTransparentPictureHasNoGround()
    {
        const Session session = fixture::resnet18();
        FigureLook look;
        const JudgedSession judged(session);
        ChartPicture chart("resnet18", judged, {}, styleOf(look), {});
        const QTemporaryDir folder;
        const QString path = folder.filePath("chart.png");
        QVERIFY(writeChartFigure(path, chart, nullptr, look, {}).ok());
        QCOMPARE(QImage(path).pixelColor(2, 600), QColor(Qt::white));
        look.isTransparent = true;
        QVERIFY(writeChartFigure(path, chart, nullptr, look, {}).ok());
        QCOMPARE(QImage(path).pixelColor(2, 600).alpha(), 0);
    }

    void viewsChooseWhatIsShown()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        ChartPicture chart("resnet18", judged, {}, styleOf({}), {});
        ChartView view;
        view.intensity = { 1, 100 };
        view.performance = { 1e9, 1e12 };
        view.hidden = { OperatorFamily::Convolution };
        view.selected = { "fc" };
        QVERIFY(chart.setView(view, session).ok());
        const QJsonObject scene = parsed(chart.toJson({ 1000, 640 }));
        const QJsonArray x = scene["axes"]["x"]["values"].toArray();
        QVERIFY(std::abs(x[0].toDouble() - 1) < 1e-9 && std::abs(x[1].toDouble() - 100) < 1e-9);
        const QJsonArray y = scene["axes"]["y"]["values"].toArray();
        QVERIFY(std::abs(y[0].toDouble() / 1e9 - 1) < 1e-9 && std::abs(y[1].toDouble() / 1e12 - 1) < 1e-9);
        for (const QJsonValue &point : scene["points"].toArray())
            QVERIFY2(!point["path"].toString().contains("conv"), qPrintable(point["path"].toString()));
        view.selected = { "fcc" };
        const Result<void> unknown = chart.setView(view, session);
        QVERIFY(!unknown.ok());
        QCOMPARE(unknown.error().code, ErrorCode::CommandLine);
        QVERIFY2(unknown.error().text.find("Did you mean") != std::string::npos, unknown.error().text.c_str());
    }

    void thePageHasTheChartOfTheScreen()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        Screen screen(session);
        screen.chart.actions()->setColoring(ColorBy::Bound);
        const QTemporaryDir folder;
        const QString path = folder.filePath("page.svg");
        PictureOptions options;
        QVERIFY(writeSvg(path, judged, options).ok());
        const auto hasKey = [](const std::set<QString> &texts) {
            return std::ranges::any_of(texts, [](const QString &text) { return text.startsWith("Compute-bound ("); });
        };
        QVERIFY(!hasKey(textsOf(bytesOf(path))));
        options.chart.shown = &screen.chart.plot();
        QVERIFY(writeSvg(path, judged, options).ok());
        QVERIFY(hasKey(textsOf(bytesOf(path))));
    }

    /// The dialog's preview is smaller than the picture.
    void smallPicturesAreWhole_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : { 0.25, 0.5, 1.0, 1.5 })
            QTest::addRow("%.2f", scale) << scale;
    }
    void smallPicturesAreWhole()
    {
        QFETCH(double, scale);
        const auto paint = [](QPainter &painter, const QRectF &area) {
            painter.fillRect(area, Qt::white);
            painter.fillRect(QRectF(area.center(), area.bottomRight()), Qt::black);
        };
        const QImage picture = pictureImage({ "title", { 400, 240 }, paint }, scale);
        QCOMPARE(picture.size(), (QSizeF(400, 240) * scale).toSize());
        const QPoint middle = picture.rect().center();
        QCOMPARE(picture.pixelColor(middle - QPoint(4, 4)), QColor(Qt::white));
        QCOMPARE(picture.pixelColor(middle + QPoint(4, 4)), QColor(Qt::black));
    }

    void theDialogWritesWhatItShows()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        Screen screen(session);
        Settings settings;
        const QTemporaryDir folder;
        {
            FigureDialog dialog({ &screen.chart.plot(), &judged, {}, "resnet18" }, &settings);
            dialog.setContent(FigureDialog::Content::ChartAndTable);
            dialog.setFigureWidth("3.4in");
            dialog.setTheme(Theme::Dark, false);
            dialog.show();
            QVERIFY(dialog.writeTo(folder.filePath("paper.png")).ok());
            const QImage picture(folder.filePath("paper.png"));
            QCOMPARE(picture.width(), 1019);
            QVERIFY(picture.pixelColor(2, 2).lightness() < 128);
            dialog.copy();
            QCOMPARE(QGuiApplication::clipboard()->image().width(), 1019);
            dialog.setFigureWidth("wide");
            QVERIFY(!dialog.writeTo(folder.filePath("none.png")).ok());
            QVERIFY(!QFile::exists(folder.filePath("none.png")));
        }
        FigureDialog again({ &screen.chart.plot(), &judged, {}, "resnet18" }, &settings); // remembers what was copied
        QCOMPARE(again.content(), FigureDialog::Content::ChartAndTable);
    }
};

ROOFLIGHT_TEST(TestChartFigure)
#include "test_chart_figure.moc"
