// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/facts/item_facts.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <QTest>

using namespace rooflight;

namespace {

constexpr const char *introduction = R"page(<!-- SPDX-FileCopyrightText: 2026 The Rooflight authors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Generated from core/report/facts by the test facts_page_test: ROOFLIGHT_UPDATE_DOCS=1 writes it anew. -->

# Facts about layers and operators

Every output takes its numbers from this table. The keys are those of CSV, of `verdicts` in JSON and of Python; the
titles are those of the window and of reports. Programs get SI base units, except times, which are in nanoseconds.
*(layers)* marks facts that only layers have.

)page";

constexpr const char *schemaHead = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Facts about a layer or an operator",
  "description": "Generated from core/report/facts, as docs/reference/facts.md. null: it was not measured.",
  "$defs": {
)";

constexpr std::array outputNames = {
    std::pair { InCsv, "CSV" },           std::pair { FactOutput(InVerdicts | InVerdictsIfKnown), "JSON, Python" },
    std::pair { InTables, "text, HTML" }, std::pair { InWindow, "layer table" },
    std::pair { OnCard, "card" },         std::pair { InDetails, "details" },
};

/// A cell an output, with a mark where it has the fact.
QString outputsOf(const ItemFact &fact)
{
    QString cells;
    for (const auto &[output, name] : outputNames)
        cells += (fact.outputs & output) != 0 ? QStringLiteral(" \u2713 |") : QStringLiteral(" |");
    return cells;
}

QString view(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString page()
{
    QString text = QString::fromUtf8(introduction) + QStringLiteral("| key | title | unit | meaning |");
    for (const auto &[output, name] : outputNames)
        text += QStringLiteral(" %1 |").arg(QLatin1String(name));
    text += QStringLiteral("\n|---|---|---|---|") + QStringLiteral("---|").repeated(outputNames.size()) + u'\n';
    for (const ItemFact &fact : factTable())
        text += QStringLiteral("| `%1`%2 | %3 | %4 | %5 |%6\n")
                    .arg(view(fact.key), fact.ofLayersOnly ? QStringLiteral(" (layers)") : QString(),
                         QString::fromUtf8(fact.title), fact.unit == "1" ? QString() : view(fact.unit),
                         QString::fromUtf8(fact.help), outputsOf(fact));
    return text;
}

/// Of the value in JSON.
QString schemaOf(const ItemFact &fact)
{
    const QString number = (fact.outputs & InVerdictsIfKnown) != 0 ? QStringLiteral("\"number\"")
                                                                   : QStringLiteral("[\"number\", \"null\"]");
    const QString what = QStringLiteral("\"description\": \"%1\"").arg(QString::fromUtf8(fact.help));
    if (fact.id == FactId::Bound)
        return QStringLiteral("{ \"$ref\": \"names.schema.json#/$defs/bound\" }");
    if (fact.id == FactId::Causes)
        return QStringLiteral("{\n          \"type\": \"array\",\n          \"items\": {\n            \"anyOf\": [\n"
                              "              { \"$ref\": \"names.schema.json#/$defs/above_roof_cause\" },\n"
                              "              { \"$ref\": \"names.schema.json#/$defs/underutilized_cause\" }\n"
                              "            ]\n          }\n        }");
    if (fact.id == FactId::CauseTimes)
        return QStringLiteral("{ \"type\": \"object\", \"additionalProperties\": { \"type\": \"number\" }, %1 }")
            .arg(what);
    if (fact.id == FactId::AboveRoof)
        return QStringLiteral("{ \"type\": \"boolean\", %1 }").arg(what);
    const QString type = fact.unit.empty() ? QStringLiteral("\"string\"") : number;
    const QString unit = fact.unit.empty() || fact.unit == "1" ? what : what.chopped(1) + u' ' + view(fact.unit) + u'"';
    return QStringLiteral("{ \"type\": %1, %2 }").arg(type, unit);
}

QString definition(const char *name, bool ofLayers)
{
    QStringList required { QStringLiteral("\"id\"") };
    QStringList properties { QStringLiteral("        \"id\": { \"$ref\": \"common.schema.json#/$defs/integer\" }") };
    for (const FactId id : factsIn(InVerdicts)) {
        const ItemFact &fact = factOf(id);
        if (fact.ofLayersOnly && !ofLayers)
            continue;
        if ((fact.outputs & InVerdicts) != 0)
            required << QStringLiteral("\"%1\"").arg(view(fact.key));
        properties << QStringLiteral("        \"%1\": %2").arg(view(fact.key), schemaOf(fact));
    }
    return QStringLiteral("    \"%1\": {\n      \"type\": \"object\",\n      \"required\": [%2],\n"
                          "      \"properties\": {\n%3\n      }\n    }")
        .arg(QLatin1String(name), required.join(QStringLiteral(", ")), properties.join(QStringLiteral(",\n")));
}

QString schema()
{
    return QString::fromUtf8(schemaHead) + definition("layer", true) + QStringLiteral(",\n")
        + definition("operator", false) + QStringLiteral("\n  }\n}\n");
}

} // namespace

class FactsPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFactIsDescribed()
    {
        QStringList keys;
        for (const ItemFact &fact : factTable()) {
            QVERIFY2(!fact.key.empty() && fact.value, fact.title);
            QVERIFY2(std::string_view(fact.help).ends_with('.'), fact.title);
            QVERIFY2(fact.outputs != 0, fact.title);
            QVERIFY2(!keys.contains(view(fact.key)), fact.title);
            constexpr unsigned forPeople = InTables | InWindow | OnCard | InDetails;
            QCOMPARE((fact.outputs & forPeople) != 0 && *fact.title == '\0', false);
            keys << view(fact.key);
        }
    }

    /// Beside intensity times bandwidth, and the compute roof, which it may exceed.
    void attainableSaysWhatDoesNotCount()
    {
        const QString help = QString::fromUtf8(factOf(FactId::Attainable).help);
        for (const char *word : { "cache", "padding" })
            QVERIFY2(help.contains(QLatin1String(word)), word);
    }

    void pagesAreUpToDate_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        const QString folder = QStringLiteral(ROOFLIGHT_REFERENCE_FOLDER "/");
        QTest::newRow("page") << folder + QStringLiteral("facts.md") << page();
        QTest::newRow("schema") << folder + QStringLiteral("schema/item_facts.schema.json") << schema();
    }

    void pagesAreUpToDate()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        if (qEnvironmentVariableIntValue("ROOFLIGHT_UPDATE_DOCS") == 1) {
            QFile target(path);
            QVERIFY2(target.open(QIODevice::WriteOnly), qPrintable(path));
            QCOMPARE(target.write(text.toUtf8()), text.toUtf8().size());
            return;
        }
        QFile committed(path);
        QVERIFY2(committed.open(QIODevice::ReadOnly), qPrintable(path));
        QVERIFY2(committed.readAll() == text.toUtf8(), "it differs: run this test with ROOFLIGHT_UPDATE_DOCS=1");
    }
};

ROOFLIGHT_TEST(FactsPageTest)
#include "facts_page_test.moc"
