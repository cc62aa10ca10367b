// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/plan.h"

#include "core/archive/zip/sha256.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/matrix/plan_trust.h"
#include "core/model/request_options.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <set>
#include <span>
#include <string_view>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

/// Why a plan makes no sense, and where.
struct PlanProblem : std::exception {
    PlanProblem(std::string problem, const toml::node &node)
        : text(std::move(problem))
        , line(node.source().begin.line)
    {
    }
    std::string text;
    std::size_t line;
};

using Keys = std::span<const OptionFacts *const>;

constexpr std::array<const OptionFacts *, 9> cellKeys = {
    &option::effort,  &option::remeasure,  &option::timeout,     &option::warmup,    &option::runs,
    &option::seconds, &option::convention, &option::memoryLimit, &option::unconfined
};
constexpr std::array<const OptionFacts *, 4> modelKeys = { &option::trust, &option::acceptDamaged, &option::libraries,
                                                           &option::formulas };
constexpr std::array<const OptionFacts *, 4> inputKeys = { &option::inputs, &option::batch, &option::batchDimensions,
                                                           &option::dimensions };
constexpr std::array<const OptionFacts *, 6> executionKeys = { &option::executor,     &option::precision,
                                                               &option::memoryFormat, &option::tf32,
                                                               &option::caches,       &option::threads };
constexpr std::array<const OptionFacts *, 3> targetKeys = { &option::device, &option::threads, &option::memoryLimit };

/// Of sbatch, in the table `slurm` of a target; its other options stand in the list `options`.
constexpr std::array slurmOptions = {
    OptionFacts { .name = "--partition", .key = "partition" },
    OptionFacts { .name = "--gres", .key = "gres" },
    OptionFacts { .name = "--constraint", .key = "constraint" },
    OptionFacts { .name = "--cpus-per-task", .key = "cpus", .range = wholeFrom(1), .kind = OptionKind::Number },
    OptionFacts { .name = "--mem", .key = "memory" },
    OptionFacts { .name = "--time", .key = "time" },
    OptionFacts { .name = "--account", .key = "account" },
    OptionFacts { .name = "--qos", .key = "qos" },
    OptionFacts { .name = "--nodelist", .key = "nodelist" },
};

/// Reads the keys of one table, each of which somebody has to ask for.
class TableReader
{
public:
    TableReader(const toml::table &table, std::string title, const fs::path &folder)
        : m_table(table)
        , m_title(std::move(title))
        , m_folder(folder)
    {
    }

    [[nodiscard]] const toml::node *find(std::string_view key)
    {
        m_known.emplace(key);
        return m_table.get(key);
    }

    [[nodiscard]] std::string text(const toml::node &node, std::string_view key) const
    {
        const auto value = node.value_exact<std::string>();
        if (!value || value->empty())
            throw PlanProblem(fmt::format("{}: {} is not a string", m_title, key), node);
        // The kernel ends a path at a NUL, comparisons of texts do not.
        if (harmlessText(*value) != *value)
            throw PlanProblem(fmt::format("{}: {} contains control characters", m_title, key), node);
        return *value;
    }

    [[nodiscard]] std::string text(std::string_view key, std::string_view otherwise)
    {
        const toml::node *node = find(key);
        return node ? text(*node, key) : std::string(otherwise);
    }

    [[nodiscard]] std::vector<std::string> texts(const toml::node &node, std::string_view key) const
    {
        const toml::array *list = node.as_array();
        if (!list)
            throw PlanProblem(fmt::format("{}: {} is not a list of strings", m_title, key), node);
        std::vector<std::string> found;
        for (const toml::node &element : *list)
            found.push_back(text(element, key));
        return found;
    }

    [[nodiscard]] std::vector<std::string> texts(std::string_view key)
    {
        const toml::node *node = find(key);
        return node ? texts(*node, key) : std::vector<std::string>();
    }

    /// The options that this table has keys of, as the command line has them.
    [[nodiscard]] PlanArguments arguments(Keys keys)
    {
        PlanArguments found;
        for (const OptionFacts *option : keys)
            add(found, *option);
        return found;
    }

    void add(PlanArguments &found, const OptionFacts &option)
    {
        const std::string_view key = option.planKey.empty() ? option.key : option.planKey;
        const toml::node *node = find(key);
        if (!node)
            return;
        if (option.kind == OptionKind::Flag) {
            if (flag(*node, key))
                found.emplace_back(option.name);
            return;
        }
        const std::vector<std::string> values = option.kind == OptionKind::List ? texts(*node, key)
            : option.kind == OptionKind::Number                                 ? std::vector { number(*node, key) }
                                                                                : std::vector { text(*node, key) };
        for (const std::string &value : values) {
            if (const std::string refusal = option.refusalOf(value); !refusal.empty())
                throw PlanProblem(fmt::format("{}: {}: {}", m_title, key, refusal), *node);
            found.insert(found.end(), { std::string(option.name), option.isFile ? absolute(value) : value });
        }
    }

    /// A name of letters, digits and ._+-, so that it can be part of a file's.
    [[nodiscard]] std::string checkedName(std::string name, const toml::node &where) const
    {
        const bool plain = std::ranges::all_of(name, [](unsigned char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                || std::string_view("._+-").find(static_cast<char>(c)) != std::string_view::npos;
        });
        constexpr std::size_t longest = 60;
        if (!plain || name.empty() || name.size() > longest || name.front() == '.' || name.front() == '-')
            throw PlanProblem(fmt::format("{}: the name \"{}\" must have 1 to {} letters, digits, ., _, + and -, "
                                          "and must not begin with . or -",
                                          m_title, name, longest),
                              where);
        return name;
    }

    [[nodiscard]] std::string absolute(const std::string &file) const
    {
        return (m_folder / file).lexically_normal().string();
    }

    void expectNoOthers() const
    {
        for (const auto &[key, node] : m_table) {
            if (!m_known.contains(key.str()))
                throw PlanProblem(fmt::format("{}: there is no key {}", m_title, key.str()), node);
        }
    }

    [[nodiscard]] const toml::table &table() const { return m_table; }
    [[nodiscard]] const std::string &title() const { return m_title; }
    [[nodiscard]] const fs::path &folder() const { return m_folder; }

private:
    [[nodiscard]] bool flag(const toml::node &node, std::string_view key) const
    {
        const auto value = node.value_exact<bool>();
        if (!value)
            throw PlanProblem(fmt::format("{}: {} is neither true nor false", m_title, key), node);
        return *value;
    }

    [[nodiscard]] std::string number(const toml::node &node, std::string_view key) const
    {
        if (const auto whole = node.value_exact<std::int64_t>())
            return fmt::format("{}", *whole);
        const auto value = node.value_exact<double>();
        if (!value)
            throw PlanProblem(fmt::format("{}: {} is not a number", m_title, key), node);
        return fmt::format("{}", *value);
    }

    const toml::table &m_table;
    std::string m_title;
    const fs::path &m_folder;
    std::set<std::string, std::less<>> m_known;
};

PlanArguments operator+(PlanArguments first, const PlanArguments &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

PlanModel readModel(TableReader &reader)
{
    const toml::node *file = reader.find("file");
    if (!file)
        throw PlanProblem("A [[model]] has no file", reader.table());
    PlanModel model;
    model.file = reader.absolute(reader.text(*file, "file"));
    model.name = reader.checkedName(reader.text("name", fs::path(model.file).stem().string()), *file);
    model.arguments = reader.arguments(modelKeys);
    return model;
}

PlanInput readInput(TableReader &reader)
{
    PlanInput input;
    input.name = reader.checkedName(reader.text("name", input.name), reader.table());
    input.models = reader.texts("models");
    input.arguments = reader.arguments(inputKeys);
    return input;
}

PlanExecution readExecution(TableReader &reader)
{
    PlanExecution execution;
    execution.name = reader.checkedName(reader.text("name", execution.name), reader.table());
    execution.arguments = reader.arguments(executionKeys);
    return execution;
}

SlurmResources readSlurm(TableReader &target)
{
    SlurmResources resources;
    const toml::node *node = target.find("slurm");
    if (!node)
        return resources;
    if (!node->is_table())
        throw PlanProblem(fmt::format("{}: slurm is not a table", target.title()), *node);
    TableReader reader(*node->as_table(), target.title() + ", slurm", target.folder());
    resources.program = reader.text("program", resources.program);
    PlanArguments pairs;
    for (const OptionFacts &option : slurmOptions)
        reader.add(pairs, option);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        resources.options.push_back(pairs[i] + '=' + pairs[i + 1]);
    resources.options = resources.options + reader.texts("options");
    if (const toml::node *atOnce = reader.find("at_once")) {
        resources.atOnce = atOnce->value_exact<std::int64_t>().value_or(0);
        if (resources.atOnce < 1)
            throw PlanProblem(fmt::format("{}: at_once is not a number from 1 up", reader.title()), *atOnce);
    }
    reader.expectNoOthers();
    return resources;
}

/// The command of a worker, split as the window splits it, without what it is asked to do: "ssh HOST rooflight-cli
/// serve".
std::vector<std::string> readWorker(TableReader &reader)
{
    std::vector<std::string> words = splitCommand(reader.text("worker", std::string()));
    if (!words.empty() && words.back() == "serve")
        words.pop_back();
    return words;
}

PlanTarget readTarget(TableReader &reader)
{
    PlanTarget target;
    target.name = reader.checkedName(reader.text("name", target.name), reader.table());
    target.models = reader.texts("models");
    target.executions = reader.texts("executions");
    target.arguments = reader.arguments(targetKeys);
    target.slurm = readSlurm(reader);
    target.worker = readWorker(reader);
    return target;
}

/// The tables of [[key]], each read; names are there once.
template<typename Part, typename Read>
std::vector<Part> readAll(TableReader &root, std::string_view key, const Read &read)
{
    std::vector<Part> parts;
    const toml::node *node = root.find(key);
    if (!node)
        return parts;
    const toml::array *list = node->as_array();
    if (!list)
        throw PlanProblem(fmt::format("{} is not a list of tables: write [[{}]]", key, key), *node);
    for (const toml::node &element : *list) {
        if (!element.is_table())
            throw PlanProblem(fmt::format("{} is not a list of tables: write [[{}]]", key, key), element);
        TableReader reader(*element.as_table(), fmt::format("[[{}]]", key), root.folder());
        Part part = read(reader);
        reader.expectNoOthers();
        if (std::ranges::find(parts, part.name, &Part::name) != parts.end())
            throw PlanProblem(fmt::format("Two [[{}]] have the name {}", key, part.name), element);
        parts.push_back(std::move(part));
    }
    return parts;
}

template<typename Part>
void expectNames(const std::vector<std::string> &names, const std::vector<Part> &parts, std::string_view what,
                 const toml::node &where)
{
    for (const std::string &name : names) {
        if (std::ranges::find(parts, name, &Part::name) == parts.end())
            throw PlanProblem(fmt::format("There is no {} named {}", what, name), where);
    }
}

MatrixPlan readRoot(const toml::table &table, const fs::path &folder)
{
    MatrixPlan plan;
    TableReader root(table, "The plan", folder);
    if (const toml::node *options = root.find("options")) {
        if (!options->is_table())
            throw PlanProblem("options is not a table", *options);
        TableReader reader(*options->as_table(), "[options]", folder);
        plan.command = reader.text("command", plan.command);
        if (plan.command != "report" && plan.command != "latency" && plan.command != "layers"
            && plan.command != "analyze")
            throw PlanProblem("[options]: command is not one of report, latency, layers and analyze", *options);
        plan.arguments = reader.arguments(cellKeys);
        reader.expectNoOthers();
    }
    plan.models = readAll<PlanModel>(root, "model", readModel);
    plan.inputs = readAll<PlanInput>(root, "input", readInput);
    plan.executions = readAll<PlanExecution>(root, "execution", readExecution);
    plan.targets = readAll<PlanTarget>(root, "target", readTarget);
    root.expectNoOthers();
    if (plan.models.empty())
        throw PlanProblem("There is no [[model]]", table);
    for (const PlanInput &input : plan.inputs)
        expectNames(input.models, plan.models, "model", table);
    for (const PlanTarget &target : plan.targets) {
        expectNames(target.models, plan.models, "model", table);
        expectNames(target.executions, plan.executions, "execution", table);
    }
    if (plan.inputs.empty())
        plan.inputs.emplace_back();
    if (plan.executions.empty())
        plan.executions.emplace_back();
    if (plan.targets.empty())
        plan.targets.emplace_back();
    return plan;
}

Error wrongPlan(const std::string &path, std::string_view problem, std::size_t line)
{
    const std::string place = line > 0 ? fmt::format(", line {}", line) : std::string();
    return { ErrorCode::CommandLine, fmt::format("{}{}: {}{}", path, place, problem, problem.ends_with('?') ? "" : "."),
             "docs/reference/plan_file.md says what a plan holds." };
}

} // namespace

Result<MatrixPlan> parsePlan(const UntrustedFile &file, const std::string &folder)
{
    const std::string &path = file.path();
    try {
        const toml::table table = toml::parse(file.text());
        MatrixPlan plan = readRoot(table, folder);
        plan.sha256 = sha256OfText(file.text());
        if (const std::optional<PlanDanger> danger = dangerOf(table, folder))
            plan.danger = fmt::format("line {}: {}", danger->line, danger->text);
        return plan;
    } catch (const toml::parse_error &error) {
        return wrongPlan(path, error.description(), error.source().begin.line);
    } catch (const PlanProblem &problem) {
        return wrongPlan(path, problem.text, problem.line);
    }
}

Result<MatrixPlan> readPlan(const std::string &path)
{
    const Result<UntrustedFile> file = UntrustedFile::read(path, FileKind::Plan);
    if (!file.ok())
        return file.error();
    return parsePlan(file.value(), fs::absolute(path).parent_path().string());
}

} // namespace rooflight
