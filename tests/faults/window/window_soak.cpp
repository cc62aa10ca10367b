// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// window_soak ROOFLIGHT-CLI MINUTES MODEL...
// Opens a window, measures one to three of the models in it, cancels some, and closes it, again and again. Prints the
// memory, descriptors and processes that are left between windows once a minute; exit status 1 when what is allocated,
// descriptors or processes grew from the second quarter of the time to the last.

#include "tests/faults/window/measuring_window.h"
#include "ui/views/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QPixmapCache>
#include <QSignalSpy>
#include <QTest>
#include <QTextStream>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <random>
#include <vector>

#include <malloc.h>
#include <unistd.h>

using namespace rooflight;

namespace {

constexpr int minuteMs = 60'000;
/// Of what is allocated: a few strings and hash tables of Qt that double their room now and then.
constexpr qint64 maxGrowthKib = 256;

/// KiB that are allocated, descriptors, child processes; and KiB of memory without files, which holds fragments, too,
/// and is not judged.
using Readings = std::array<qint64, 4>;

Readings facts()
{
    ::malloc_trim(0);
    const struct mallinfo2 heap = ::mallinfo2();
    std::ifstream status("/proc/self/status");
    std::map<std::string, qint64> lines;
    for (std::string key; status >> key;) {
        status >> lines[key];
        status.clear();
        std::getline(status, key);
    }
    const auto descriptors = QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::AllEntries | QDir::System).size();
    return { qint64((heap.uordblks + heap.hblkhd) / 1024), qint64(descriptors),
             qint64(faults::descendantsOf(::getpid()).size()), lines["RssAnon:"] };
}

qint64 medianOf(const std::vector<Readings> &samples, std::size_t fact, std::size_t from, std::size_t to)
{
    std::vector<qint64> values;
    for (std::size_t i = from; i < to; ++i)
        values.push_back(samples[i][fact]);
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

class Soak
{
public:
    Soak(const QString &cli, QStringList models)
        : m_models(std::move(models))
    {
        faults::measureQuickly(m_settings, cli, m_models);
    }

    void useAWindow()
    {
        MainWindow window(&m_settings);
        window.show();
        for (unsigned i = 0, count = 1 + m_random() % 3; i < count; ++i) {
            QSignalSpy finished(window.controller(), &SessionController::finished);
            window.open(m_models[m_measured++ % m_models.size()]);
            if (m_measured > 1 && m_random() % 5 == 0) { // the roofs are measured by the first one, and kept
                QTest::qWait(int(m_random() % 500));
                window.controller()->cancel();
            }
            // The window is closed while it measures now and then.
            if (m_measured > 1 && m_random() % 10 == 0)
                return;
            if (QTest::qWaitFor([&] { return !window.worker()->isWorking(); }, faults::patienceMs)
                && finished.isEmpty())
                ++m_failed;
        }
        window.close();
    }

    [[nodiscard]] QString summary() const
    {
        return QStringLiteral("%1 requests, %2 of them failed").arg(m_measured).arg(m_failed);
    }

private:
    Settings m_settings;
    QStringList m_models;
    std::mt19937 m_random { 1 };
    qsizetype m_measured = 0;
    int m_failed = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    // Icons of windows that are gone would stay, up to 10 MB. Not clear() after each: that keeps the cache's keys.
    QPixmapCache::setCacheLimit(0);
    QTextStream out(stdout);
    if (arguments.size() < 4) {
        out << "window_soak ROOFLIGHT-CLI MINUTES MODEL...\n";
        return 2;
    }
    const faults::OwnFolders folders;
    faults::discardUnsaved(&application);
    QStringList models;
    for (const QString &model : arguments.mid(3))
        models.append(QFileInfo(model).absoluteFilePath());
    Soak soak(arguments.at(1), models);
    std::vector<Readings> samples;
    QElapsedTimer clock;
    clock.start();
    const double duration = arguments.at(2).toDouble() * minuteMs;
    for (qint64 minutes = 0; double(clock.elapsed()) < duration;) {
        soak.useAWindow();
        QTest::qWait(50);
        samples.push_back(facts());
        if (clock.elapsed() / minuteMs > minutes) {
            minutes = clock.elapsed() / minuteMs;
            const auto &[allocated, descriptors, processes, memory] = samples.back();
            out << minutes << " min, " << samples.size() << " windows: " << allocated << " KiB allocated, " << memory
                << " KiB in memory, " << descriptors << " descriptors, " << processes << " processes" << Qt::endl;
        }
    }
    const std::size_t quarter = samples.size() / 4;
    Readings growth {};
    for (std::size_t fact = 0; fact < growth.size(); ++fact)
        growth[fact] = medianOf(samples, fact, samples.size() - quarter, samples.size())
            - medianOf(samples, fact, quarter, 2 * quarter);
    out << samples.size() << " windows, " << soak.summary() << "; growth: " << growth[0] << " KiB allocated, "
        << growth[3] << " KiB in memory, " << growth[1] << " descriptors, " << growth[2] << " processes" << Qt::endl;
    return growth[0] > maxGrowthKib || growth[1] > 0 || growth[2] > 0 ? 1 : 0;
}
