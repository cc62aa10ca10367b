// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/page_language.h"

#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/notice_text.h"

#include <QCoreApplication>

namespace rooflight {

ReportLanguage pageLanguage(const QString &model)
{
    ReportLanguage language;
    language.code =
        QCoreApplication::translate("Page", "en", "the language of the page, by its tag for HTML").toStdString();
    if (language.code == "en")
        return language;
    language.translate = [](const char *context, const char *text) {
        return QCoreApplication::translate(context, text).toStdString();
    };
    language.error = [model](const Error &error) {
        QString text = errorSentence(error, model) + u' ' + errorDetails(error);
        return text.replace(u'\n', u' ').toStdString();
    };
    language.notice = [](const Notice &notice) {
        const NoticeText text = noticeText(notice);
        return (text.sentence + u' ' + text.details).trimmed().toStdString();
    };
    return language;
}

} // namespace rooflight
