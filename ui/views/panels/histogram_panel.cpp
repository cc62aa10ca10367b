// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/histogram_panel.h"

#include "core/model/measured_device.h"
#include "core/report/latency_csv.h"
#include "core/roofline/point.h"
#include "core/statistics/summary.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/latency_figures.h"
#include "ui/models/selection.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/tall_content.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr std::size_t mostOthers = 4; ///< more outlines cannot be told apart

} // namespace

HistogramPanel::HistogramPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_views(new QTabBar(this))
    , m_stack(new QStackedWidget(this))
    , m_chart(new HistogramChart(this))
    , m_figure(new FigureView(this))
    , m_empty(new QLabel(this))
    , m_note(new QLabel(this))
    , m_percentiles(new QLabel(this))
    , m_longer(new QPushButton(this))
{
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMargin(6);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_figure);
    m_stack->setMinimumHeight(m_chart->minimumSizeHint().height());
    m_stack->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // a low panel gives it what it has
    for (int view = 0; view < 3; ++view)
        m_views->addTab(QString());
    m_views->setDocumentMode(true);
    m_views->setExpanding(false);
    m_views->setDrawBase(false);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeFoot());
    showTallContent(content, this, m_views);
    setFocusProxy(m_views);
    connect(m_views, &QTabBar::currentChanged, this, &HistogramPanel::showSamples);
    connect(selection, &Selection::selectedChanged, this, &HistogramPanel::showSamples);
    retranslate();
}

QWidget *HistogramPanel::makeFoot()
{
    auto *foot = new QWidget(this);
    m_runTitle = new QLabel(foot);
    m_run = new QSpinBox(foot);
    m_slowest = new QPushButton(foot);
    m_slowest->setFlat(true);
    m_runTitle->setBuddy(m_run);
    auto *lines = new QVBoxLayout(foot);
    lines->setContentsMargins(0, 0, 4, 0);
    lines->setSpacing(0);
    m_percentiles->setObjectName(QStringLiteral("percentiles"));
    m_percentiles->setTextFormat(Qt::PlainText);
    m_percentiles->setWordWrap(true);
    m_percentiles->setMargin(6);
    m_percentiles->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_longer->setObjectName(QStringLiteral("measureLonger"));
    connect(m_longer, &QPushButton::clicked, this, [this] { Q_EMIT measureLongerRequested(m_neededRuns); });
    auto *figures = new QHBoxLayout;
    figures->addWidget(m_percentiles, 1);
    figures->addWidget(m_longer, 0, Qt::AlignTop);
    lines->addLayout(figures);
    lines->addWidget(m_note);
    auto *layout = new QHBoxLayout;
    lines->addLayout(layout);
    layout->setSpacing(4);
    layout->addStretch();
    layout->addWidget(m_runTitle);
    layout->addWidget(m_run);
    layout->addWidget(m_slowest);
    connect(m_run, &QSpinBox::valueChanged, this, &HistogramPanel::showSamples);
    connect(m_slowest, &QPushButton::clicked, this, &HistogramPanel::markSlowest);
    return foot;
}

bool HistogramPanel::isEmpty() const
{
    return m_stack->currentWidget() == m_empty;
}

void HistogramPanel::setSession(const JudgedSession &judged)
{
    const Session &session = judged.session();
    m_judged = &judged;
    m_session = &session;
    m_samples.emplace(session);
    const QSignalBlocker blocker(m_run);
    m_run->setMaximum(session.layers ? int(session.layers->instrumentedModel.samplesNs.size()) : 0);
    showSamples();
}

const SampleSet *HistogramPanel::samplesOf(ItemId item) const
{
    return m_samples ? m_samples->of(item) : nullptr;
}

const SampleSet *HistogramPanel::modelSamples() const
{
    if (m_session && m_session->layers && m_run->value() > 0)
        return &m_session->layers->instrumentedModel; // the marked run is one of these
    return m_samples ? m_samples->ofModel() : nullptr;
}

void HistogramPanel::setEarlier(const Session *earlier)
{
    m_earlier.reset();
    if (earlier)
        m_earlier.emplace(*earlier);
    showSamples();
}

void HistogramPanel::markRun(int run)
{
    m_run->setValue(run + 1);
}

void HistogramPanel::markSlowest()
{
    const SampleSet *samples = m_shown ? samplesOf(*m_shown) : nullptr;
    if (!samples && m_session && m_session->layers)
        samples = &m_session->layers->instrumentedModel;
    if (samples && !samples->samplesNs.empty())
        markRun(int(std::ranges::max_element(samples->samplesNs) - samples->samplesNs.begin()));
}

std::optional<std::size_t> HistogramPanel::markedRun(const SampleSet &samples) const
{
    const int run = m_run->value() - 1;
    const bool isOfRuns = m_session->layers
        && samples.samplesNs.size() == m_session->layers->instrumentedModel.samplesNs.size()
        && (!m_session->latency || &samples != &m_session->latency->samples);
    return run >= 0 && isOfRuns && std::size_t(run) < samples.samplesNs.size() ? std::optional(std::size_t(run))
                                                                               : std::nullopt;
}

/// The samples of the same layer, by path and call, or of the whole model.
const SampleSet *HistogramPanel::earlierSamples(const std::optional<ItemId> &shown) const
{
    if (!m_earlier)
        return nullptr;
    if (!shown)
        return m_earlier->ofModel();
    const std::optional<Analysis> &analysis = m_earlier->session().analysis;
    if (shown->kind != ItemId::Kind::Layer || !analysis || !m_session->analysis)
        return nullptr;
    const Layer &wanted = m_session->analysis->layers[std::size_t(shown->id)];
    const auto layer = std::ranges::find_if(analysis->layers, [&wanted](const Layer &other) {
        return other.path == wanted.path && other.call == wanted.call;
    });
    return layer == analysis->layers.end() ? nullptr : m_earlier->of({ ItemId::Kind::Layer, layer->id });
}

/// Of the session that is compared, and of the other layers that are selected.
std::vector<NamedSamples> HistogramPanel::othersThan(const std::optional<ItemId> &shown) const
{
    std::vector<NamedSamples> others;
    if (const SampleSet *earlier = earlierSamples(shown))
        others.push_back({ tr("Before"), *earlier });
    for (const ItemId item : m_selection->selected()) {
        const SampleSet *samples = item == shown ? nullptr : samplesOf(item);
        if (shown && samples && others.size() < mostOthers)
            others.push_back({ QString::fromStdString(m_judged->at(item).label), *samples });
    }
    return others;
}

void HistogramPanel::showSamples()
{
    m_shown = m_selection->focus();
    const SampleSet *samples = m_shown ? samplesOf(*m_shown) : nullptr;
    if (!samples) {
        m_shown.reset();
        samples = modelSamples();
    }
    QWidget *const chart = m_views->currentIndex() == 0 ? static_cast<QWidget *>(m_chart) : m_figure;
    m_stack->setCurrentWidget(samples ? chart : m_empty);
    m_views->setVisible(samples);
    const bool hasRuns = samples && m_session->layers && !m_session->layers->instrumentedModel.samplesNs.empty();
    for (QWidget *part : std::initializer_list<QWidget *> { m_runTitle, m_run, m_slowest })
        part->setVisible(hasRuns);
    m_percentiles->setVisible(samples);
    m_longer->hide();
    if (!samples) {
        m_empty->setText(m_session && holdsOnlyTimes(*m_session)
                             ? tr("This session holds no layers. Its times are in the benchmarks.")
                             : tr("No latencies yet. They appear here when a layer or the model has been timed."));
        m_note->hide();
        m_chart->clear();
        m_figure->setFigure({});
        return;
    }
    const QString title = titleOf(*samples);
    const std::optional<std::size_t> run = markedRun(*samples);
    m_chart->setSamples(title, *samples);
    m_chart->setOthers(othersThan(m_shown));
    m_chart->setMarked(run ? std::optional(samples->samplesNs[*run]) : std::nullopt, tr("run %1").arg(m_run->value()));
    showFigure(title, *samples);
    showPercentiles(*samples);
    showNote(*samples);
}

/// Bare and instrumented runs are never taken for one another.
QString HistogramPanel::titleOf(const SampleSet &samples) const
{
    if (m_shown)
        return QString::fromStdString(m_judged->at(*m_shown).label);
    if (!m_session->layers)
        return tr("Whole model");
    return m_session->latency && &samples == &m_session->latency->samples ? tr("Whole model, bare runs")
                                                                          : tr("Whole model, instrumented runs");
}

void HistogramPanel::showPercentiles(const SampleSet &samples)
{
    std::vector<double> sorted = samples.samplesNs;
    std::erase_if(sorted, [](double timeNs) { return !std::isfinite(timeNs); });
    std::ranges::sort(sorted);
    const auto count = std::int64_t(sorted.size());
    QStringList figures;
    m_neededRuns = 0;
    for (const double percent : { 50.0, 95.0, 99.0 }) {
        const QString name = tr("p%1").arg(percent);
        const std::int64_t needed = std::max<std::int64_t>(1, samplesNeeded(percent));
        if (count >= needed) {
            const auto [low, high] = quantileInterval(sorted, percent / 100);
            figures << tr("%1: %2 (%3 to %4)")
                           .arg(name, durationText(quantile(sorted, percent / 100)), durationText(low),
                                durationText(high));
        } else {
            m_neededRuns = needed;
            figures << tr("%1 needs %2 runs, %3 were timed").arg(name, QString::number(needed), QString::number(count));
        }
    }
    m_percentiles->setText(figures.join(u'\n'));
    m_longer->setVisible(m_neededRuns > 0);
}

void HistogramPanel::setMeasurable(bool measurable)
{
    m_longer->setEnabled(measurable);
}

void HistogramPanel::showFigure(const QString &title, const SampleSet &samples)
{
    const bool cumulative = m_views->currentIndex() == 1;
    m_figure->setFigure({ title,
                          [title, &samples, cumulative, run = markedRun(samples)](QPainter &painter, const QRectF &area,
                                                                                  const ChartStyle &style) {
                              if (cumulative)
                                  paintCumulative(painter, area, title, samples, style);
                              else
                                  paintOverTime(painter, area, title, samples, style, run);
                          },
                          [&samples] { return samplesToCsv(samples); } });
}

/// "Run 37: 1.92 ms, longer than 99 % of the runs. Whole model: 20.1 ms, longer than 90 %."
QString HistogramPanel::runText(std::size_t run, const SampleSet &samples) const
{
    const auto share = [run](const std::vector<double> &all) {
        const auto faster = std::ranges::count_if(all, [&](double time) { return time < all[run]; });
        return percentText(double(faster) / double(all.size()));
    };
    const std::vector<double> &model = m_session->layers->instrumentedModel.samplesNs;
    const QString time = durationText(samples.samplesNs[run]);
    if (!m_shown)
        return tr("Run %1: %2, longer than %3 of the runs.").arg(QString::number(run + 1), time, share(model));
    return tr("Run %1: %2, longer than %3 of the runs. Whole model: %4, longer than %5.")
        .arg(QString::number(run + 1), time, share(samples.samplesNs), durationText(model[run]), share(model));
}

void HistogramPanel::showNote(const SampleSet &samples)
{
    QStringList lines;
    if (!m_shown && m_session->latency && m_run->value() > 0)
        lines.append(tr("The marked run is one of the instrumented runs: they are shown in place of the bare ones."));
    if (const auto run = markedRun(samples))
        lines.append(runText(*run, samples));
    if (!samples.flags.empty())
        lines.append(tr("Caution: %1").arg(flagNames(samples.flags).join(tr(", "))));
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty());
}

void HistogramPanel::retranslate()
{
    m_views->setTabText(0, tr("Histogram"));
    m_views->setTabText(1, tr("Cumulative"));
    m_views->setTabText(2, tr("Over Time"));
    m_views->setAccessibleName(tr("Ways to show the latency"));
    m_runTitle->setText(tr("R&un:"));
    m_run->setSpecialValueText(tr("none"));
    m_run->setAccessibleName(tr("Run"));
    m_run->findChild<QLineEdit *>()->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("Marks what this run took, in each layer that you select"));
    m_percentiles->setToolTip(tr("In brackets the 95 % interval of each"));
    m_longer->setText(tr("Measure &Longer"));
    m_longer->setToolTip(tr("Time the model again, with as many runs as the percentiles need"));
    m_slowest->setText(tr("Slowest"));
    m_slowest->setToolTip(tr("Mark the run in which this took longest"));
    showSamples();
}

void HistogramPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace ridgepoint
