// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/appearance.h"

#include "ui/settings/languages.h"
#include "ui/settings/settings.h"

#include <QApplication>
#include <QFont>
#include <QFontInfo>
#include <QLibraryInfo>

namespace rooflight {

namespace {

/// Names the fonts for Chinese characters after the desktop's own one: left alone, Qt picks any that has the
/// characters, in whichever weight and with Japanese forms.
void chooseFonts()
{
    QFont font = QApplication::font();
    // The desktop may name its font by a word such as "Sans", which would be passed over.
    font.setFamilies({ QFontInfo(font).family(), QStringLiteral("Noto Sans CJK SC"),
                       QStringLiteral("Source Han Sans SC"), QStringLiteral("WenQuanYi Micro Hei"),
                       QStringLiteral("Droid Sans Fallback") });
    QApplication::setFont(font);
}

} // namespace

Language::Language(QObject *parent)
    : QObject(parent)
{
}

Language::~Language()
{
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
}

void Language::set(const QString &language)
{
    const QString wanted = language.isEmpty() ? languageOfLocale(QLocale::system()) : language;
    if (wanted == m_current)
        return;
    m_current = wanted;
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_qt);
    if (wanted == QLatin1String("en"))
        return; // the texts in the source are English
    if (m_qt.load(QStringLiteral("qtbase_") + wanted, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_own.load(QStringLiteral(":/i18n/rooflight_") + wanted + QStringLiteral(".qm")))
        QCoreApplication::installTranslator(&m_own);
}

Appearance::Appearance(Settings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    connect(settings, &Settings::themeChanged, this, [this] { applyTheme(m_settings->theme()); });
    connect(settings, &Settings::languageChanged, this, [this] { m_language.set(m_settings->language()); });
    chooseFonts();
    m_pointSize = QApplication::font().pointSizeF();
    connect(settings, &Settings::textScaleChanged, this, &Appearance::scaleTexts);
    scaleTexts();
    m_language.set(settings->language());
    applyTheme(settings->theme());
}

void Appearance::scaleTexts()
{
    QFont font = QApplication::font();
    const double wanted = m_pointSize * m_settings->textScale() / 100;
    if (m_pointSize <= 0 || qFuzzyCompare(font.pointSizeF(), wanted))
        return;
    font.setPointSizeF(wanted);
    QApplication::setFont(font);
}

} // namespace rooflight
