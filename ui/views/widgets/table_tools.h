// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QModelIndexList>
#include <QObject>
#include <QString>

#include <map>

class QTreeView;

namespace rooflight {

/// Gives columns of names the room that is free beside all columns, as far as the names that are in sight need it.
class RoomForNames : public QObject
{
    Q_OBJECT

public:
    /// The first of these columns is served first.
    RoomForNames(QTreeView *view, QList<int> columns);

    /// What the columns have now is what they were given.
    void takeWidths();
    /// Names or columns have changed: looks again from the event loop.
    void schedule();
    /// The columns take the widths that they were given, as they do if there is no room; these are to be saved.
    void withdraw();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// From the event loop: while rows scroll columns only grow.
    void ask();
    void fit();
    /// In pixels, of the rows in sight.
    [[nodiscard]] int widthOfNames(int column) const;
    void resize(int column, int width);

    QTreeView *m_view;
    QList<int> m_columns;
    std::map<int, int> m_given; ///< widths by column
    bool m_resizing = false;
    bool m_scheduled = false;
    bool m_mayShrink = false;
};

class LayerFilterProxy;
class LayerTreeModel;

/// Rows as tab-separated text with a header, ready for a sheet: raw numbers in the C locale, text as it is with tabs
/// and line breaks made spaces. Rows are indices of the proxy in any order and come out in the order of the table;
/// without rows all that the proxy shows.
[[nodiscard]] QString tableText(const LayerTreeModel &model, const LayerFilterProxy &proxy, QModelIndexList rows,
                                const QList<int> &columns);

} // namespace rooflight
