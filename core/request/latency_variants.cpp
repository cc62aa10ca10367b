// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/latency_variants.h"

#include "core/model/request_options.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace rooflight {

namespace {

/// Whether there is such a key, and it knows the value.
bool choose(Execution &execution, std::string_view key, std::string_view value)
{
    bool isKnown = false;
    forEachOption(interleavedOptions, [&](const auto &option) {
        auto &choice = option.ofPart(execution);
        const auto named = fromName<std::remove_cvref_t<decltype(choice)>>(value);
        if (option.key == key && named) {
            choice = *named;
            isKnown = true;
        }
    });
    return isKnown;
}

bool isFile(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

Error noVariant(const std::string &text, std::string_view part)
{
    return {
        ErrorCode::CommandLine,
        fmt::format("\"{}\" cannot be interleaved: \"{}\" is neither a file nor a known choice.", text, part),
        "Use MODEL.pt, executor=frozen, precision=bfloat16, memory_format=channels_last, tf32=allowed, caches=cold, "
        "or several of them with commas."
    };
}

} // namespace

Result<VariantChoice> parseVariant(const std::string &text, const VariantChoice &base)
{
    VariantChoice variant = base;
    if (isFile(text)) {
        variant.model = text;
        return variant;
    }
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        const std::size_t equals = part.find('=');
        if (begin == 0 && isFile(part))
            variant.model = part;
        else if (equals == std::string::npos
                 || !choose(variant.execution, std::string_view(part).substr(0, equals),
                            std::string_view(part).substr(equals + 1)))
            return noVariant(text, part);
        begin = end + 1;
    }
    return variant;
}

Result<std::vector<VariantChoice>> variantsOf(const Request &request)
{
    std::vector<VariantChoice> variants { { request.model, request.execution } };
    for (const std::string &text : request.interleave) {
        Result<VariantChoice> variant = parseVariant(text, variants.front());
        if (!variant.ok())
            return variant.error();
        variants.push_back(std::move(variant).value());
    }
    return variants;
}

} // namespace rooflight
