// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/page_terms.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/html_page.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/format/text_layout.h"
#include "core/report/tables/layer_table.h"
#include "core/roofline/point.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

/// What the bounds of the points mean, in the words of docs/reference/terms.md.
constexpr std::array boundTerms = {
    std::pair { Bound::Compute, QT_TRANSLATE_NOOP("Page", "Its arithmetic at the compute roof takes longest.") },
    std::pair { Bound::Bandwidth, QT_TRANSLATE_NOOP("Page", "Its memory traffic at the memory roof takes longest.") },
    std::pair { Bound::Launch, QT_TRANSLATE_NOOP("Page", "Starting its operators takes longest.") },
    std::pair { Bound::Balanced,
                QT_TRANSLATE_NOOP("Page", "Arithmetic and memory traffic take about as long as each other.") },
    std::pair { Bound::Underutilized,
                QT_TRANSLATE_NOOP("Page", "It is far below every roof: how it is implemented is the limit.") },
};

} // namespace

std::string termsHtml(const JudgedSession &judged)
{
    Section terms;
    const auto add = [&terms](const std::string &term, const std::string &meaning) {
        terms.facts.emplace_back(term, meaning);
    };
    add(translated(QT_TRANSLATE_NOOP("Page", "Roof")),
        translated(QT_TRANSLATE_NOOP("Page",
                                     "The highest rate that was measured on the device, or that its data sheet states: "
                                     "of arithmetic a level line, of memory a slope.")));
    add(translated(QT_TRANSLATE_NOOP("Page", "Ridge")),
        translated(
            QT_TRANSLATE_NOOP("Page", "Where both meet. Left of it memory is the limit, right of it arithmetic.")));
    std::set<Bound> bounds;
    for (const RooflinePoint &point : judged.chartPoints())
        bounds.insert(point.verdict.bound);
    for (const auto &[bound, meaning] : boundTerms) {
        if (bounds.contains(bound))
            add(translatedName(bound), translated(meaning));
    }
    std::vector<FactId> titles = tableFacts(judged.session(), ItemId::Kind::Layer);
    if (!judged.answer().ranking.empty())
        titles.push_back(FactId::Gain); // of its table alone
    for (const FactId id : titles) {
        if (*factOf(id).help != '\0')
            add(factTitle(id), translated(Phrase { factOf(id).help }, "Facts"));
    }
    return fmt::format("<details id=\"rooflight-terms\"><summary>{}</summary>\n{}</details>\n",
                       htmlText(translated(QT_TRANSLATE_NOOP("Page", "Terms"))), toHtml({ terms }));
}

} // namespace rooflight
