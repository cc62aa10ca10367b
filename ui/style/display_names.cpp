// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/display_names.h"

#include "core/base/enum_names.h"
#include "ui/style/sentences.h"

#include <QCoreApplication>

namespace rooflight {

namespace {

struct Names {
    Q_DECLARE_TR_FUNCTIONS(DisplayNames)
};

} // namespace

QString displayText(const Phrase &phrase)
{
    return QString::fromStdString(
        toText(phrase, [](const char *text) { return QCoreApplication::translate("Phrases", text).toStdString(); }));
}

QString capitalizedText(Phrase phrase)
{
    phrase.isSentence = true;
    return displayText(phrase);
}

namespace {

QString markupOf(const Phrase &phrase)
{
    const auto translate = [](const char *text) {
        return QCoreApplication::translate("Phrases", text).toHtmlEscaped().toStdString();
    };
    const auto link = [](const Phrase &part, const std::string &text) {
        const bool isLiteral = part.text.empty();
        std::string escaped = isLiteral ? QString::fromStdString(text).toHtmlEscaped().toStdString() : text;
        if (part.target.empty())
            return escaped;
        return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
            .arg(QString::fromStdString(part.target).toHtmlEscaped(), QString::fromStdString(escaped))
            .toStdString();
    };
    return QString::fromStdString(toText(phrase, translate, link));
}

} // namespace

QString displayMarkup(std::span<const Phrase> sentences)
{
    QStringList texts;
    for (const Phrase &sentence : sentences)
        texts << (texts.isEmpty() ? QStringLiteral("<b>%1</b>").arg(markupOf(sentence)) : markupOf(sentence));
    return joinedSentences(texts);
}

QString displayText(const std::vector<Phrase> &sentences)
{
    QStringList texts;
    for (const Phrase &sentence : sentences)
        texts << displayText(sentence);
    return joinedSentences(texts);
}

QString displayName(Change change)
{
    static constexpr EnumNames<Change, 7> signs = { {
        { Change::Same, "=" },
        { Change::Faster, "▼" },
        { Change::Slower, "▲" },
        { Change::Unclear, "?" },
        { Change::Added, "+" },
        { Change::Removed, "−" },
        { Change::Unmeasured, "–" },
    } };
    return QString::fromUtf8(nameIn(signs, change).data()) + u' ' + capitalizedText(namePhrase(change));
}

QString aboveRoofSentence(const RooflinePoint &point)
{
    if (!point.verdict.aboveRoof)
        return {};
    QStringList causes;
    for (const AboveRoofCause cause : point.verdict.aboveRoofCauses)
        causes.append(inlineName(cause));
    return Names::tr("It is above its roof. Likely causes: %1.").arg(causes.join(Names::tr("; or ")));
}

QString roofName(const Roof &roof)
{
    return displayText(roofPhrase(roof));
}

QString displayText(const ComposedText &message)
{
    return displayText(phraseOf(message));
}

QString formulaText(const std::string &text)
{
    return QCoreApplication::translate("Formulas", text.c_str());
}

QString ageName(std::int64_t seconds)
{
    constexpr std::int64_t minute = 60;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    if (seconds < minute)
        return Names::tr("just now");
    if (seconds < hour)
        return Names::tr("%1 min ago").arg(seconds / minute);
    if (seconds < day)
        return Names::tr("%1 h ago").arg(seconds / hour);
    return Names::tr("%1 d ago").arg(seconds / day);
}

QStringList flagNames(const std::vector<OpenEnum<SampleFlag>> &flags)
{
    QStringList names;
    for (const std::string_view flag : statedNames(flags))
        names << displayText(flagPhrase(flag));
    return names;
}

} // namespace rooflight
