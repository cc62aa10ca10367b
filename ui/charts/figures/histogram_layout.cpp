// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the names of a histogram go.

#include "ui/charts/figures/histogram_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {

void placeLabels(std::vector<LineLabel> &labels, double left, double right)
{
    std::vector<LineLabel *> order;
    order.reserve(labels.size());
    for (LineLabel &label : labels)
        order.push_back(&label);
    std::stable_sort(order.begin(), order.end(),
                     [](const LineLabel *a, const LineLabel *b) { return a->lineX > b->lineX; });
    // From the right: a label right of its line crosses no line further right when that one's label is a row lower.
    std::vector<std::vector<std::pair<double, double>>> rows;
    std::vector<const LineLabel *> placedLabels;
    for (LineLabel *label : order) {
        const bool fitsRight = label->lineX + label->width <= right;
        const double wanted = fitsRight ? label->lineX : label->lineX - label->width;
        label->left = std::clamp(wanted, left, std::max(left, right - label->width));
        const auto collides = [label](const std::vector<std::pair<double, double>> &row) {
            return std::any_of(row.begin(), row.end(), [label](const auto &other) {
                return label->left < other.second && other.first < label->left + label->width;
            });
        };
        // A line reaches down from the row of its name: no other name lies on it.
        std::size_t row = 0;
        for (const LineLabel *placed : placedLabels) {
            if (label->left < placed->lineX && placed->lineX < label->left + label->width)
                row = std::max(row, static_cast<std::size_t>(placed->row) + 1);
        }
        while (row < rows.size() && collides(rows[row]))
            ++row;
        rows.resize(std::max(rows.size(), row + 1));
        rows[row].emplace_back(label->left, label->left + label->width);
        label->row = static_cast<int>(row);
        placedLabels.push_back(label);
    }
}

} // namespace ridgepoint
