// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "core/report/headline.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/text_recorder.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/style/themes.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <set>

using namespace rooflight;

namespace {

constexpr QSize pictureSize(900, 560);

/// A chart of a session, and what it says of itself.
struct Drawn {
    ChartPicture picture;
    QJsonObject scene;

    explicit Drawn(const Session &session, const std::vector<ChartSession> &others = {}, bool folds = true)
        : picture("main", JudgedSession(session), others, ChartStyle(lightPalette(), pictureFont()), { .folds = folds })
        , scene(QJsonDocument::fromJson(QByteArray::fromStdString(picture.toJson(pictureSize))).object())
    {
    }

    [[nodiscard]] QImage image()
    {
        QImage image(pictureSize, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paint(painter, QRectF(QPointF(), QSizeF(pictureSize)));
        return image;
    }

    [[nodiscard]] QJsonArray list(const char *key) const { return scene[QLatin1String(key)].toArray(); }
    [[nodiscard]] QJsonObject axis(const char *key) const
    {
        return scene["axes"].toObject()[QLatin1String(key)].toObject();
    }
    /// By the formula of docs/reference/scene.md.
    [[nodiscard]] double pixel(const char *key, double value) const
    {
        const QJsonArray values = axis(key)["values"].toArray();
        const QJsonArray pixels = axis(key)["pixels"].toArray();
        const double low = std::log10(values[0].toDouble());
        return pixels[0].toDouble()
            + (std::log10(value) - low) / (std::log10(values[1].toDouble()) - low)
            * (pixels[1].toDouble() - pixels[0].toDouble());
    }
};

bool near(double a, double b, double tolerance = 1e-9)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

/// Of hue and lightness about as far as antialiasing and rounding take it.
bool isAbout(const QColor &a, const QColor &b)
{
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 90;
}

bool liesOnTwoRoofs(const QJsonValue &corner, const QJsonArray &roofs)
{
    bool isOnFlat = false;
    bool isOnSlope = false;
    for (const QJsonValue &roof : roofs) {
        const bool isFlat = roof["kind"].toString() == QLatin1String("compute");
        const double height = roof["value"].toDouble() * (isFlat ? 1 : corner["x"].toDouble());
        (isFlat ? isOnFlat : isOnSlope) |= near(height, corner["y"].toDouble());
    }
    return isOnFlat && isOnSlope;
}

} // namespace

/// What a chart says of itself is what it paints.
class TestScene : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void pointsStandWhereTheyWereMeasured()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        const Drawn drawn(session, {}, false);
        int compared = 0;
        for (const QJsonValue &value : drawn.list("points")) {
            const QJsonObject point = value.toObject();
            const bool isLayer = point["kind"].toString() == QLatin1String("layer");
            const ItemId item { isLayer ? ItemId::Kind::Layer : ItemId::Kind::Operator,
                                std::int64_t(point["id"].toDouble()) };
            const RooflinePoint &expected = judged.at(item);
            QCOMPARE(point["path"].toString(), QString::fromStdString(expected.label));
            QCOMPARE(point["session"].toString(), QStringLiteral("main"));
            const bool isOnStrip = point["area"].toString() == QLatin1String("strip");
            QVERIFY(near(point["x"].toDouble(),
                         isOnStrip ? *expected.achievedBytePerSecond : *expected.arithmeticIntensity));
            QCOMPARE(point["y"].isNull(), isOnStrip);
            if (!isOnStrip)
                QVERIFY(near(point["y"].toDouble(), *expected.achievedFlopPerSecond));
            ++compared;
        }
        QCOMPARE(compared, int(judged.chartItems().size()));
    }

    /// The middle of each mark that no other one covers has its colour there.
    void pointsArePaintedWhereItSays()
    {
        Drawn drawn(fixture::resnet18());
        const QImage image = drawn.image();
        std::vector<QPointF> places;
        std::vector<QJsonObject> points;
        for (const QJsonValue &value : drawn.list("points")) {
            const QJsonObject point = value.toObject();
            if (point["area"].toString() != QLatin1String("plane"))
                continue;
            places.emplace_back(drawn.pixel("x", point["x"].toDouble()), drawn.pixel("y", point["y"].toDouble()));
            points.push_back(point);
        }
        int seen = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            bool isCovered = false;
            for (std::size_t other = 0; other < places.size(); ++other)
                isCovered |= other != i
                    && QLineF(places[i], places[other]).length() < points[other]["diameter"].toDouble() / 2 + 4;
            for (const QJsonValue &text : drawn.list("texts")) {
                const QJsonObject box = text.toObject();
                isCovered |= std::abs(box["x"].toDouble() - places[i].x()) < box["width"].toDouble() / 2 + 4
                    && std::abs(box["y"].toDouble() - places[i].y()) < box["height"].toDouble() / 2 + 4;
            }
            if (isCovered)
                continue;
            const QColor color(points[i]["color"].toString());
            const QColor painted = image.pixelColor(places[i].toPoint());
            const QByteArray what = points[i]["path"].toString().toUtf8() + ' ' + painted.name().toUtf8();
            QVERIFY2(isAbout(painted, ChartStyle::markerBrush(color).color()) || isAbout(painted, color), what);
            ++seen;
        }
        QVERIFY2(seen >= 3, qPrintable(QString::number(seen)));
    }

    void textsAreThoseThatArePainted()
    {
        for (const Session &session :
             { fixture::resnet18(), fixture::threeBlocks(), fixture::resnet18WithoutTimes() }) {
            Drawn drawn(session);
            fixture::RecordingDevice device(pictureSize);
            QPainter painter(&device);
            drawn.picture.paint(painter, QRectF(QPointF(), QSizeF(pictureSize)));
            painter.end();
            std::multiset<QString> painted;
            for (const fixture::DrawnText &text : device.texts())
                painted.insert(text.text);
            QVERIFY(!drawn.list("texts").isEmpty());
            for (const QJsonValue &value : drawn.list("texts")) {
                const QString text = value.toObject()["text"].toString();
                QVERIFY2(painted.contains(text), qPrintable(text));
                painted.extract(text);
            }
            for (const char *axis : { "x", "y" }) {
                const QString title = drawn.axis(axis)["title"].toString();
                QVERIFY2(painted.contains(title), qPrintable(title));
            }
        }
    }

    void roofsHaveTheirValues()
    {
        const Session session = fixture::resnet18();
        const Drawn drawn(session);
        std::set<double> values;
        for (const Roof &roof : session.peaks->roofs)
            values.insert(roof.value);
        int flat = 0;
        int slopes = 0;
        for (const QJsonValue &value : drawn.list("roofs")) {
            const QJsonObject roof = value.toObject();
            QVERIFY(values.contains(roof["value"].toDouble()));
            if (roof["theoretical"].toBool())
                continue;
            for (const QJsonValue &end : roof["points"].toArray()) {
                const double x = end[0].toDouble();
                const double y = end[1].toDouble();
                const bool isFlat = roof["kind"].toString() == QLatin1String("compute");
                QVERIFY(near(isFlat ? y : y / x, roof["value"].toDouble()));
                ++(isFlat ? flat : slopes);
            }
        }
        QVERIFY(flat >= 2 && slopes >= 2);
        const QJsonArray onStrip = drawn.axis("strip")["roofs"].toArray();
        QVERIFY(!onStrip.isEmpty());
        for (const QJsonValue &roof : onStrip)
            QVERIFY(near(roof["x"].toDouble(), roof["value"].toDouble()));
    }

    /// Each ridge lies on two roofs; corners of zones lie below the main one.
    void ridgesLieOnTheirRoofs()
    {
        const Result<Session> gpu = readSession(ROOFLIGHT_SESSIONS "/resnet50_h100.ridge");
        QVERIFY(gpu.ok());
        QVERIFY(!Drawn(gpu.value()).list("other_ridges").isEmpty());
        for (const Session &session : { fixture::resnet18(), gpu.value() }) {
            const Drawn drawn(session);
            const QJsonObject ridge = drawn.scene["ridge"].toObject();
            QJsonArray ridges = drawn.list("other_ridges");
            ridges.append(ridge);
            for (const QJsonValue &corner : ridges)
                QVERIFY(liesOnTwoRoofs(corner, drawn.list("roofs")));
            for (const QJsonValue &zone : drawn.list("zones")) {
                for (const QJsonValue &corner : zone["points"].toArray())
                    QVERIFY(corner[1].toDouble() <= ridge["y"].toDouble() * (1 + 1e-9));
            }
        }
    }

    /// What the headline names has its number, in its order, on the strip too.
    void namedPointsHaveNumbers()
    {
        const Session session = fixture::resnet18();
        const JudgedSession judged(session);
        const Headline said = headline(judged);
        QVERIFY(!said.named.empty());
        Drawn drawn(session);
        std::map<QString, QString> tagged;
        for (const QJsonValue &point : drawn.list("points")) {
            if (!point["tag"].toString().isEmpty())
                tagged[point["tag"].toString()] = point["path"].toString();
        }
        QCOMPARE(tagged.size(), said.named.size());
        std::set<QString> written;
        for (const QJsonValue &text : drawn.list("texts")) {
            if (text["role"].toString() == QLatin1String("tag"))
                written.insert(text["text"].toString());
        }
        const QString sentences = QString::fromStdString(headlineText(said));
        qsizetype last = -1;
        for (std::size_t i = 0; i < said.named.size(); ++i) {
            const QString number = QString::number(i + 1);
            QCOMPARE(tagged[number], QString::fromStdString(judged.at(said.named[i]).label));
            QVERIFY2(written.contains(number), qPrintable(number));
            const qsizetype place = sentences.indexOf(tagged[number]);
            QVERIFY2(place > last, qPrintable(sentences));
            last = place;
        }
        for (const QJsonValue &point : Drawn(fixture::resnet18WithoutTimes()).list("points"))
            QCOMPARE(point["tag"].toString(), QString());
    }

    void foldedPointsNameAllTheyStandFor()
    {
        const Session session = fixture::threeBlocks();
        std::set<int> folded;
        int equal = 0;
        for (const QJsonValue &point : Drawn(session).list("points")) {
            const QJsonArray ids = point["equal"].toArray();
            equal += int(ids.size());
            for (const QJsonValue &id : ids)
                folded.insert(id.toInt());
            folded.insert(point["id"].toInt());
        }
        QVERIFY(equal > 0);
        std::set<int> alone;
        for (const QJsonValue &point : Drawn(session, {}, false).list("points")) {
            QVERIFY(point["equal"].toArray().isEmpty());
            alone.insert(point["id"].toInt());
        }
        QVERIFY(folded == alone);
    }

    void sessionsHaveAColourEach()
    {
        auto other = std::make_shared<Session>(fixture::resnet18());
        for (Roof &roof : other->peaks.edit().roofs)
            roof.value *= 3;
        const Drawn drawn(fixture::resnet18(), { { "laptop", other } });
        QCOMPARE(drawn.list("sessions"), QJsonArray({ "main", "laptop" }));
        std::map<QString, std::set<QString>> colors;
        std::map<QString, int> counts;
        for (const QJsonValue &point : drawn.list("points")) {
            colors[point["session"].toString()].insert(point["color"].toString());
            ++counts[point["session"].toString()];
        }
        QCOMPARE(colors.size(), std::size_t(2));
        QCOMPARE(colors["main"].size(), std::size_t(1));
        QCOMPARE(colors["laptop"].size(), std::size_t(1));
        QVERIFY(colors["main"] != colors["laptop"]);
        QCOMPARE(counts["main"], counts["laptop"]);
    }

    void whatIsNotThereIsLeftOut()
    {
        const Drawn noRoofs(fixture::resnet18WithoutRoofs());
        QVERIFY(noRoofs.scene["ridge"].isNull() && noRoofs.list("roofs").isEmpty() && noRoofs.list("zones").isEmpty());
        QVERIFY(!noRoofs.list("points").isEmpty());
        for (const QJsonValue &point : Drawn(fixture::resnet18WithoutTimes()).list("points"))
            QVERIFY(!point["timed"].toBool());
        QVERIFY(ChartPicture("none", JudgedSession(Session {}), {}, ChartStyle(lightPalette()), {}).isEmpty());
        const Drawn hostile(fixture::awkward()); // numbers that JSON does not have become null
        QVERIFY(hostile.scene["points"].isArray());
    }
};

ROOFLIGHT_TEST(TestScene)
#include "test_scene.moc"
