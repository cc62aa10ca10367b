// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>
#include <QTest>

#include <memory>

/// One program runs the test classes of a folder. `program NAME [options of Qt Test]` runs the class of NAME.cpp, as
/// CTest does; without a name all classes run, each with the same options.
namespace rooflight::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// Adds a class to the program under the name of its source file.
bool addTest(const char *sourceFile, MakeTest make);

} // namespace rooflight::test

/// How long a test waits for what must come. Qt Test's own five seconds are too few for a slow machine that is busy.
inline constexpr int longestWaitMs = 30'000;
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, longestWaitMs)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, longestWaitMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, longestWaitMs)

/// Stands once at the end of a test's source, in the place of QTEST_MAIN.
#define ROOFLIGHT_TEST(TestClass)                                                                                      \
    [[maybe_unused]] static const bool is##TestClass##Added = rooflight::test::addTest(                                \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<TestClass>(); });
