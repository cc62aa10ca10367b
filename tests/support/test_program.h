// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>
#include <memory>

/// One program runs the test classes of a folder. `program NAME [options of Qt Test]` runs the class of NAME.cpp, as
/// CTest does; without a name all classes run, each with the same options.
namespace rooflight::test {

using MakeTest = std::unique_ptr<QObject> (*)();

/// Adds a class to the program under the name of its source file.
bool addTest(const char *sourceFile, MakeTest make);

} // namespace rooflight::test

/// Stands once at the end of a test's source, in the place of QTEST_MAIN.
#define ROOFLIGHT_TEST(TestClass)                                                                                      \
    [[maybe_unused]] static const bool is##TestClass##Added = rooflight::test::addTest(                                \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<TestClass>(); });
