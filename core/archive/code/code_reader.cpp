// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_reader.h"

#include "core/archive/code/code_scan.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace rooflight {

namespace {

constexpr std::string_view codeFolder = "code/";
constexpr std::string_view codeSuffix = ".py";

/// "code/__torch__/a/b.py" holds what is called "__torch__.a.b".
std::string moduleName(std::string_view record)
{
    std::string name(record.substr(codeFolder.size(), record.size() - codeFolder.size() - codeSuffix.size()));
    std::ranges::replace(name, '/', '.');
    return name;
}

std::vector<CodeFinding> withLoadMarks(std::vector<ScannedFinding> scanned, const std::vector<CodeFunction> &functions)
{
    const std::set<std::string, std::less<>> atLoad = functionsRunAtLoad(functions);
    std::vector<CodeFinding> findings;
    for (ScannedFinding &found : scanned) {
        // Outside any function PyTorch writes only declarations; what asks for trust there was put there by hand.
        const bool outside = found.function.empty() && found.finding.asksForTrust();
        found.finding.runsAtLoad = outside || atLoad.contains(found.function);
        findings.push_back(std::move(found.finding));
    }
    std::stable_partition(findings.begin(), findings.end(),
                          [](const CodeFinding &finding) { return finding.asksForTrust(); });
    return findings;
}

std::vector<NeededLibrary> byNamespace(const std::set<std::string> &operators)
{
    std::map<std::string, std::vector<std::string>> sorted;
    for (const std::string &operation : operators)
        sorted[operation.substr(0, operation.find("::"))].push_back(operation);
    std::vector<NeededLibrary> libraries;
    libraries.reserve(sorted.size());
    for (auto &[nameSpace, names] : sorted)
        libraries.push_back({ nameSpace, std::move(names), false });
    return libraries;
}

} // namespace

bool isCodeRecord(std::string_view name)
{
    const std::string lowerName = asciiLower(name);
    return lowerName.starts_with(codeFolder) && lowerName.ends_with(codeSuffix);
}

Result<ArchiveCode> readCode(const ZipArchive &archive)
{
    ArchiveCode code;
    CodeScan scan;
    std::vector<CodeFunction> functions;
    for (const ArchiveRecord &record : archive.records()) {
        if (!isCodeRecord(record.name))
            continue;
        const Result<std::string> source = archive.read(record);
        if (!source.ok())
            return source.error();
        const std::optional<std::vector<Token>> tokens = tokenize(source.value());
        if (!tokens) {
            return damaged(archive.path(),
                           "the code in record \"" + messagePart(record.name)
                               + "\" nests brackets more than 1000 deep");
        }
        CodeDeclarations declarations = readDeclarations(*tokens);
        scanCode(record.name, source.value(), *tokens, declarations.functions, scan);
        addDeclaredTypes(moduleName(record.name), *tokens, code.types);
        const std::string prefix = moduleName(record.name) + '.';
        for (auto &[name, declaration] : declarations.classes)
            code.classes.insert_or_assign(prefix + name, std::move(declaration));
        for (const auto &[name, count] : declarations.constantUses)
            code.constantUses[name] += count;
        code.branches = code.branches || declarations.branches;
        std::ranges::move(declarations.functions, std::back_inserter(functions));
    }
    scan.settle(code.types);
    code.trains = scan.trains;
    code.findings = withLoadMarks(std::move(scan.findings), functions);
    code.libraries = byNamespace(scan.foreign);
    return code;
}

} // namespace rooflight
