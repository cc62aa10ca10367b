// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/service/jobs/known_sentences.h"
#include "core/service/jobs/model_words.h"

namespace rooflight {

/// The time that the request holds; what the model's process reports is not trusted.
static double compileSecondsOf(const Remedy &remedy, const Request &request)
{
    const std::optional<RemedyId> id = remedy.id.value();
    const CompiledVariant *const compiled = id ? compiledVariant(request, *id) : nullptr;
    return compiled ? compiled->seconds : 0;
}

bool isOf(const ModelIdentity & /*model*/, const std::string &path, const Remedies &remedies)
{
    return remedies.model == path;
}

bool quoteWords(Remedies &remedies, const Request &request)
{
    bool changed = false;
    for (Remedy &remedy : remedies.remedies) {
        changed = quoteFailure(remedy.failure, request) || changed;
        changed = makeAnew(remedy.compileSeconds, compileSecondsOf(remedy, request)) || changed;
    }
    return changed;
}

} // namespace rooflight
