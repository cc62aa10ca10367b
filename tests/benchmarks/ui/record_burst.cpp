// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Prints how long the window is deaf while a worker sends times of all layers of a large model, one record after the
// other: a timer asks every 5 ms, and each gap between two answers, less these 5 ms, is a wait of whoever uses the
// window meanwhile. Usage: record_burst [LAYERS] [RECORDS]

#include "core/base/clock.h"
#include "core/record/record.h"
#include "tests/ui/session_fixture.h"
#include "ui/settings/settings.h"
#include "ui/views/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace rooflight;

namespace {

constexpr int askEveryMs = 5;

void send(std::int64_t request, RecordBody body)
{
    const std::string line = encode({ request, std::move(body) });
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

/// Answers the first request with a model and the times of its layers, again and again.
int work(int layers, int records)
{
    Session session = fixture::large(layers);
    send(0, fixture::resnet18().hello);
    std::string line;
    std::getline(std::cin, line);
    constexpr std::string_view key = "\"request\":";
    const std::int64_t request = std::stoll(line.substr(line.find(key) + key.size()));
    send(request, *session.analysis);
    send(request, *session.peaks);
    for (int i = 0; i < records; ++i) {
        for (ItemLatency &item : session.layers.edit().items)
            item.samples.summary.medianNs *= 1.001;
        send(request, *session.layers);
    }
    send(request, Done {});
    std::getline(std::cin, line);
    return 0;
}

double percentile(std::vector<double> values, double percent)
{
    std::ranges::sort(values);
    return values[std::min(values.size() - 1, std::size_t(percent / 100 * double(values.size())))];
}

} // namespace

int main(int argc, char **argv)
{
    const bool isWorker = argc > 1 && std::string_view(argv[1]) == "--worker";
    const int first = isWorker ? 2 : 1;
    const int layers = argc > first ? std::atoi(argv[first]) : 10'000;
    const int records = argc > first + 1 ? std::atoi(argv[first + 1]) : 50;
    if (isWorker)
        return work(layers, records);

    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QTemporaryDir folder;
    QFile model(folder.filePath(QStringLiteral("large.pt")));
    if (!model.open(QIODevice::WriteOnly) || model.write("PK\x03\x04") < 0)
        return 1;
    model.close();
    Settings settings;
    settings.overrideWorkerCommand(
        QStringLiteral("\"%1\" --worker %2 %3").arg(application.applicationFilePath()).arg(layers).arg(records));
    MainWindow window(&settings);
    window.resize(1280, 800);
    window.show();
    application.processEvents();

    std::vector<double> waits;
    double last = monotonicSeconds();
    QTimer asking;
    asking.setTimerType(Qt::PreciseTimer);
    QObject::connect(&asking, &QTimer::timeout, &window, [&] {
        const double now = monotonicSeconds();
        waits.push_back(std::max(0.0, (now - last) * 1e3 - askEveryMs));
        last = now;
    });
    const double begin = monotonicSeconds();
    QObject::connect(window.controller(), &SessionController::failed, qApp, [] { qFatal("the model did not open"); });
    // Without closing the window, which would ask whether to save.
    const auto end = [] { QTimer::singleShot(500, qApp, [] { QCoreApplication::exit(); }); };
    QObject::connect(window.controller(), &SessionController::finished, qApp, end);
    asking.start(askEveryMs);
    window.open(model.fileName());
    application.exec();
    std::printf("%d records of %d layers in %.1f s\n", records, layers, monotonicSeconds() - begin);
    std::printf("waits   p50 %.1f ms   p95 %.1f ms   p99 %.1f ms   longest %.0f ms\n", percentile(waits, 50),
                percentile(waits, 95), percentile(waits, 99), percentile(waits, 100));
    return 0;
}
