// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_scan.h"
#include "core/archive/export/export_arguments.h"
#include "core/archive/export/export_json.h"
#include "core/archive/export/export_modules.h"
#include "core/archive/export/node_target.h"
#include "core/archive/export/program_reader.h"
#include "core/archive/export/size_guard.h"
#include "core/archive/export/weight_check.h"
#include "core/archive/inspect.h"
#include "core/archive/pickle/stored_tensor.h"
#include "core/record/record.h"
#include "core/report/session_report.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/packed_records.h"
#include "tests/fuzz/targets.h"

namespace rooflight::fuzz {

namespace {

void requireError(const Error &error)
{
    require(!error.text.empty() && !error.hint.empty(), "an error says what is wrong and what to do");
    const int status = exitStatus(error);
    require(status == 3 || status == 7, "the status is that of an unreadable or an unsafe file");
}

void inspectBytes(std::string_view bytes, bool acceptDamaged)
{
    static MemoryFile file;
    file.fill(bytes);
    const Result<Inspection> inspection = inspectFile(file.path(), acceptDamaged);
    if (!inspection.ok())
        return requireError(inspection.error());
    const Result<Record> again = decode(encode({ 1, inspection.value() }));
    require(again.ok() && std::holds_alternative<Inspection>(again.value().body), "an inspection makes a record");
    Session session;
    session.inspection = inspection.value();
    static_cast<void>(sessionToText(JudgedSession(session), true, 80));
}

/// A value for each symbol of an expression.
void addValues(const SizeExpression &size, SymbolValues &symbols)
{
    std::vector<std::string> names;
    size.collectSymbols(names);
    for (const std::string &name : names)
        symbols[name] = static_cast<std::int64_t>(name.size()) * 1'000'003;
}

} // namespace

void readArchive(std::string_view input)
{
    inspectBytes(input, input.size() % 4 != 0); // most checksums of what a fuzzer makes are wrong
}

void readModel(std::string_view input)
{
    inspectBytes(zipOfText(input), false);
}

void readPickle(std::string_view input)
{
    const Result<Pickle> parsed = Pickle::parse(std::string(input));
    if (!parsed.ok())
        return;
    const Pickle &pickle = parsed.value();
    require(pickle.root() < pickle.size(), "the root is one of the values");
    for (PickleId id = 0; id < pickle.size(); ++id) {
        static_cast<void>(unwrapped(pickle, id));
        static_cast<void>(tensorIn(pickle, id));
        static_cast<void>(pickle.valueOf(id, "training"));
        for (const PickleId item : pickle[id].items)
            require(item < pickle.size(), "a part is one of the values");
    }
}

void readCode(std::string_view input)
{
    const std::optional<std::vector<Token>> tokens = tokenize(input);
    if (!tokens)
        return;
    for (const Token &token : *tokens) {
        if (token.kind == TokenKind::String)
            static_cast<void>(stringContent(token.text));
    }
    const CodeDeclarations declarations = readDeclarations(*tokens);
    static_cast<void>(functionsRunAtLoad(declarations.functions));
    CodeScan scan;
    scanCode("code/__torch__.py", input, *tokens, declarations.functions, scan);
    DeclaredTypes types;
    addDeclaredTypes("__torch__", *tokens, types);
    scan.settle(types);
    static_cast<void>(joined(*tokens));
}

void readExport(std::string_view input)
{
    const Result<ExportJson> json = parseExportJson(input);
    if (!json.ok())
        return;
    if (const Result<std::vector<ExportWeight>> weights = readWeights(json.value(), "data/weights/"); weights.ok()) {
        for (const ExportWeight &weight : weights.value())
            static_cast<void>(placeOf(weight.tensor));
    }
    const Result<ExportedProgram> program = readProgram(json.value());
    if (!program.ok())
        return;
    static_cast<void>(checkNames(program.value()));
    static_cast<void>(symbolsOf(program.value()));
    static_cast<void>(modulesOf(program.value()));
    forEachOperator(program.value().graph, [](const OperatorTarget &, const ExportNode &) {});
    for (const ExportArgument &argument : argumentsOf(program.value()))
        static_cast<void>(argument.type(program.value()));
}

void readSizes(std::string_view input)
{
    if (const Result<TreeSpec> tree = TreeSpec::parse(input); tree.ok())
        require(tree.value().leaves() <= input.size() + 1, "a tree has no more leaves than its text has characters");
    if (const std::optional<SizeGuard> guard = SizeGuard::parse(input)) {
        require(guard->sides.size() == guard->relations.size() + 1, "a comparison has two sides");
        SymbolValues places;
        for (const SizeExpression &side : guard->sides)
            addValues(side, places);
        static_cast<void>(guard->holds(places));
    }
    const std::optional<SizeExpression> size = SizeExpression::parse(input);
    if (!size)
        return;
    SymbolValues symbols;
    addValues(*size, symbols);
    static_cast<void>(size->evaluate(symbols));
    static_cast<void>(size->number());
    static_cast<void>(size->text());
}

} // namespace rooflight::fuzz
