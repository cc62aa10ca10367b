// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/device/device_memory.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class DeviceMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void peaksAreThoseOfTheCall();
    void retriesAreThoseOfTheSpan();
    void deviceWithoutAllocatorHasNoFigures();
    void limitWithoutCudaCodeIsRefused();
};

namespace {

/// LibTorch's figures without a GPU: only those are used.
class FakeAllocator : public c10::DeviceAllocator
{
public:
    void allocateBytes(std::size_t allocated, std::size_t reserved)
    {
        m_stats.allocated_bytes[0].increase(allocated);
        m_stats.reserved_bytes[0].increase(reserved);
    }
    void retry() { ++m_stats.num_alloc_retries; }
    void free(std::size_t bytes) { m_stats.allocated_bytes[0].decrease(bytes); }

    bool initialized() override { return true; }
    void emptyCache(c10::MempoolId_t) override { }
    void recordStream(const c10::DataPtr &, c10::Stream) override { }
    c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex) override { return m_stats; }
    void resetAccumulatedStats(c10::DeviceIndex) override { }
    void resetPeakStats(c10::DeviceIndex) override
    {
        m_stats.allocated_bytes[0].reset_peak();
        m_stats.reserved_bytes[0].reset_peak();
    }
    c10::DataPtr allocate(std::size_t) override { return {}; }
    void copy_data(void *, const void *, std::size_t) const override { }

private:
    c10::CachingDeviceAllocator::DeviceStats m_stats;
};

} // namespace

void DeviceMemoryTest::peaksAreThoseOfTheCall()
{
    FakeAllocator allocator;
    allocator.allocateBytes(1000, 2048); // the weights
    allocator.allocateBytes(9000, 8192); // an earlier call
    allocator.free(9000);
    const auto call = [&allocator] {
        allocator.allocateBytes(300, 0);
        allocator.allocateBytes(400, 1024);
        allocator.free(700);
        allocator.allocateBytes(100, 0);
        allocator.free(100);
    };
    const MemoryUse use = memoryUseOf(call, allocator, 0);
    QCOMPARE(use.callBytes, std::int64_t { 700 });
    QCOMPARE(use.allocatedBytes.value_or(0), std::int64_t { 1700 });
    QCOMPARE(use.reservedBytes.value_or(0), std::int64_t { 2048 + 8192 + 1024 });
}

void DeviceMemoryTest::retriesAreThoseOfTheSpan()
{
    FakeAllocator allocator;
    allocator.retry(); // of a warm-up
    DeviceMemorySpan span(&allocator, 0);
    QCOMPARE(span.use().allocatorRetries, std::int64_t { 0 });
    QVERIFY(!span.use().allocatedBytes);
    span.begin();
    QCOMPARE(span.use().allocatorRetries, std::int64_t { 0 });
    allocator.retry();
    allocator.retry();
    QCOMPARE(span.use().allocatorRetries, std::int64_t { 2 });
}

void DeviceMemoryTest::deviceWithoutAllocatorHasNoFigures()
{
    QVERIFY(!deviceAllocator(c10::Device(c10::kCPU)));
    DeviceMemorySpan span(nullptr, 0);
    span.begin();
    QVERIFY(!span.use().allocatedBytes && !span.use().reservedBytes);
}

void DeviceMemoryTest::limitWithoutCudaCodeIsRefused()
{
    const Result<void> limited = limitDeviceMemory(c10::Device(c10::kCUDA, 1), 1 << 20);
    QVERIFY(!limited.ok());
    QCOMPARE(limited.error().text, std::string("The memory of cuda:1 cannot be limited: this build has no CUDA code."));
}

ROOFLIGHT_TEST(DeviceMemoryTest)
#include "device_memory_test.moc"
