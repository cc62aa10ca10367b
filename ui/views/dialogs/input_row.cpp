// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/input_row.h"

#include "core/model/dtype.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QRegularExpression>

namespace rooflight {

namespace {

struct InputRowText {
    Q_DECLARE_TR_FUNCTIONS(InputRow)
};

const QLatin1String channelsLast("channels_last");

bool matches(const QString &text, const char *pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))).match(text).hasMatch();
}

bool isIdentifier(const QString &text)
{
    return matches(text, "[A-Za-z_][A-Za-z0-9_]*");
}

bool isShape(const QString &text)
{
    return matches(text, "0d|[0-9]{1,18}(x[0-9]{1,18})*");
}

bool isNumber(const QString &text)
{
    bool ok = false;
    text.toDouble(&ok);
    return ok;
}

bool isType(const QString &text)
{
    return dtypeFromName(text.toStdString()) != DType::Unknown;
}

bool isJson(const QString &text)
{
    return text.startsWith(u'[') || text.startsWith(u'{') || text.startsWith(u'"');
}

/// Numbers alone, files and JSON have neither type nor fill.
bool isOther(const QString &text)
{
    return text.startsWith(u'@') || isJson(text) || matches(text, "none|true|false|null")
        || (isNumber(text) && !isShape(text));
}

QString shapeProblem(const QString &shape)
{
    if (shape.isEmpty())
        return InputRowText::tr("A shape is missing, such as 1x3x224x224.");
    if (shape.startsWith(u'[') || shape.startsWith(u'{')) {
        QJsonParseError error;
        QJsonDocument::fromJson(shape.toUtf8(), &error);
        return error.error == QJsonParseError::NoError
            ? QString()
            : InputRowText::tr("This is not JSON: %1.").arg(error.errorString());
    }
    if (isShape(shape) || isOther(shape))
        return {};
    return InputRowText::tr(
               "“%1” is not a shape. Write integers with x between them, such as 1x3x224x224, or 0d for a scalar.")
        .arg(shape);
}

QString fillProblem(const QString &fill)
{
    QString value = fill;
    if (value == channelsLast)
        return {};
    if (value.endsWith(u':' + channelsLast))
        value.chop(channelsLast.size() + 1);
    static const QRegularExpression range(QRegularExpression::anchoredPattern(QStringLiteral("(.+?)\\.\\.(.+)")));
    if (const auto match = range.match(value);
        match.hasMatch() && isNumber(match.captured(1)) && isNumber(match.captured(2))) {
        return match.captured(1).toDouble() <= match.captured(2).toDouble()
            ? QString()
            : InputRowText::tr("The range %1 ends before it begins.").arg(value);
    }
    if (inputFills().contains(value) || isNumber(value))
        return {};
    return InputRowText::tr("“%1” cannot fill a tensor. Choose %2, a number, or a range such as 0..30521.")
        .arg(value, inputFills().join(QStringLiteral(", ")));
}

} // namespace

InputRow inputRowOf(const QString &spec)
{
    InputRow row;
    QString value = spec.trimmed();
    const qsizetype colon = value.indexOf(u':');
    if (colon > 0 && isIdentifier(value.first(colon))) {
        row.name = value.first(colon);
        value = value.sliced(colon + 1);
    }
    if (isOther(value)) {
        row.shape = value;
        return row;
    }
    QStringList parts = value.split(u':');
    row.shape = parts.takeFirst();
    if (!parts.isEmpty() && (isType(parts.constFirst()) || !fillProblem(parts.constFirst()).isEmpty()))
        row.type = parts.takeFirst();
    row.fill = parts.join(u':');
    return row;
}

QString specOf(const InputRow &row)
{
    QString spec = row.name.isEmpty() ? row.shape : row.name + u':' + row.shape;
    if (!row.type.isEmpty())
        spec += u':' + row.type;
    if (!row.fill.isEmpty())
        spec += u':' + row.fill;
    return spec;
}

QString problemOf(const InputRow &row, QString InputRow::*part)
{
    const QString &text = row.*part;
    if (part == &InputRow::shape)
        return shapeProblem(text);
    if (text.isEmpty())
        return {};
    if (part == &InputRow::name)
        return isIdentifier(text)
            ? QString()
            : InputRowText::tr(
                  "“%1” is not the name of an argument: use letters, digits and _, and do not begin with a digit.")
                  .arg(text);
    if (isOther(row.shape))
        return InputRowText::tr("Only a tensor has a type and a fill, and “%1” is not a tensor.").arg(row.shape);
    if (part == &InputRow::type)
        return isType(text) ? QString()
                            : InputRowText::tr("“%1” is not an element type. Choose %2.")
                                  .arg(text, inputTypes().join(QStringLiteral(", ")));
    return fillProblem(text);
}

QStringList inputTypes()
{
    QStringList types;
    for (const DType type : { DType::Float32, DType::Float16, DType::BFloat16, DType::Float64, DType::Int64,
                              DType::Int32, DType::Int16, DType::Int8, DType::UInt8, DType::Bool }) {
        const std::string_view text = name(type);
        types.append(QString::fromLatin1(text.data(), qsizetype(text.size())));
    }
    return types;
}

QStringList inputFills()
{
    return { QStringLiteral("normal"), QStringLiteral("uniform"), QStringLiteral("zeros"), QStringLiteral("ones"),
             QStringLiteral("arange") };
}

} // namespace rooflight
