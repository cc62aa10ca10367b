// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_json.h"

#include "core/archive/zip/file_error.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

constexpr int maxJsonDepth = 120;
constexpr std::int64_t maxValues = 40'000'000;

bool isOfPythonSources(std::string_view key)
{
    return key == "stack_trace" || key == "from_node" || key == "source_fn_stack" || key == "torch_fn";
}

/// An ordered object looks through all its keys when one is added: the library's own reader takes minutes for the
/// 200,000 tensors of a large export.
class TreeBuilder : public nlohmann::json_sax<ExportJson>
{
public:
    ExportJson root;
    const char *failure = "it is not JSON";

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); } // NOLINT(readability-identifier-naming)
    // NOLINTNEXTLINE(readability-identifier-naming)
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    // NOLINTNEXTLINE(readability-identifier-naming)
    bool number_float(number_float_t value, const string_t & /*text*/) override { return add(value); }
    bool string(string_t &value) override { return add(std::move(value)); }
    bool binary(binary_t & /*value*/) override { return false; }
    // NOLINTNEXTLINE(readability-identifier-naming)
    bool start_object(std::size_t /*size*/) override { return open(ExportJson::object()); }
    // NOLINTNEXTLINE(readability-identifier-naming)
    bool start_array(std::size_t /*size*/) override { return open(ExportJson::array()); }
    bool end_array() override { return close(); } // NOLINT(readability-identifier-naming)

    bool key(string_t &name) override
    {
        if (m_skippedDepth > 0)
            return true;
        m_key = std::move(name);
        return true;
    }

    bool end_object() override // NOLINT(readability-identifier-naming)
    {
        if (m_skippedDepth == 0 && hasTwoOfAKey(m_open.back()->get_ref<const ExportJson::object_t &>()))
            return fail("a value has two of one name");
        return close();
    }

    // NOLINTNEXTLINE(readability-identifier-naming)
    bool parse_error(std::size_t /*position*/, const std::string & /*token*/,
                     const nlohmann::detail::exception & /*error*/) override
    {
        return false;
    }

private:
    bool fail(const char *why)
    {
        failure = why;
        return false;
    }

    [[nodiscard]] bool isSkipped() const
    {
        return m_skippedDepth > 0 || (!m_open.empty() && m_open.back()->is_object() && isOfPythonSources(m_key));
    }

    ExportJson *place(ExportJson value)
    {
        if (m_open.empty()) {
            root = std::move(value);
            return &root;
        }
        ExportJson &parent = *m_open.back();
        if (parent.is_array())
            return &parent.get_ref<ExportJson::array_t &>().emplace_back(std::move(value));
        auto &members = parent.get_ref<ExportJson::object_t &>();
        members.emplace_back(std::move(m_key), std::move(value));
        return &members.back().second;
    }

    bool add(ExportJson value)
    {
        if (++m_values > maxValues)
            return fail("it has too many values");
        if (!isSkipped())
            place(std::move(value));
        return true;
    }

    bool open(ExportJson value)
    {
        if (++m_values > maxValues)
            return fail("it has too many values");
        if (++m_depth > maxJsonDepth)
            return fail("its values nest too deep");
        if (isSkipped())
            ++m_skippedDepth;
        else
            m_open.push_back(place(std::move(value)));
        return true;
    }

    bool close()
    {
        --m_depth;
        if (m_skippedDepth > 0)
            --m_skippedDepth;
        else
            m_open.pop_back();
        return true;
    }

    static bool hasTwoOfAKey(const ExportJson::object_t &object)
    {
        std::vector<std::string_view> keys;
        keys.reserve(object.size());
        for (const auto &[key, value] : object)
            keys.emplace_back(key);
        std::ranges::sort(keys);
        return std::ranges::adjacent_find(keys) != keys.end();
    }

    std::vector<ExportJson *> m_open; ///< one does not move while one in it is open
    std::string m_key;
    int m_depth = 0;
    int m_skippedDepth = 0; ///< of the value that is left out
    std::int64_t m_values = 0;
};

} // namespace

Result<ExportJson> parseExportJson(std::string_view text)
{
    TreeBuilder builder;
    if (!ExportJson::sax_parse(text, &builder))
        return malformed(builder.failure);
    return std::move(builder.root);
}

const ExportJson *member(const ExportJson &object, std::string_view key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

} // namespace rooflight
