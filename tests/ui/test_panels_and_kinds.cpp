// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/graph_panel.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/roof_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/size_panel.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/unknown_panel.h"
#include "ui/views/window/summary_bar.h"

#include <QApplication>
#include <QImage>
#include <QTabBar>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <vector>

using namespace rooflight;

namespace {

// Another result of each kind, which every panel that shows the kind shows otherwise, and as often as it is asked for.
// A new kind needs one here.

void scale(SampleSet &samples)
{
    for (double &ns : samples.samplesNs)
        ns *= 2;
    for (double *ns : { &samples.summary.medianNs, &samples.summary.minNs, &samples.summary.maxNs })
        *ns *= 2;
    for (double &ns : samples.summary.medianIntervalNs)
        ns *= 2;
}

void change(Inspection &inspection)
{
    inspection.model.parameters += 1000;
}
void change(Analysis &analysis)
{
    for (Operator &op : analysis.operators)
        op.cost.bytesRead *= 3;
    for (Layer &layer : analysis.layers)
        layer.cost.bytesRead *= 3;
    analysis.totals.cost.bytesRead *= 3;
    if (!analysis.operators.empty())
        analysis.operators.back().known = false;
}
void change(DeviceRoofs &peaks)
{
    for (Roof &roof : peaks.roofs) {
        roof.value *= 1.5;
        roof.interval = { roof.value, roof.value };
    }
}
void change(ModelLatency &latency)
{
    scale(latency.samples);
}
void change(LayerLatencies &latencies)
{
    for (std::size_t i = 0; i < latencies.items.size(); i += 2)
        scale(latencies.items[i].samples);
    scale(latencies.instrumentedModel);
}
void change(InterleavedLatency &interleaved)
{
    for (LatencyVariant &variant : interleaved.variants)
        scale(variant.samples);
}
void change(MethodComparison &comparison)
{
    if (comparison.methods.size() > 1)
        comparison.methods.pop_back();
}
void change(BatchSweep &sweep)
{
    if (sweep.points.size() > 1)
        sweep.points.pop_back();
}
void change(PipelineLatency &pipeline)
{
    if (pipeline.modes.size() > 1)
        pipeline.modes.pop_back();
}
void change(Remedies &remedies)
{
    remedies.medianNs *= 2;
}
void change(Explanation &explanation)
{
    for (ExplainedOperator &op : explanation.operators) {
        for (auto &experiment : op.experiments)
            experiment.ratio = 0.5;
    }
}

template<PlainResult Body> void change(Body &result)
{
    for (const auto &number : ResultTraits<Body>::numbers)
        result.*number.value += 1;
}

/// A part of the window that keeps a session, alone.
struct Bench {
    std::unique_ptr<Selection> selection = std::make_unique<Selection>();
    std::unique_ptr<QWidget> panel;
    std::unique_ptr<ShownSession> session;

    /// Without focus, which only the window that was shown last has.
    [[nodiscard]] QImage picture() const
    {
        QCursor::setPos(panel->mapToGlobal(panel->rect().bottomRight() + QPoint(50, 50))); // over none of its buttons
        QCoreApplication::processEvents(); // it may become active only now
        QApplication::setActiveWindow(nullptr);
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return panel->grab().toImage();
    }
};

using MakeBench = std::function<Bench(Settings &settings)>;

template<typename Panel> Bench benchOf(Settings &settings)
{
    Bench bench;
    bench.session = std::make_unique<ShownSession>(&settings);
    std::unique_ptr<Panel> panel;
    if constexpr (std::is_constructible_v<Panel, Selection *>)
        panel = std::make_unique<Panel>(bench.selection.get());
    else
        panel = std::make_unique<Panel>();
    bench.session->showIn(panel.get());
    QWidget &shown = *panel; // some panels have a show() of their own
    shown.setAttribute(Qt::WA_ShowWithoutActivating);
    shown.resize(620, 700);
    shown.show();
    bench.panel = std::move(panel);
    return bench;
}

struct NamedPanel {
    const char *name;
    MakeBench make;
};

/// All that Workbench fills.
std::vector<NamedPanel> panels()
{
    return { { "summary", benchOf<SummaryBar> },     { "layers", benchOf<LayerView> },
             { "sizes", benchOf<SizePanel> },        { "chart", benchOf<RooflineChart> },
             { "overview", benchOf<OverviewPanel> }, { "histogram", benchOf<HistogramPanel> },
             { "details", benchOf<DetailsPanel> },   { "unknown", benchOf<UnknownPanel> },
             { "graph", benchOf<GraphPanel> },       { "roofs", benchOf<RoofPanel> },
             { "timing", benchOf<TimingPanel> } };
}

} // namespace

/// A panel is given a session only when a kind has changed that it says it shows. It must then look as one that was
/// never given another, whatever it showed before: what a panel does not say it would show too late, and what it kept
/// of the former session would be seen, or end the program.
class TestPanelsAndKinds : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void panelShowsWhatItSaysThatItShows_data()
    {
        QTest::addColumn<MakeBench>("make");
        for (const NamedPanel &panel : panels())
            QTest::newRow(panel.name) << panel.make;
    }

    void panelShowsWhatItSaysThatItShows()
    {
        QFETCH(MakeBench, make);
        Settings settings;
        const Session full = fixture::everyResult();
        QStringList stale;
        forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
            Session without = full;
            (without.*kind.part).reset();
            Session other = full;
            change((other.*kind.part).edit());
            for (const auto &[what, from, to] :
                 { std::tuple("removed", full, without), std::tuple("added", without, full),
                   std::tuple("replaced", full, other) }) {
                const Bench kept = make(settings);
                kept.session->setMeasured(from);
                (void)kept.picture();
                kept.session->setMeasured(to);
                const Bench fresh = make(settings);
                fresh.session->setMeasured(to);
                if (kept.picture() != fresh.picture())
                    stale << QString::fromUtf8(kind.record.data(), qsizetype(kind.record.size())) + ' ' + what;
            }
        });
        QCOMPARE(stale.join(QStringLiteral(", ")), QString());
    }

    void panelOutlivesWhatItWasFilledWith_data() { panelShowsWhatItSaysThatItShows_data(); }

    /// Results come and go in any order, as do the roofs of other devices and other models, and all is looked at
    /// between.
    void panelOutlivesWhatItWasFilledWith()
    {
        QFETCH(MakeBench, make);
        Settings settings;
        const Session full = fixture::everyResult();
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::mt19937 random(seed);
            settings.setRoofChoices({}, {}, {});
            const Bench kept = make(settings);
            Session session = full;
            kept.session->setMeasured(session);
            std::vector<std::function<void()>> steps;
            forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
                steps.emplace_back([&] { (session.*kind.part).reset(); });
                steps.emplace_back([&] { session.*kind.part = full.*kind.part; });
                steps.emplace_back([&] {
                    if (session.*kind.part)
                        change((session.*kind.part).edit());
                });
            });
            steps.emplace_back([&] { session = full; });
            steps.emplace_back([&] { session = fixture::large(5); });
            for (const char *device : { "NVIDIA L4", "NVIDIA H100 SXM", "" })
                steps.emplace_back([&, device] {
                    RoofChoices choices;
                    choices.whatIf = device;
                    kept.session->choose(choices);
                });
            for (int i = 0; i < 40; ++i) {
                steps[random() % steps.size()]();
                kept.session->setMeasured(session);
                for (QTabBar *tabs : kept.panel->findChildren<QTabBar *>())
                    tabs->setCurrentIndex(int(random() % unsigned(std::max(1, tabs->count()))));
                (void)kept.picture();
            }
        }
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestPanelsAndKinds)
#include "test_panels_and_kinds.moc"
