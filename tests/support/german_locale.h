// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <clocale>
#include <locale>
#include <string>

/// While it lives, C++ and C write numbers the German way: 1.234,5.
class GermanLocale
{
public:
    GermanLocale()
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the locale owns its facet
        : m_previous(std::locale::global(std::locale(std::locale(), new Digits)))
    {
        // Not every machine has this one; where it is missing C++'s half of the test remains.
        setForC("de_DE.UTF-8");
    }
    ~GermanLocale()
    {
        setForC("C.UTF-8");
        std::locale::global(m_previous);
    }
    GermanLocale(const GermanLocale &) = delete;
    GermanLocale &operator=(const GermanLocale &) = delete;

private:
    struct Digits : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };

    static void setForC(const char *name)
    {
        std::setlocale(LC_ALL, name); // NOLINT(concurrency-mt-unsafe): these tests start no threads
    }

    std::locale m_previous;
};
