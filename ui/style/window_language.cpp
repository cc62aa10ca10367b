// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/window_language.h"

#include <QCoreApplication>

namespace rooflight {

ReportLanguage windowLanguage()
{
    ReportLanguage language;
    language.code =
        QCoreApplication::translate("Page", "en", "the language of the page, by its tag for HTML").toStdString();
    if (language.code == "en")
        return language;
    language.translate = [](const char *context, const char *text) {
        return QCoreApplication::translate(context, text).toStdString();
    };
    return language;
}

} // namespace rooflight
