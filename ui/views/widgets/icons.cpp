// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace rooflight {

namespace {

QPixmap drawn(const QByteArray &picture, const QColor &color, int size)
{
    QByteArray colored = picture;
    colored.replace("currentColor", color.name().toLatin1());
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(colored).render(&painter);
    return pixmap;
}

} // namespace

QIcon themedIcon(const QString &name, const QPalette &palette)
{
    QFile file(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray picture = file.readAll();
    QIcon icon;
    for (const int size : { 16, 24, 32, 48 }) {
        icon.addPixmap(drawn(picture, palette.color(QPalette::Active, QPalette::ButtonText), size), QIcon::Normal);
        icon.addPixmap(drawn(picture, palette.color(QPalette::Disabled, QPalette::ButtonText), size), QIcon::Disabled);
    }
    return icon;
}

} // namespace rooflight
