// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"
#include "ui/models/layer_columns.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace ridgepoint {

/// The layers of a session as a tree, with the operators under the layer that calls them; operators that only look
/// at memory differently are left out. Rows stand in order of execution. The flat arrangement lists what stands on
/// the chart instead, each with its whole path.
class LayerTreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum class Arrangement { Tree, Flat };

    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw number; invalid for text columns and for what is not known
        ItemIdRole, ///< ItemId
        FractionRole, ///< 0 to 1 for a bar in the cell; invalid in columns without bars
        FamilyRole, ///< OperatorFamily, in the first column
        AboveRoofRole, ///< bool: the point lies above its roof, so something is wrong with one of the two
    };

    explicit LayerTreeModel(QObject *parent = nullptr);

    /// Shows the session. When only times or roofs have changed the rows stay, and views keep what is expanded.
    void setSession(const Session &session);
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }

    /// Index of the first column; invalid for an item that has no row.
    [[nodiscard]] QModelIndex indexOf(ItemId item) const;
    [[nodiscard]] std::optional<ItemId> itemAt(const QModelIndex &index) const;
    /// The row's content; only for a valid index.
    [[nodiscard]] LayerRow rowData(const QModelIndex &index) const;

    /// Rows are numbered from 0 to rowTotal() - 1 whatever stands above them, parents before children.
    [[nodiscard]] int rowTotal() const { return int(m_rows.size()); }
    [[nodiscard]] int rowNumber(const QModelIndex &index) const { return int(index.internalId()); }
    [[nodiscard]] int parentNumber(int row) const { return m_rows[std::size_t(row)].parent; }
    /// What a search looks at: path, type, operator.
    [[nodiscard]] QString searchText(int row) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Column titles and words of the table in the language that is now in force.
    void retranslate();

private:
    struct Row {
        ItemId item;
        int parent = -1;
        int position = 0; ///< among its siblings
        int calls = 1;
        std::vector<int> children;
    };

    void rebuild();
    void buildTree();
    void buildFlat();
    int addRow(ItemId item, int parent);
    void countCalls();
    void computePoints(const Session &session);
    [[nodiscard]] const RooflinePoint &pointOfItem(ItemId item) const;
    [[nodiscard]] std::string rowName(const Row &row) const;
    [[nodiscard]] const std::vector<int> &childrenOf(const QModelIndex &parent) const;
    [[nodiscard]] QVariant fraction(const RooflinePoint &point, LayerColumn column) const;

    Analysis m_analysis;
    std::vector<RooflinePoint> m_layerPoints;
    std::vector<RooflinePoint> m_operatorPoints;
    std::vector<Row> m_rows;
    std::vector<int> m_top; ///< rows without parent
    std::vector<int> m_layerRows; ///< row of each layer, -1 for none
    std::vector<int> m_operatorRows;
    std::vector<int> m_layerCalls;
    std::vector<ItemId> m_chartItems;
    Arrangement m_arrangement = Arrangement::Tree;
};

} // namespace ridgepoint
