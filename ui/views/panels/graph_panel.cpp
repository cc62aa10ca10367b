// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/graph_panel.h"

#include "core/roofline/layer_graph.h"
#include "ui/charts/graph/graph_view.h"
#include "ui/models/layer_columns.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/icons.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr int headMargin = 6;

/// The last two parts of a path: numbers alone say little.
QString shortName(const QString &label)
{
    return label.section(u'.', -2);
}

} // namespace

GraphPanel::GraphPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_view(new GraphView(selection, this))
    , m_coloring(new QComboBox(this))
    , m_openAll(new QToolButton(this))
    , m_closeAll(new QToolButton(this))
    , m_note(new QLabel(this))
{
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(8, 0, 8, 4);
    for (int i = 0; i <= int(Coloring::Family); ++i)
        m_coloring->addItem(QString());
    auto *head = new QHBoxLayout;
    head->setContentsMargins(headMargin, headMargin, headMargin, 4);
    head->setSpacing(headMargin);
    head->addWidget(m_coloring);
    head->addWidget(m_openAll);
    head->addWidget(m_closeAll);
    head->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_note);
    layout->addWidget(m_view, 1);
    setFocusProxy(m_view);

    connect(m_coloring, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_view->graph().nodes.empty())
            m_view->setLooks(looks(m_view->graph()));
    });
    connect(m_openAll, &QToolButton::clicked, this, &GraphPanel::openAll);
    connect(m_closeAll, &QToolButton::clicked, this, &GraphPanel::closeAll);
    connect(m_view, &GraphView::openRequested, this, &GraphPanel::open);
    connect(m_view, &GraphView::closeRequested, this, &GraphPanel::close);
    connect(m_view, &GraphView::itemActivated, this, &GraphPanel::itemActivated);
    showIcons();
    showNothing();
    retranslate();
}

void GraphPanel::setSession(const SessionView &view)
{
    m_shown = view;
    refreshInSight();
}

void GraphPanel::setFolded(bool folded)
{
    if (std::exchange(m_folds, folded) != folded)
        refreshInSight();
}

void GraphPanel::refreshInSight()
{
    m_isStale = true;
    if (isVisible())
        refresh();
}

void GraphPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
}

void GraphPanel::refresh()
{
    m_isStale = false;
    if (!m_shown.session().analysis) {
        showNothing();
        return;
    }
    const std::string &model = m_shown.session().analysis->model.sha256;
    const bool isOther = model != m_model;
    if (isOther)
        m_open.clear();
    m_model = model;
    showGraph();
    if (isOther)
        m_view->fit(); // where the other one was scrolled to means nothing here
}

void GraphPanel::showNothing()
{
    m_view->setGraph({}, {});
    m_note->hide();
    m_openAll->setEnabled(false);
    m_closeAll->setEnabled(false);
}

void GraphPanel::showGraph()
{
    if (!m_shown.session().analysis)
        return;
    LayerGraph graph =
        layerGraph(*m_shown.session().analysis, m_open, m_folds ? m_shown.judged().equalItems() : m_none);
    m_note->setVisible(!graph.followsData);
    const auto canOpen = [](const GraphNode &node) { return node.canOpen; };
    m_openAll->setEnabled(std::ranges::any_of(graph.nodes, canOpen));
    m_closeAll->setEnabled(!m_open.empty());
    std::vector<GraphLook> newLooks = looks(graph);
    m_view->setGraph(std::move(graph), std::move(newLooks));
}

RooflinePoint GraphPanel::pointOf(const std::vector<ItemId> &items) const
{
    std::vector<const RooflinePoint *> points;
    for (const ItemId item : items)
        points.push_back(&m_shown.judged().at(item));
    return points.size() == 1 ? *points.front() : foldedPoint(points).point;
}

double GraphPanel::valueOf(const RooflinePoint &point) const
{
    if (Coloring(m_coloring->currentIndex()) == Coloring::Gain)
        return point.timeToGainNs.value_or(0);
    return point.timeNs.value_or(point.timeAtRoofNs.value_or(0));
}

QColor GraphPanel::colorOf(const RooflinePoint &point, double highest) const
{
    const ChartStyle style(palette(), font());
    switch (Coloring(m_coloring->currentIndex())) {
    case Coloring::Bound:
        return style.boundColor(point.verdict.bound);
    case Coloring::Family:
        return style.familyColor(point.family);
    case Coloring::Time:
    case Coloring::Gain:
        break;
    }
    return style.scaleColor(highest > 0 ? valueOf(point) / highest : 0);
}

std::vector<GraphLook> GraphPanel::looks(const LayerGraph &graph) const
{
    std::vector<RooflinePoint> points;
    double highest = 0;
    for (const GraphNode &node : graph.nodes) {
        points.push_back(pointOf(node.items));
        highest = std::max(highest, valueOf(points.back()));
    }
    std::vector<GraphLook> looks;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const RooflinePoint &point = points[i];
        const ItemId item = graph.nodes[i].item;
        const bool isLayer = item.kind == ItemId::Kind::Layer;
        QStringList facts;
        if (isLayer)
            facts << QString::fromStdString(m_shown.session().analysis->layers[std::size_t(item.id)].type);
        if (point.timeNs)
            facts << durationText(*point.timeNs);
        if (point.timeShare)
            facts << percentText(*point.timeShare);
        else if (!point.timeNs && point.timeAtRoofNs)
            facts << tr("at the roofs %1").arg(durationText(*point.timeAtRoofNs));
        const QString label = QString::fromStdString(point.label);
        const QString title = isLayer
            ? shortName(label)
            : QString::fromStdString(m_shown.session().analysis->operators[std::size_t(item.id)].name)
                  .section(QStringLiteral("::"), -1);
        looks.push_back({ label, title, facts.join(QStringLiteral(" · ")), colorOf(point, highest) });
    }
    return looks;
}

void GraphPanel::open(ItemId item)
{
    if (item.kind != ItemId::Kind::Layer)
        return;
    m_open.insert(item.id);
    showGraph();
}

void GraphPanel::close(ItemId item)
{
    if (!m_shown.session().analysis)
        return;
    const Analysis &analysis = *m_shown.session().analysis;
    const std::int64_t parent = item.kind == ItemId::Kind::Layer ? analysis.layers[std::size_t(item.id)].parent
                                                                 : analysis.operators[std::size_t(item.id)].layer;
    if (parent <= 0)
        return;
    const EqualItems &equal = m_folds ? m_shown.judged().equalItems() : m_none;
    m_open.erase(equal.firstOf({ ItemId::Kind::Layer, parent }).id);
    m_selection->select({ ItemId::Kind::Layer, parent });
    showGraph();
}

void GraphPanel::openAll()
{
    for (const GraphNode &node : m_view->graph().nodes) {
        if (node.canOpen)
            m_open.insert(node.item.id);
    }
    showGraph();
}

void GraphPanel::closeAll()
{
    m_open.clear();
    showGraph();
}

void GraphPanel::retranslate()
{
    m_view->setAccessibleName(tr("Graph of the model"));
    m_coloring->setAccessibleName(tr("What the colours of the layers mean"));
    m_coloring->setToolTip(tr("What the colours of the layers mean"));
    m_coloring->setItemText(int(Coloring::Time), factTitleText(FactId::Time));
    m_coloring->setItemText(int(Coloring::Gain), factTitleText(FactId::Gain));
    m_coloring->setItemText(int(Coloring::Bound), factTitleText(FactId::Bound));
    m_coloring->setItemText(int(Coloring::Family), tr("Kind"));
    m_openAll->setText(tr("&Open"));
    m_openAll->setToolTip(tr("Show what is in every layer that can be opened"));
    m_closeAll->setText(tr("&Close All"));
    m_closeAll->setToolTip(tr("Close every layer that was opened"));
    m_note->setText(tr("This session does not record where each result goes, so the lines follow the order of "
                       "execution. Measure again to see the data."));
    if (isVisible())
        showGraph();
    fitButtons();
}

void GraphPanel::fitButtons()
{
    int width = 4 * headMargin + m_coloring->sizeHint().width();
    for (QToolButton *button : { m_openAll, m_closeAll }) {
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        width += button->sizeHint().width();
    }
    if (width <= this->width())
        return;
    for (QToolButton *button : { m_openAll, m_closeAll })
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void GraphPanel::showIcons()
{
    m_openAll->setIcon(themedIcon(QStringLiteral("open_all"), palette()));
    m_closeAll->setIcon(themedIcon(QStringLiteral("close_all"), palette()));
}

void GraphPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

void GraphPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange) {
        showIcons();
        if (!m_view->graph().nodes.empty())
            m_view->setLooks(looks(m_view->graph()));
    }
}

} // namespace rooflight
