// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/histogram_panel.h"

#include "core/report/tables/sample_cells.h"
#include "core/results/session.h"
#include "core/roofline/point.h"
#include "core/statistics/summary.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/models/selection.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/views/panels/item_details.h"
#include "ui/views/widgets/panel_layouts.h"

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

namespace rooflight {

namespace {

constexpr std::size_t maxOthers = 4; ///< more outlines cannot be distinguished

/// Content with its least height: texts that wrap are then seen whole, as a scroll area adds up what is wanted.
class LowStack : public QStackedWidget
{
public:
    using QStackedWidget::QStackedWidget;

    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
};

/// "Clock: 2.10 GHz to 3.40 GHz, median 3.30 GHz; Temperature: 61 °C". Empty where nothing is known.
QString conditionsText(const std::optional<Conditions> &conditions)
{
    QStringList facts;
    for (const DetailRow &row : conditions ? conditionSection(*conditions).rows : std::vector<DetailRow>())
        facts << row.name + QStringLiteral(": ") + row.value;
    return facts.join(QStringLiteral("; "));
}

} // namespace

HistogramPanel::HistogramPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_views(new QTabBar(this))
    , m_stack(new LowStack(this))
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
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_figure);
    m_stack->setMinimumHeight(m_chart->minimumSizeHint().height());
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
    m_slowest = new QLabel(foot);
    m_slowest->setObjectName(QStringLiteral("slowestRuns"));
    m_note->setObjectName(QStringLiteral("runNote"));
    for (QLabel *text : { m_slowest, m_note }) {
        text->setTextFormat(Qt::RichText);
        text->setTextInteractionFlags(Qt::TextBrowserInteraction);
        text->setWordWrap(true);
        text->setContentsMargins(6, 0, 6, 4);
        connect(text, &QLabel::linkActivated, this, &HistogramPanel::follow);
    }
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
    auto *run = new QHBoxLayout;
    run->setSpacing(4);
    run->addStretch(1);
    run->addWidget(m_runTitle);
    run->addWidget(m_run);
    auto *tools = new QVBoxLayout;
    tools->setSpacing(2);
    tools->addWidget(m_longer);
    tools->addLayout(run);
    tools->addStretch(1);
    auto *figures = new QHBoxLayout;
    figures->addWidget(m_percentiles, 1);
    figures->addLayout(tools);
    lines->addLayout(figures);
    lines->addWidget(m_slowest);
    lines->addWidget(m_note);
    connect(m_run, &QSpinBox::valueChanged, this, [this](int run) {
        const SampleSet *shown = m_shown ? samplesOf(*m_shown) : modelSamples();
        markRun(run - 1, !shown || !isBare(*shown));
    });
    return foot;
}

bool HistogramPanel::isEmpty() const
{
    return m_stack->currentWidget() == m_empty;
}

void HistogramPanel::setSession(const SessionView &view)
{
    m_view = view;
    m_samples = SessionSamples(view.session());
    showSamples();
}

const SampleSet *HistogramPanel::samplesOf(ItemId item) const
{
    return m_samples.of(item);
}

const SampleSet *HistogramPanel::modelSamples() const
{
    if (m_view.session().layers && m_marked >= 0 && m_marksInstrumented)
        return &m_view.session().layers->instrumentedModel; // the marked run is one of these
    return m_samples.ofModel();
}

void HistogramPanel::setEarlier(const std::optional<Session> &earlier)
{
    m_earlier.reset();
    if (earlier)
        m_earlier.emplace(*earlier);
    showSamples();
}

void HistogramPanel::markRun(int run, bool isInstrumented)
{
    m_marked = run;
    m_marksInstrumented = isInstrumented;
    showSamples();
}

void HistogramPanel::follow(const QString &target)
{
    const QString kind = target.section(u':', 0, 0);
    const qint64 value = target.section(u':', 1).toLongLong();
    if (kind == QLatin1String("operator")) {
        m_selection->select({ ItemId::Kind::Operator, value });
    } else if (kind == QLatin1String("bare")) {
        markRun(-1);
    } else {
        const SampleSet *shown = m_shown ? samplesOf(*m_shown) : modelSamples();
        markRun(int(value), kind == QLatin1String("instrumented") || !shown || !isBare(*shown));
    }
}

bool HistogramPanel::isBare(const SampleSet &samples) const
{
    return m_view.session().latency && &samples == &m_view.session().latency->samples;
}

std::optional<std::size_t> HistogramPanel::markedRun(const SampleSet &samples) const
{
    const bool isOne = m_marked >= 0 && std::size_t(m_marked) < samples.samplesNs.size();
    const bool isOfThese = m_marksInstrumented ? m_view.session().layers && !isBare(samples)
            && samples.samplesNs.size() == m_view.session().layers->instrumentedModel.samplesNs.size()
                                               : isBare(samples);
    return isOne && isOfThese ? std::optional(std::size_t(m_marked)) : std::nullopt;
}

/// The samples of the same layer, by path and call, or of the whole model.
const SampleSet *HistogramPanel::earlierSamples(const std::optional<ItemId> &shown) const
{
    if (!m_earlier)
        return nullptr;
    if (!shown)
        return m_earlier->ofModel();
    const Part<Analysis> &analysis = m_earlier->session().analysis;
    if (shown->kind != ItemId::Kind::Layer || !analysis || !m_view.session().analysis)
        return nullptr;
    const Layer &wanted = m_view.session().analysis->layers[std::size_t(shown->id)];
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
        if (shown && samples && others.size() < maxOthers)
            others.push_back({ QString::fromStdString(m_view.judged().at(item).label), *samples });
    }
    return others;
}

void HistogramPanel::showSamples()
{
    m_shown = m_selection->focus();
    if (m_shown == ItemId { ItemId::Kind::Layer, 0 })
        m_shown.reset(); // the model, of whose runs the bare ones count
    const SampleSet *samples = m_shown ? samplesOf(*m_shown) : nullptr;
    if (!samples) {
        m_shown.reset();
        samples = modelSamples();
    }
    QWidget *const chart = m_views->currentIndex() == 0 ? static_cast<QWidget *>(m_chart) : m_figure;
    m_stack->setCurrentWidget(samples ? chart : m_empty);
    m_views->setVisible(samples);
    for (QWidget *part : std::initializer_list<QWidget *> { m_runTitle, m_run, m_slowest })
        part->setVisible(samples && !samples->samplesNs.empty());
    m_percentiles->setVisible(samples);
    m_longer->hide();
    if (!samples) {
        m_empty->setText(holdsOnlyTimes(m_view.session())
                             ? tr("This session has no layers. Its times are in the benchmarks.")
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
    m_chart->setMarked(run ? std::optional(samples->samplesNs[*run]) : std::nullopt, tr("run %1").arg(m_marked + 1));
    showFigure(title, *samples);
    showPercentiles(*samples);
    showRuns(*samples);
    showNote(*samples);
}

/// Bare and instrumented runs are never taken for one another.
QString HistogramPanel::titleOf(const SampleSet &samples) const
{
    if (m_shown)
        return tr("%1, instrumented runs").arg(QString::fromStdString(m_view.judged().at(*m_shown).label));
    return isBare(samples) ? tr("Whole model, bare runs") : tr("Whole model, instrumented runs");
}

/// Why the time of an item is not the median of its runs. Empty where they are as good as equal.
QString HistogramPanel::timeInBareRuns(const SampleSet &samples) const
{
    const std::optional<double> timeNs = m_shown ? m_view.judged().at(*m_shown).timeNs : std::nullopt;
    if (!timeNs || !m_view.session().latency || durationText(*timeNs) == durationText(samples.summary.medianNs))
        return {};
    return tr("Its time in a bare run is %1: its share of the model's bare median. Recording operators makes "
              "instrumented runs longer.")
        .arg(durationText(*timeNs));
}

/// A percentile with its interval, as far as there are runs enough for both.
QString HistogramPanel::percentileText(const std::vector<double> &sorted, double percent) const
{
    const QString name = tr("p%1").arg(percent);
    const auto count = std::int64_t(sorted.size());
    const std::int64_t needed = std::max<std::int64_t>(1, samplesNeeded(percent));
    if (count < needed)
        return tr("%1 needs %2 runs").arg(name, QString::number(needed));
    const QString value = durationText(quantile(sorted, percent / 100));
    const auto [low, high] = quantileInterval(sorted, percent / 100);
    if (count >= samplesForInterval(percent))
        return tr("%1: %2 (%3 to %4)").arg(name, value, durationText(low), durationText(high));
    return percent > 50 ? tr("%1: %2 (at least %3)").arg(name, value, durationText(low))
                        : tr("%1: %2").arg(name, value);
}

/// What more runs would say of a percentile; empty where there are enough.
QString HistogramPanel::percentileHelp(std::int64_t count, double percent) const
{
    const QString name = tr("p%1").arg(percent);
    if (count < std::max<std::int64_t>(1, samplesNeeded(percent)))
        return tr("%1 needs %2 runs, %3 were timed")
            .arg(name, QString::number(samplesNeeded(percent)), QString::number(count));
    if (count >= samplesForInterval(percent))
        return {};
    const QString forInterval = QString::number(samplesForInterval(percent));
    return percent > 50 ? tr("%1: the upper end of its interval needs %2 runs").arg(name, forInterval)
                        : tr("%1: its interval needs %2 runs").arg(name, forInterval);
}

void HistogramPanel::showPercentiles(const SampleSet &samples)
{
    std::vector<double> sorted = samples.samplesNs;
    std::erase_if(sorted, [](double timeNs) { return !std::isfinite(timeNs); });
    std::ranges::sort(sorted);
    QStringList figures;
    QStringList help { tr("In brackets: the 95 % interval.") };
    m_neededRuns = 0;
    for (const double percent : { 50.0, 95.0, 99.0 }) {
        figures << percentileText(sorted, percent);
        if (const QString more = percentileHelp(std::ssize(sorted), percent); !more.isEmpty())
            help << more;
        if (std::ssize(sorted) < samplesForInterval(percent))
            m_neededRuns = samplesForInterval(percent);
    }
    m_percentiles->setText(figures.join(u'\n'));
    m_percentiles->setToolTip(help.join(u'\n'));
    m_longer->setVisible(m_neededRuns > 0);
}

void HistogramPanel::setMeasurable(bool measurable)
{
    m_longer->setEnabled(measurable);
}

void HistogramPanel::showFigure(const QString &title, const SampleSet &samples)
{
    const bool cumulative = m_views->currentIndex() == 1;
    const Session &session = m_view.session(); // whose copy in the figure keeps the samples
    m_figure->setFigure({ title,
                          [title, session, &samples, cumulative,
                           run = markedRun(samples)](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                              if (cumulative)
                                  paintCumulative(painter, area, title, samples, style);
                              else
                                  paintOverTime(painter, area, title, samples, style, run);
                          },
                          [session, &samples] { return samplesToCsv(samples); } });
}

void HistogramPanel::showRuns(const SampleSet &samples)
{
    m_slowest->setText(slowestRunsText(samples));
    const QSignalBlocker blocker(m_run);
    m_run->setMaximum(int(samples.samplesNs.size()));
    const auto run = markedRun(samples);
    m_run->setValue(run ? int(*run) + 1 : 0);
}

void HistogramPanel::showNote(const SampleSet &samples)
{
    QStringList lines;
    const auto run = markedRun(samples);
    if (run)
        lines << rankText(*run, samples) + u' '
                + (isBare(samples) ? bareRunText(m_view.judged())
                                   : instrumentedRunText(m_view.judged(), *run, !m_shown));
    if (!m_shown && m_view.session().latency && !isBare(samples))
        lines << tr("It is one of the instrumented runs, shown instead of the bare ones.") + u' '
                + QStringLiteral("<a href=\"bare:\">%1</a>").arg(tr("Show the bare runs"));
    if (const QString inBareRuns = timeInBareRuns(samples); !inBareRuns.isEmpty())
        lines << inBareRuns.toHtmlEscaped();
    if (run) {
        const QString known = conditionsText(isBare(samples) ? m_view.session().latency->conditions
                                                             : m_view.session().layers->conditions);
        if (!known.isEmpty())
            lines << tr("For all of these runs together: %1").arg(known).toHtmlEscaped();
    }
    if (!samples.flags.empty())
        lines << tr("Caution: %1").arg(flagNames(samples.flags).join(tr(", "))).toHtmlEscaped();
    m_note->setText(lines.join(QStringLiteral("<br>")));
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
    m_run->setToolTip(tr("Marks the time of this run in each layer that you select"));
    m_percentiles->setToolTip(tr("The 95 % interval of each is in parentheses"));
    m_longer->setText(tr("Measure &Longer"));
    m_longer->setToolTip(tr("Time the model again, with as many runs as the percentiles need"));
    m_slowest->setToolTip(tr("A click marks the run"));
    showSamples();
}

void HistogramPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        for (QLabel *text : { m_slowest, m_note })
            text->clear(); // links keep the colour that they were set in
        showSamples();
    }
}

} // namespace rooflight
