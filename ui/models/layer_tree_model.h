// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/headline.h"
#include "core/roofline/judged_session.h"
#include "ui/models/layer_columns.h"

#include <QAbstractItemModel>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// The layers of a session as a tree, with the operators under the layer that calls them; operators that only look
/// at memory differently are left out. Rows stand in order of execution. The flat arrangement lists what stands on
/// the chart instead, each with its whole path. If equal blocks are folded, one row stands for all of them, with
/// them below it.
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
        FoldedRole, ///< int: how many equal ones the row stands for; invalid for others
        WholeNameRole, ///< path of the layer, or what a folded row is called, as the file has it
        NumberRole, ///< int: its place among what the headline names, in the first column; invalid for others
    };

    explicit LayerTreeModel(QObject *parent = nullptr);

    /// Shows the session. When only times or roofs have changed the rows stay, and views keep what is expanded.
    void setSession(const JudgedSession &judged);
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }
    /// One row for equal blocks, or one each, which is how it starts.
    void setFolded(bool folded);
    [[nodiscard]] bool isFolded() const { return m_isFolded; }

    /// Index of the first column; invalid for an item that has no row.
    [[nodiscard]] QModelIndex indexOf(ItemId item) const;
    [[nodiscard]] std::optional<ItemId> itemAt(const QModelIndex &index) const;
    /// One item, or all that a folded row stands for; empty for an invalid index.
    [[nodiscard]] std::vector<ItemId> itemsAt(const QModelIndex &index) const;
    /// The row's content; only for a valid index.
    [[nodiscard]] ItemRow rowData(const QModelIndex &index) const;

    /// Rows are numbered from 0 to rowTotal() - 1 whatever stands above them, parents before children.
    [[nodiscard]] int rowTotal() const { return int(m_rows.size()); }
    [[nodiscard]] int rowNumber(const QModelIndex &index) const { return int(index.internalId()); }
    [[nodiscard]] int parentNumber(int row) const { return m_rows[std::size_t(row)].parent; }
    [[nodiscard]] const RooflinePoint &pointOfRow(int row) const;
    /// True for what stands on the chart: together these cover the model once.
    [[nodiscard]] bool isOnChart(int row) const;
    /// True for the row of one of these items itself; a folded row is none.
    [[nodiscard]] bool isOneOf(int row, const std::set<ItemId> &items) const;
    /// The points on the chart that take most time, at most this many; by their times at the roofs if nothing was
    /// timed.
    [[nodiscard]] std::vector<const RooflinePoint *> slowest(std::size_t count) const;
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
        int group = -1; ///< in m_groups: it stands for all of these, and `item` is the first of them
    };

    /// What one row stands for if equal blocks are folded.
    struct Group {
        std::vector<ItemId> items;
        FoldedPoint folded = {};
        Layer layer = {}; ///< the first one, with what adds up added up; only of layers
        std::string name = {};
    };

    struct Pending {
        ItemId item;
        int parent = -1;
        int group = -1;
    };

    void rebuild();
    void buildTree();
    /// What stands below each layer, in the order in which it runs.
    [[nodiscard]] std::vector<std::vector<ItemId>> orderedChildren() const;
    /// A row for all of the block; returns its members, which are to stand below it.
    std::vector<Pending> addBlock(const EqualBlocks &block, int parent);
    void buildFlat();
    int addRow(ItemId item, int parent);
    int addGroup(std::vector<ItemId> items, int parent);
    /// Equal layers among these become one, in the place of the first.
    [[nodiscard]] std::vector<Pending> foldedChildren(const std::vector<ItemId> &items, int parent);
    void foldBlocks();
    void computeGroups();
    [[nodiscard]] ItemRow rowOfGroup(const Group &group) const;
    [[nodiscard]] std::string nameOfGroup(const std::vector<ItemId> &items) const;
    void countCalls();
    void takePoints(const JudgedSession &judged);
    void collectTimes(const Session &session);
    void findChartItems(const JudgedSession &judged);
    [[nodiscard]] std::string rowName(const Row &row) const;
    [[nodiscard]] const std::vector<int> &childrenOf(const QModelIndex &parent) const;
    [[nodiscard]] QVariant fraction(const RooflinePoint &point, FactId column) const;
    [[nodiscard]] static QString timeHelp(const RooflinePoint &point, bool isOne);

    Part<Analysis> m_analysis { Analysis() }; ///< always one
    std::shared_ptr<const SessionPoints> m_points = std::make_shared<SessionPoints>();
    std::vector<Row> m_rows;
    std::vector<int> m_top; ///< rows without parent
    std::vector<int> m_layerRows; ///< row of each layer, -1 for none
    std::vector<int> m_operatorRows;
    std::vector<int> m_layerCalls;
    std::vector<ItemId> m_chartItems;
    std::vector<bool> m_layersOnChart; ///< by layer
    std::vector<bool> m_operatorsOnChart;
    Headline m_headline; ///< its sentences say nothing here
    std::map<ItemId, Summary> m_times; ///< of what was timed, on the base of the column Time
    bool m_isFolded = false;
    std::vector<EqualBlocks> m_allBlocks; ///< of the session
    std::vector<EqualBlocks> m_blocks; ///< that are folded
    std::vector<int> m_blockOfLayer; ///< in m_blocks; -1 for none
    EqualItems m_equal;
    std::vector<Group> m_groups;
    Arrangement m_arrangement = Arrangement::Tree;
};

} // namespace rooflight
