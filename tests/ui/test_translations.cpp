// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/style/display_names.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

namespace {

struct Entry {
    QString context;
    QString source;
    QStringList forms;
    bool finished = true;
};

QList<Entry> readEntries()
{
    QFile file(QStringLiteral(TRANSLATIONS "/rooflight_zh_CN.ts"));
    QList<Entry> entries;
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("message")) {
            entries.append({ context, {}, {}, true });
        } else if (xml.name() == QLatin1String("source")) {
            entries.last().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            entries.last().finished = xml.attributes().value("type").isEmpty();
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            entries.last().forms.append(text);
        }
    }
    return entries;
}

/// %1, %n and the like, which a translation has to keep.
QStringList placesOf(const QString &text)
{
    static const QRegularExpression place(QStringLiteral("%(?:L?\\d+|n)"));
    QStringList places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places.append(match.next().captured());
    places.sort();
    return places;
}

} // namespace

/// Every text of the window has a Chinese translation that keeps its numbers and is no copy of the English.
class TestTranslations : public rooflight::fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void allTextsAreTranslated()
    {
        const QList<Entry> entries = readEntries();
        QVERIFY(entries.size() > 150);
        for (const Entry &entry : entries) {
            const QByteArray what = (entry.context + ": " + entry.source).toUtf8();
            QVERIFY2(entry.finished, what.constData());
            QVERIFY2(!entry.forms.isEmpty() && !entry.forms.constFirst().isEmpty(), what.constData());
            QVERIFY2(placesOf(entry.source) == placesOf(entry.forms.constFirst()), what.constData());
        }
    }

    void formulasAreTranslated()
    {
        // In Chinese no English word of the table is left, but names of operators, papers, files and programs.
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral("rooflight_zh_CN"), QStringLiteral(":/i18n")));
        QCoreApplication::installTranslator(&translator);
        static const QRegularExpression english(QStringLiteral(
            "\\b(additions?|and|as|comparisons?|definition|divisions?|element|elements|input|inputs|of|outputs?|read|"
            "the|to|where|without|written)\\b"));
        QFile table(QStringLiteral(ROOFLIGHT_TEST_FOLDER "/../../docs/reference/cost_table.md"));
        QVERIFY(table.open(QIODevice::ReadOnly)); // generated from core/cost
        static const QRegularExpression bar(QStringLiteral("(?<!\\\\)\\|"));
        int translated = 0;
        static const QRegularExpression source(QStringLiteral("^\\d+\\. (.+)$")); // the list at the end of the page
        for (const QString &line : QString::fromUtf8(table.readAll()).split(u'\n')) {
            QStringList texts;
            if (const QStringList cells = line.split(bar); line.startsWith(QStringLiteral("| `")) && cells.size() > 4)
                texts = cells.sliced(2, 2); // "| operators | work | bytes | source |"
            else if (const auto listed = source.match(line); listed.hasMatch())
                texts = { listed.captured(1) };
            for (const QString &cell : std::as_const(texts)) {
                const QString text = cell.trimmed().replace(QStringLiteral("\\|"), QStringLiteral("|"));
                const QString shown = rooflight::formulaText(text.toStdString());
                QVERIFY2(!english.match(shown).hasMatch(), qPrintable(shown));
                translated += shown != text;
            }
        }
        QCoreApplication::removeTranslator(&translator);
        QVERIFY(translated > 190); // most formulas and sources, and some bytes, are in words
        QCOMPARE(rooflight::formulaText("my own formula"), QString("my own formula"));
    }

    void translationsAreBuiltIn()
    {
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/rooflight_zh_CN.qm")));
        QCOMPARE(translator.translate("Facts", "Layer"), QStringLiteral("层"));
    }
};

ROOFLIGHT_TEST(TestTranslations)
#include "test_translations.moc"
