// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/roofline/roofline_overlay.h"
#include "ui/style/chart_style.h"

#include <QGraphicsScene>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <string>
#include <vector>

class QPainter;

namespace rooflight {

class RooflinePlot;

/// The roofline by itself, for a picture or for programs.
class ChartPicture
{
public:
    /// Of a session, which is called so, and of others around it.
    ChartPicture(const QString &name, const JudgedSession &judged, const std::vector<ChartSession> &others,
                 const ChartStyle &style, const ChartChoices &choices);

    void paint(QPainter &painter, const QRectF &area);
    /// What a picture of this size shows, as one object of JSON (docs/reference/scene.md): read back from the scene and
    /// the layout that are painted.
    [[nodiscard]] std::string toJson(const QSizeF &size);
    /// Neither points nor roofs.
    [[nodiscard]] bool isEmpty() const;

private:
    void resize(const QSizeF &size);

    QGraphicsScene m_scene; ///< owns the plot
    RooflinePlot *m_plot;
};

} // namespace rooflight
