// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_json.h"

#include "core/archive/zip/file_error.h"

#include <stdexcept>

namespace ridgepoint {

namespace {

constexpr int maxJsonDepth = 120;
constexpr std::int64_t maxValues = 40'000'000;

} // namespace

Result<ExportJson> parseExportJson(std::string_view text)
{
    std::int64_t values = 0;
    const auto keep = [&values](int depth, ExportJson::parse_event_t event, const ExportJson &value) {
        if (depth > maxJsonDepth)
            throw std::length_error("its values nest too deep");
        if (++values > maxValues)
            throw std::length_error("it has too many values");
        if (event != ExportJson::parse_event_t::key)
            return true;
        const std::string &key = value.get_ref<const std::string &>();
        return key != "stack_trace" && key != "from_node" && key != "source_fn_stack" && key != "torch_fn";
    };
    try {
        return ExportJson::parse(text, keep);
    } catch (const ExportJson::exception &) {
        return malformed("it is no JSON");
    } catch (const std::length_error &failure) {
        return malformed(failure.what());
    }
}

const ExportJson *member(const ExportJson &object, std::string_view key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

} // namespace ridgepoint
