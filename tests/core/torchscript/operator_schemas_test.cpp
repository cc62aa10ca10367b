// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/operators/known_operators.h"
#include "core/base/operator_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>
#include <set>

using namespace rooflight;

namespace {

struct Overload {
    std::string name; ///< with the namespace, without the overload
    c10::FunctionSchema schema;
};

/// All that LibTorch registers itself, and the parts of its language that have a schema.
const std::vector<Overload> &registered()
{
    static const std::vector<Overload> overloads = [] {
        std::vector<Overload> found;
        for (const auto &operation : torch::jit::getAllOperators()) {
            const std::string &name = operation->schema().name();
            if (isOfLibTorch(name.substr(0, name.find("::"))))
                found.push_back({ name, operation->schema() });
        }
        return found;
    }();
    return overloads;
}

bool writesIntoNamed(const c10::Argument &argument)
{
    return argument.kwarg_only() && argument.alias_info() && argument.alias_info()->isWrite();
}

} // namespace

/// The lists of operators against those that this LibTorch registers.
class OperatorSchemasTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperatorIsDecided()
    {
        std::set<std::string> names;
        QStringList undecided;
        for (const Overload &overload : registered()) {
            if (names.insert(overload.name).second && riskOf(overload.name) == OperatorRisk::Unlisted)
                undecided << QString::fromStdString(overload.name);
        }
        QVERIFY2(names.size() > 2000, qPrintable(QString::number(names.size())));
        QVERIFY2(undecided.isEmpty(), qPrintable("neither known nor refused: " + undecided.join(' ')));
    }

    /// Nothing passes but the names of the list and their in-place twins.
    void nothingElsePasses()
    {
        std::set<std::string, std::less<>> listed;
        for (const OperatorGroup &group : knownOperators()) {
            for (const std::string_view name : separatedNames(group.names))
                listed.emplace(name);
        }
        std::size_t passing = 0;
        for (const Overload &overload : registered()) {
            std::string twin = overload.name;
            if (twin.ends_with('_'))
                twin.pop_back();
            const bool isListed = listed.contains(overload.name) || listed.contains(twin);
            QVERIFY2((riskOf(overload.name) == OperatorRisk::None) == isListed, overload.name.c_str());
            passing += isListed ? 1 : 0;
        }
        QVERIFY(passing > 0 && passing < registered().size());
    }

    /// An overload that is given the tensor for its result is refused by its name in an export, and by the argument's
    /// in code; no other is.
    void resultsAreNotGiven()
    {
        for (const Overload &overload : registered()) {
            if (riskOf(overload.name) != OperatorRisk::None || overload.name == "aten::div")
                continue;
            const auto &arguments = overload.schema.arguments();
            const std::string text = overload.name + '.' + overload.schema.overload_name();
            if (std::ranges::any_of(arguments, writesIntoNamed)) {
                QVERIFY2(riskOfOverload(overload.name, overload.schema.overload_name()) == OperatorRisk::Result,
                         text.c_str());
                QVERIFY2(std::ranges::any_of(arguments,
                                             [&](const c10::Argument &argument) {
                                                 return writesIntoNamed(argument)
                                                     && riskOfArgument(overload.name, argument.name())
                                                     == OperatorRisk::Result;
                                             }),
                         text.c_str());
                continue;
            }
            // "a" is an overload of numbers too, which exports have none of; quantized operators take it by position.
            QVERIFY2(riskOfOverload(overload.name, overload.schema.overload_name()) == OperatorRisk::None
                         || overload.schema.overload_name() == "a" || overload.name.starts_with("quantized::"),
                     text.c_str());
            // Exports alone give bounds, by name as all they give.
            const bool isBound = overload.name.starts_with("aten::sym_constrain_range");
            for (const c10::Argument &argument : arguments) {
                QVERIFY2(!argument.kwarg_only() || isBound
                             || riskOfArgument(overload.name, argument.name()) == OperatorRisk::None,
                         (text + ' ' + argument.name()).c_str());
            }
        }
    }

    /// What the scan of code lets pass as a member, whatever its object.
    void membersThatAreNoOperators()
    {
        for (const Overload &overload : registered()) {
            if (overload.name != "aten::save" && overload.name != "aten::from_file")
                continue;
            for (const c10::Argument &argument : overload.schema.arguments())
                QVERIFY2(argument.name() != "self", overload.name.c_str());
        }
    }
};

ROOFLIGHT_TEST(OperatorSchemasTest)
#include "operator_schemas_test.moc"
