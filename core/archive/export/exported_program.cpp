// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/exported_program.h"

#include "core/archive/export/export_json.h"
#include "core/archive/zip/file_error.h"

#include <optional>

namespace rooflight {

namespace {

std::string textOf(const ExportJson &object, std::string_view key)
{
    const ExportJson *const value = member(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

/// The keys in a context such as "[\"a\", \"b\"]" or "[null, [\"a\"]]"; none when it has no list of as many texts.
std::optional<std::vector<std::string>> keysIn(const ExportJson &context, std::size_t count)
{
    if (!context.is_array())
        return std::nullopt;
    std::vector<std::string> keys;
    for (const ExportJson &key : context) {
        if (key.is_string())
            keys.push_back(key.get<std::string>());
        else if (key.is_number_integer() || key.is_boolean())
            keys.push_back(key.dump());
    }
    if (keys.size() == count && keys.size() == context.size())
        return keys;
    for (const ExportJson &part : context) {
        if (auto inner = keysIn(part, count))
            return inner;
    }
    return std::nullopt;
}

bool isSequence(const std::string &type)
{
    return type == "builtins.tuple" || type == "builtins.list" || type == "collections.deque" || type == "torch.Size"
        || type == "builtins.slice";
}

Result<TreeSpec> readTree(const ExportJson &json)
{
    TreeSpec tree;
    const ExportJson *const children = member(json, "children_spec");
    const ExportJson *const type = member(json, "type");
    if (children == nullptr || !children->is_array() || type == nullptr)
        return malformed("a description of nested values is malformed");
    if (type->is_null() && children->empty())
        return tree;
    tree.type = textOf(json, "type");
    for (const ExportJson &child : *children) {
        Result<TreeSpec> read = readTree(child);
        if (!read.ok())
            return read;
        tree.children.push_back(std::move(read).value());
    }
    tree.kind = TreeSpec::Kind::Sequence;
    tree.isList = tree.type == "builtins.list";
    if (isSequence(tree.type))
        return tree;
    const Result<ExportJson> context = parseExportJson(textOf(json, "context"));
    if (auto keys = context.ok() ? keysIn(context.value(), tree.children.size()) : std::nullopt) {
        tree.kind = TreeSpec::Kind::Dict;
        tree.keys = std::move(*keys);
    }
    return tree;
}

} // namespace

std::size_t TreeSpec::leaves() const
{
    if (kind == Kind::Leaf)
        return 1;
    std::size_t count = 0;
    for (const TreeSpec &child : children)
        count += child.leaves();
    return count;
}

Result<TreeSpec> TreeSpec::parse(std::string_view text)
{
    const Result<ExportJson> json = parseExportJson(text);
    if (!json.ok())
        return json.error();
    if (!json.value().is_array() || json.value().size() != 2 || json.value()[0] != 1)
        return malformed("a description of nested values has an unknown version");
    return readTree(json.value()[1]);
}

} // namespace rooflight
