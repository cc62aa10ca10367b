// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"

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
    QFile file(QStringLiteral(TRANSLATIONS "/ridgepoint_zh_CN.ts"));
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
class TestTranslations : public ridgepoint::fixture::StrictTest
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

    void translationsAreBuiltIn()
    {
        QTranslator translator;
        QVERIFY(translator.load(QStringLiteral(":/i18n/ridgepoint_zh_CN.qm")));
        QCOMPARE(translator.translate("LayerColumns", "Layer"), QStringLiteral("层"));
    }
};

RIDGEPOINT_TEST(TestTranslations)
#include "test_translations.moc"
