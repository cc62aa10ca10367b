// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/view_state.h"

#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QIODevice>

#include <algorithm>

namespace rooflight {

namespace {

/// Of what is selected, so many are remembered.
constexpr std::size_t keptItems = 200;

} // namespace

QString viewStateName(const QString &path)
{
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QStringLiteral("view-") + QString::fromLatin1(hash.first(24));
}

QByteArray viewState(const Analysis &analysis, const RooflineChart &chart, const Selection &selection)
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    const Frame frame = chart.frame();
    // Items are numbers of this model, and a file may hold another one the next time.
    out << QString::fromStdString(analysis.model.sha256) << chart.isZoomed() << frame.left << frame.right
        << frame.bottom << frame.top << quint32(std::min(selection.selected().size(), keptItems));
    std::size_t kept = 0;
    for (const ItemId item : selection.selected()) {
        if (kept++ == keptItems)
            break;
        out << int(item.kind) << qint64(item.id);
    }
    return state;
}

void restoreViewState(const QByteArray &state, const Analysis &analysis, RooflineChart &chart, Selection &selection)
{
    QDataStream in(state);
    QString model;
    bool isZoomed = false;
    Frame frame;
    quint32 count = 0;
    in >> model >> isZoomed >> frame.left >> frame.right >> frame.bottom >> frame.top >> count;
    if (in.status() != QDataStream::Ok || model != QString::fromStdString(analysis.model.sha256))
        return;
    if (isZoomed)
        chart.setFrame(frame);
    std::set<ItemId> items;
    for (quint32 i = 0; i < std::min<quint32>(count, keptItems); ++i) {
        int kind = 0;
        qint64 id = -1;
        in >> kind >> id;
        const ItemId item { kind == 0 ? ItemId::Kind::Layer : ItemId::Kind::Operator, id };
        const std::size_t all = item.kind == ItemId::Kind::Layer ? analysis.layers.size() : analysis.operators.size();
        if (in.status() == QDataStream::Ok && id >= 0 && std::size_t(id) < all)
            items.insert(item);
    }
    if (!items.empty())
        selection.setSelected(items, *items.begin());
}

} // namespace rooflight
