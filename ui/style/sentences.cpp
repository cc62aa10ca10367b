// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/sentences.h"

#include "core/report/format/names.h"
#include "core/roofline/judged_session.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace rooflight {

namespace {

struct Joint {
    Q_DECLARE_TR_FUNCTIONS(DisplayNames)
};

} // namespace

QString joinedSentences(const QStringList &sentences)
{
    QString text;
    for (const QString &sentence : sentences)
        text = text.isEmpty() ? sentence : Joint::tr("%1 %2", "two sentences").arg(text, sentence);
    return text;
}

QString onlyTimesSentence()
{
    return Joint::tr("This session has no layers, only times of the whole model.");
}

QString uncertainSentence(const JudgedSession &judged)
{
    const ModelAnswer &answer = judged.answer();
    if (answer.trustworthy())
        return {};
    if (!answer.disturbedBy.empty())
        return Joint::tr("Uncertain: other work or heat disturbed the measurement (%1).")
            .arg(displayText(flagsPhrase(answer.disturbedBy)));
    const Doubt &doubt = answer.withheldBecause.front();
    const QString name = doubt.roof ? displayText(roofPhrase(judged.session().peaks->roofs[*doubt.roof]))
                                    : QString::fromStdString(doubt.name);
    return Joint::tr("Uncertain: %1 varies too much.").arg(name);
}

QString withUnbrokenUnits(QString text)
{
    static const QRegularExpression space(
        QStringLiteral("(?<=\\d) (?=(?:%|(?:items|runs)/s|样本/秒|[nµm]?s|[kMGTPE]?(?:FLOP|MAC|B)|[KMGT]iB|[kMG]?Hz)"
                       "(?![A-Za-z]))| (?=×\\d)"));
    return text.replace(space, QString(QChar::Nbsp));
}

QString numberedText(std::size_t number, const QString &text)
{
    constexpr std::size_t mostCircled = 10;
    constexpr char16_t circledOne = 0x2776; // "❶", as the chart marks it
    if (number == 0)
        return text;
    const QString shown =
        number <= mostCircled ? QString(QChar(char16_t(circledOne + number - 1))) : QString::number(number);
    return shown + QStringLiteral("  ") + text;
}

QString textOfLengths(const QStringList &texts)
{
    constexpr QChar separator(0x9c); // of Qt's texts in several lengths
    return texts.join(separator);
}

} // namespace rooflight
