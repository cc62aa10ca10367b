// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rooflight::test {

namespace {

std::map<std::string, MakeTest> &tests()
{
    static std::map<std::string, MakeTest> all;
    return all;
}

/// Runs the named class, or every one; the number of failed functions.
int runTests(std::vector<char *> arguments)
{
    const auto named = arguments.size() > 1 ? tests().find(arguments[1]) : tests().end();
    if (named != tests().end()) {
        arguments.erase(arguments.begin() + 1);
        return QTest::qExec(named->second().get(), int(arguments.size()), arguments.data());
    }
    if (arguments.size() > 1 && arguments[1][0] != '-') {
        std::fprintf(stderr, "there is no test %s; there are:\n", arguments[1]);
        for (const auto &[name, make] : tests())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 1;
    }
    int failed = 0;
    for (const auto &[name, make] : tests())
        failed += QTest::qExec(make().get(), int(arguments.size()), arguments.data());
    return failed;
}

} // namespace

bool addTest(const char *sourceFile, MakeTest make)
{
    return tests().emplace(std::filesystem::path(sourceFile).stem().string(), make).second;
}

} // namespace rooflight::test

int main(int argc, char **argv)
{
#ifdef QT_WIDGETS_LIB
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    QApplication application(argc, argv);
#else
    QCoreApplication application(argc, argv);
#endif
    return rooflight::test::runTests({ argv, argv + argc });
}
