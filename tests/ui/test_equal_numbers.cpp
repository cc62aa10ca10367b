// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "core/report/facts/item_facts.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/models/layer_columns.h"
#include "ui/models/layer_tree_model.h"
#include "ui/views/panels/item_details.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <functional>

using namespace rooflight;

namespace {

/// Cells by key, of a layer.
using CsvRow = QHash<QString, QString>;

QStringList cellsOf(const QString &line)
{
    static const QRegularExpression cell(QStringLiteral("(?:^|,)(\"(?:[^\"]|\"\")*\"|[^,]*)"));
    QStringList cells;
    for (auto match = cell.globalMatch(line); match.hasNext();)
        cells << match.next().captured(1);
    return cells;
}

std::vector<CsvRow> csvOf(const JudgedSession &judged)
{
    const QStringList lines = QString::fromStdString(layersToCsv(judged)).split(QStringLiteral("\r\n"));
    const QStringList header = lines.front().split(u',');
    std::vector<CsvRow> rows;
    for (const QString &line : lines.sliced(1)) {
        const QStringList cells = cellsOf(line);
        if (cells.size() != header.size())
            continue;
        CsvRow &row = rows.emplace_back();
        for (qsizetype i = 0; i < header.size(); ++i)
            row.insert(header[i], cells[i]);
    }
    return rows;
}

QJsonObject verdictsIn(const JudgedSession &judged)
{
    const QByteArray json = QByteArray::fromStdString(sessionWithVerdictsToJson(judged));
    return QJsonDocument::fromJson(json).object()[QStringLiteral("verdicts")].toObject();
}

/// The number that a text for people begins with, in base units; "1.81 GFLOP", "61 %", "24.3 ms".
std::optional<double> numberIn(const QString &text)
{
    static const QRegularExpression number(
        QStringLiteral("^([0-9][0-9,.]*(?:e[+-]?[0-9]+)?) ?(%|(?:([EPTGMkmµn])?(FLOP/s|FLOP/B|FLOP|MAC|B/s|B|s))?)"
                       "(?= \\(|$)"));
    const QRegularExpressionMatch match = number.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    static const QHash<QString, double> prefixes { { "E", 1e18 }, { "P", 1e15 }, { "T", 1e12 },
                                                   { "G", 1e9 },  { "M", 1e6 },  { "k", 1e3 },
                                                   { "m", 1e-3 }, { "µ", 1e-6 }, { "n", 1e-9 } };
    double value = match.captured(1).remove(u',').toDouble() * prefixes.value(match.captured(3), 1);
    if (match.captured(2) == QLatin1String("%"))
        value /= 100;
    return match.captured(4) == QLatin1String("s") ? value * 1e9 : value;
}

/// Three digits, of percents two from 10 % on and one below.
bool isRounded(double shown, double exact, bool isPercent)
{
    const double last = isPercent ? (std::abs(exact) >= 0.0995 ? 0.0051 : 0.00051) : 0.0051 * std::abs(exact);
    return std::abs(shown - exact) <= last;
}

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, u' ');
}

} // namespace

/// What one output says of a layer, all others say, too.
class TestEqualNumbers : public fixture::StrictTest
{
    Q_OBJECT

private:
    static Session withKernels()
    {
        Session gpu = fixture::resnet18();
        for (ItemLatency &latency : gpu.layers.edit().items)
            latency.kernels = { { "kernel", 1, latency.samples.summary.medianNs / 2 } };
        return gpu;
    }

    static Session onAnotherDevice()
    {
        return underRoofsOf(*sheetsNamed("NVIDIA H100 SXM").front(), fixture::resnet18());
    }

    /// A file of the repository.
    static Session committed(const char *path)
    {
        Result<Session> session = readSession(std::string(ROOFLIGHT_ROOT) + path);
        return session.ok() ? std::move(session.value()) : Session();
    }

    static std::vector<std::pair<const char *, std::function<Session()>>> sessions()
    {
        return { { "measured", fixture::resnet18 },
                 { "without roofs", fixture::resnet18WithoutRoofs },
                 { "without times", fixture::resnet18WithoutTimes },
                 { "equal blocks", fixture::threeBlocks },
                 { "another device", onAnotherDevice },
                 { "kernels", withKernels },
                 { "awkward", fixture::awkward },
                 { "an H100", [] { return committed("/docs/sessions/resnet50_h100.ridge"); } },
                 { "8 bits", [] { return committed("/tests/data/sessions/int8.ridge"); } },
                 { "an export", [] { return committed("/tests/data/sessions/export.ridge"); } } };
    }

private Q_SLOTS:
    void outputsAgree_data()
    {
        QTest::addColumn<int>("session");
        int index = 0;
        for (const auto &[name, session] : sessions())
            QTest::newRow(name) << index++;
    }

    void outputsAgree()
    {
        QFETCH(int, session);
        const Session shown = sessions()[std::size_t(session)].second();
        const JudgedSession judged(shown);
        const std::vector<CsvRow> csv = csvOf(judged);
        const QJsonArray json = verdictsIn(judged)[QStringLiteral("layers")].toArray();
        const TableContent table = layerContent(judged);
        const RooflineContent chart = rooflineContent(judged);
        LayerTreeModel model;
        model.setSession(judged);
        QVERIFY(shown.analysis.has_value());
        const std::size_t layers = shown.analysis->layers.size();
        QVERIFY(layers > 0);
        QCOMPARE(std::size_t(json.size()), layers);
        QCOMPARE(table.rows.size(), layers);
        int numbers = 0;
        for (std::size_t i = 0; i < layers; ++i) {
            const ItemId item { ItemId::Kind::Layer, std::int64_t(i) };
            const ItemDetails details = itemDetails(judged, item);
            for (std::size_t place = 0; place < factTable().size(); ++place) {
                const ItemFact &fact = factTable()[place];
                const auto id = FactId(place);
                const QString key = QString::fromUtf8(fact.key.data(), qsizetype(fact.key.size()));
                const QString cell = i < csv.size() ? csv[i].value(key) : QString();
                const QJsonValue value = json[qsizetype(i)].toObject()[key];
                if ((fact.outputs & InCsv) != 0 && (fact.outputs & InVerdicts) != 0 && value.isDouble())
                    QCOMPARE(cell.toDouble(), value.toDouble());
                bool isNumber = false;
                const double exact = value.isDouble() ? value.toDouble() : cell.toDouble(&isNumber);
                if (!isNumber && !value.isDouble())
                    continue;
                const auto check = [&](const char *output, const QString &text) {
                    const std::optional<double> number = numberIn(plain(text));
                    if (!number)
                        return; // unknown, at least, less than
                    ++numbers;
                    QVERIFY2(isRounded(*number, exact, text.contains(u'%')),
                             qPrintable(QStringLiteral("%1 of layer %2: %3 says %4, others %5")
                                            .arg(key, QString::number(i), QLatin1String(output), text)
                                            .arg(exact)));
                };
                const QString title = factTitleText(id);
                for (std::size_t column = 0; column < table.columns.size(); ++column) {
                    if (table.columns[column].title.text() == title.toStdString())
                        check("the table",
                              QString::fromStdString(table.rows[i][column]).remove(QStringLiteral(" (!)")));
                }
                for (int column = 0; column < layerColumnCount(); ++column) {
                    if (columnFact(column) == id)
                        check("the window", model.indexOf(item).siblingAtColumn(column).data().toString());
                }
                for (std::size_t point = 0; point < chart.points.size(); ++point) {
                    if (chart.points[point].item != item)
                        continue;
                    for (const CardRow &row : cardRows(chart, point)) {
                        if (row.name == title)
                            check("the card", row.value);
                    }
                }
                for (const DetailSection &section : details.sections) {
                    for (const DetailRow &row : section.rows) {
                        if (row.name == title && !row.item)
                            check("the details", row.value);
                    }
                }
            }
        }
        QVERIFY2(numbers > int(layers), qPrintable(QString::number(numbers)));
    }

    void timesHaveOneBase_data() { outputsAgree_data(); }

    /// Time = share x bare median; gain and share of the roof are of it; the operators' gains are the model's.
    void timesHaveOneBase()
    {
        QFETCH(int, session);
        const Session shown = sessions()[std::size_t(session)].second();
        const QJsonObject verdicts = verdictsIn(JudgedSession(shown));
        const QJsonObject model = verdicts[QStringLiteral("model")].toObject();
        const auto near = [](double a, double b) {
            return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
        };
        double gains = 0;
        for (const char *part : { "layers", "operators" }) {
            for (const QJsonValue &one : verdicts[QLatin1String(part)].toArray()) {
                const QJsonObject item = one.toObject();
                const QJsonValue time = item[QStringLiteral("time_ns")];
                const QJsonValue share = item[QStringLiteral("time_share")];
                const QJsonValue atRoof = item[QStringLiteral("time_at_roof_ns")];
                const QJsonValue gain = item[QStringLiteral("time_to_gain_ns")];
                if (time.isDouble() && share.isDouble() && model[QStringLiteral("median_ns")].isDouble())
                    QVERIFY(near(time.toDouble(), share.toDouble() * model[QStringLiteral("median_ns")].toDouble()));
                if (time.isDouble() && gain.isDouble())
                    QVERIFY(near(gain.toDouble(), std::max(0.0, time.toDouble() - atRoof.toDouble())));
                const QJsonValue fraction = item[QStringLiteral("roof_fraction")];
                if (fraction.isDouble() && time.isDouble())
                    QVERIFY(near(fraction.toDouble() * time.toDouble(), atRoof.toDouble()));
                gains += QLatin1String(part) == verdicts[QStringLiteral("ranking_of")].toString() ? gain.toDouble() : 0;
            }
        }
        if (model[QStringLiteral("time_to_gain_ns")].isDouble()
            && verdicts[QStringLiteral("ranking")].toArray().size() > 0
            && verdicts[QStringLiteral("ranking_of")].toString() == QLatin1String("operators"))
            QVERIFY2(near(gains, model[QStringLiteral("time_to_gain_ns")].toDouble()),
                     qPrintable(QString::number(gains)));
    }
};

ROOFLIGHT_TEST(TestEqualNumbers)
#include "test_equal_numbers.moc"
