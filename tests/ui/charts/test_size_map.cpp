// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/sizes_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/views/panels/size_panel.h"

#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rooflight;

namespace {

int pixelsOf(const QImage &image, const QColor &color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == color;
    }
    return count;
}

QImage painted(const BatchSweep &sweep, const SizePath &path, const ChartStyle &style)
{
    QImage image(800, 300, QImage::Format_RGB32);
    QPainter painter(&image);
    paintSizeMap(painter, image.rect(), sweep, path, QStringLiteral("Model"), style);
    return image;
}

} // namespace

class TestSizeMap : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void onlyMeasuredSizesAreFilled();
    void ridgesAreBetweenSizes();
    void panelNamesLayersAndCrossings();
    void withoutRoofsThePanelSaysSo();
    void trailsLeadAlongTheLastAxis();
    void anotherLayerHasItsOwnTrail();
};

void TestSizeMap::onlyMeasuredSizesAreFilled()
{
    Session measured = fixture::sizes();
    const ChartStyle style { QPalette() };
    const SizePath path = sizePaths(*measured.sweep, *measured.peaks).front();
    QCOMPARE(path.steps[0].roofFraction(), std::optional(0.5));
    const int three = pixelsOf(painted(*measured.sweep, path, style), style.scaleColor(0.5));
    for (SizePoint &point : measured.sweep.edit().sizes) {
        point.measured = false;
        point.layers.front().medianNs = 0;
    }
    const SizePath none = sizePaths(*measured.sweep, *measured.peaks).front();
    QCOMPARE(pixelsOf(painted(*measured.sweep, none, style), style.scaleColor(0.5)), 0);
    QVERIFY(three > 3 * 5000);
}

void TestSizeMap::ridgesAreBetweenSizes()
{
    const Session shown = fixture::sizes();
    const ChartStyle style { QPalette() };
    std::vector<SizePath> paths = sizePaths(*shown.sweep, *shown.peaks);
    const int withRidge = pixelsOf(painted(*shown.sweep, paths[0], style), style.text());
    for (SizeStep &step : paths[0].steps)
        step.atComputeRoofNs = 0;
    const int without = pixelsOf(painted(*shown.sweep, paths[0], style), style.text());
    // Batch 4 from length 2 on: one side of a cell and the lower sides of two.
    QVERIFY(withRidge > without + 200);
}

void TestSizeMap::panelNamesLayersAndCrossings()
{
    const Session shown = fixture::sizes();
    SizePanel panel;
    panel.setSession(shown);
    QVERIFY(panel.hasSizes());
    QCOMPARE(panel.layers()->count(), 2);
    QCOMPARE(panel.layers()->itemText(0), QStringLiteral("Whole model"));
    QCOMPARE(panel.layers()->itemText(1), QStringLiteral("first ×2"));
    QCOMPARE(panel.sentences(),
             QStringLiteral("The model turns compute-bound from x.1 = 2 on at x.0 = 4. "
                            "first (and 1 like it) turns compute-bound from x.1 = 2 on at x.0 = 4."));
}

void TestSizeMap::withoutRoofsThePanelSaysSo()
{
    Session shown = fixture::sizes();
    shown.peaks.reset();
    SizePanel panel;
    panel.setSession(shown);
    QVERIFY(panel.hasSizes());
    QCOMPARE(panel.layers()->count(), 0);
    QVERIFY(panel.trails().empty());
    const Session empty;
    panel.setSession(empty);
    QVERIFY(!panel.hasSizes());
}

void TestSizeMap::trailsLeadAlongTheLastAxis()
{
    const Session shown = fixture::sizes();
    SizePanel panel;
    panel.setSession(shown);
    const std::vector<Trail> trails = panel.trails();
    // The layers that are alike once, at batch 4; the model at batch 1 and 4.
    QCOMPARE(trails.size(), std::size_t { 3 });
    QVERIFY(trails[0].isFaint && !trails[1].isFaint && !trails[2].isFaint);
    QCOMPARE(trails[1].stops.size(), std::size_t { 3 });
    QCOMPARE(trails[1].stops[1].text, QStringLiteral("2"));
    QVERIFY(trails[1].stops[0].isMeasured && !trails[2].stops[0].isMeasured);
    // Batch 1, length 1: 2 MFLOP of 700 kB in 14 us; batch 4, length 4: at the compute roof.
    QCOMPARE(trails[1].stops[0].place.x(), std::log10(2.0 / 0.7));
    QCOMPARE(trails[1].stops[0].place.y(), std::log10(2e6 / 14e-6));
    QCOMPARE(trails[2].stops[2].place.y(), 12.0);
}

void TestSizeMap::anotherLayerHasItsOwnTrail()
{
    const Session shown = fixture::sizes();
    SizePanel panel;
    panel.setSession(shown);
    QSignalSpy changed(&panel, &SizePanel::trailsChanged);
    panel.layers()->setCurrentIndex(1);
    QCOMPARE(changed.count(), 1);
    const std::vector<Trail> trails = panel.trails();
    QCOMPARE(trails.size(), std::size_t { 2 }); // only itself, at two batches
    QVERIFY(std::ranges::none_of(trails, &Trail::isFaint));
}

ROOFLIGHT_TEST(TestSizeMap)

#include "test_size_map.moc"
