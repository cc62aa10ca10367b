// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/request/latency_variants.h"

namespace rooflight {

bool quoteWords(InterleavedLatency &latency, const Request &request)
{
    const Result<std::vector<VariantChoice>> asked = variantsOf(request);
    bool changed = false;
    for (std::size_t i = 0; i < latency.variants.size(); ++i) {
        std::string &model = latency.variants[i].model;
        const bool known = asked.ok() && i < asked.value().size();
        changed = (known ? makeAnew(model, asked.value()[i].model) : quote(model)) || changed;
    }
    return changed;
}

} // namespace rooflight
