// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/torch_threads.h"
#include "tests/support/test_program.h"

#include <ATen/Parallel.h>

#include <QTest>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace rooflight;

class TorchThreadsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachThreadHasItsNumber();
};

/// Three of them, however many CPUs there are, and the same ones when they are called again.
void TorchThreadsTest::eachThreadHasItsNumber()
{
    const int before = at::get_num_threads();
    at::set_num_threads(3);
    const auto called = [] {
        std::mutex mutex;
        std::map<std::int64_t, std::vector<std::thread::id>> threads;
        onTorchThreads([&](std::int64_t number) {
            const std::scoped_lock lock(mutex);
            threads[number].push_back(std::this_thread::get_id());
        });
        return threads;
    };
    const auto first = called();
    const auto second = called();
    at::set_num_threads(before);
    QCOMPARE(first.size(), std::size_t { 3 });
    std::set<std::thread::id> ids;
    for (std::int64_t number = 0; number < 3; ++number) {
        QCOMPARE(first.at(number).size(), std::size_t { 1 });
        ids.insert(first.at(number).front());
    }
    QCOMPARE(ids.size(), std::size_t { 3 });
    QVERIFY(ids.contains(std::this_thread::get_id()));
    for (const auto &[number, of] : second)
        QVERIFY(std::ranges::all_of(of, [&ids](std::thread::id id) { return ids.contains(id); }));
}

ROOFLIGHT_TEST(TorchThreadsTest)
#include "torch_threads_test.moc"
