// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/operators/known_operators.h"
#include "core/base/operator_table.h"
#include "core/cost/rules/cost_table.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <set>

using namespace rooflight;

namespace {

constexpr const char *pagePath = ROOFLIGHT_KNOWN_OPERATORS_PAGE;

constexpr const char *introduction = R"(<!-- SPDX-FileCopyrightText: 2026 The Rooflight authors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Generated from core/archive/operators by the test known_operators_test: ROOFLIGHT_UPDATE_DOCS=1 writes it anew. -->

# Operators that need no trust

A file may call these operators without `--trust`: with any sizes, strides and indices, they stay within the memory of
their tensors or raise an error. A name includes the in-place variant (`aten::relu_`). It does not include the overloads
that receive their result tensor (`out=`), except for `aten::div`. Operators of a `--library` need no trust either,
because passing the library means that you trust them. [Open a file you do not trust](../how/trust_and_safety.md)
explains what the list protects you from, and what it does not.
)";

QString listOf(std::string_view names)
{
    QStringList list;
    for (const std::string_view name : separatedNames(names))
        list << QStringLiteral("`%1`").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    return list.join(' ');
}

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString page()
{
    QString text = QString::fromUtf8(introduction) + "\n| group | operators |\n|---|---|\n";
    for (const OperatorGroup &group : knownOperators())
        text += "| " + textOf(group.title) + " | " + listOf(group.names) + " |\n";
    text += "\n## Refused\n\nThese operators need trust, and so does any operator that is on neither list. `*` stands "
            "for any "
            "characters.\n\n"
            "| the operator | operators |\n|---|---|\n";
    for (const RefusedOperators &row : refusedOperators())
        text += "| " + textOf(reasonOf(row.risk)) + " | " + listOf(row.patterns) + " |\n";
    return text;
}

} // namespace

/// The lists of operators as such; operator_schemas_test holds them against LibTorch.
class KnownOperatorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameStandsOnce()
    {
        std::set<std::string_view> seen;
        for (const OperatorGroup &group : knownOperators()) {
            QVERIFY(!group.title.empty());
            for (const std::string_view name : separatedNames(group.names)) {
                QVERIFY2(seen.insert(name).second, std::string(name).c_str());
                QCOMPARE(riskOf(name), OperatorRisk::None);
                QVERIFY(isJudged(name.substr(0, name.find("::"))));
            }
        }
        QVERIFY(seen.size() > 1000);
        for (const RefusedOperators &row : refusedOperators()) {
            QVERIFY(!reasonOf(row.risk).empty());
            for (const std::string_view pattern : separatedNames(row.patterns))
                QVERIFY2(!seen.contains(pattern), std::string(pattern).c_str());
        }
    }

    void judgesByName_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<OperatorRisk>("risk");
        QTest::newRow("known") << "aten::add" << OperatorRisk::None;
        QTest::newRow("in place") << "aten::add_" << OperatorRisk::None;
        QTest::newRow("only in place") << "aten::fill_diagonal_" << OperatorRisk::None;
        QTest::newRow("nothing") << "" << OperatorRisk::Unlisted;
        QTest::newRow("longer") << "aten::addition" << OperatorRisk::Unlisted;
        QTest::newRow("other namespace") << "inductor::add" << OperatorRisk::Storage;
        QTest::newRow("refused") << "aten::_reshape_alias" << OperatorRisk::Storage;
        QTest::newRow("refused in place") << "aten::set_" << OperatorRisk::Storage;
        QTest::newRow("pattern in the middle") << "aten::_sparse_coo_tensor_unsafe" << OperatorRisk::Storage;
        QTest::newRow("pattern at both ends") << "aten::max_pool2d_with_indices_backward" << OperatorRisk::Training;
        QTest::newRow("gradient that is known") << "aten::tanh_backward" << OperatorRisk::None;
        QTest::newRow("namespace") << "inductor::_reinterpret_tensor" << OperatorRisk::Storage;
        QTest::newRow("addresses") << "mkldnn::data_ptr" << OperatorRisk::Internals;
        QTest::newRow("files") << "aten::from_file" << OperatorRisk::Files;
        QTest::newRow("guarded") << "aten::native_batch_norm" << OperatorRisk::None;
        QTest::newRow("torchvision") << "torchvision::roi_align" << OperatorRisk::None;
        QTest::newRow("gradient of torchvision") << "torchvision::_roi_align_backward" << OperatorRisk::Training;
    }

    void judgesByName()
    {
        QFETCH(QString, operation);
        QFETCH(OperatorRisk, risk);
        QCOMPARE(riskOf(operation.toStdString()), risk);
    }

    void refusesOverloadsThatAreGivenTheirResult()
    {
        for (const char *const overload : { "out", "Tensor_out", "out_mode", "dim_max", "grad_input", "U" })
            QCOMPARE(riskOfOverload("aten::add", overload), OperatorRisk::Result);
        for (const char *const overload : { "", "Tensor", "dim_IntList", "outer" })
            QCOMPARE(riskOfOverload("aten::add", overload), OperatorRisk::None);
        for (const char *const argument : { "out", "out0", "values", "indices", "grad_input" })
            QCOMPARE(riskOfArgument("aten::add", argument), OperatorRisk::Result);
        for (const char *const argument : { "dtype", "alpha", "memory_format" })
            QCOMPARE(riskOfArgument("aten::add", argument), OperatorRisk::None);
    }

    /// Torch had them until it took named dimensions away; what is written here is from the schemas of 2.11.
    void judgesOverloadsOfNamedDimensions()
    {
        for (const char *const overload : { "names_dim_max", "names_dim_values", "dimname_values_stable", "Q" })
            QCOMPARE(riskOfOverload("aten::max", overload), OperatorRisk::Result);
        QCOMPARE(riskOfOverload("aten::flatten", "named_out_dim"), OperatorRisk::None);
        QCOMPARE(riskOfArgument("aten::zeros", "names"), OperatorRisk::None);
        QCOMPARE(riskOfArgument("aten::diagonal", "outdim"), OperatorRisk::None);
    }

    void divisionMayBeGivenItsResult()
    {
        QCOMPARE(riskOfArgument("aten::div", "out"), OperatorRisk::None);
        QCOMPARE(riskOfOverload("aten::div", "out"), OperatorRisk::None);
        QCOMPARE(riskOfArgument("", "out"), OperatorRisk::Result);
    }

    /// Whatever has a formula is allowed or refused on purpose.
    void everyCountedOperatorIsDecided()
    {
        for (const CostTableEntry &entry : costTable()) {
            const bool isDecided =
                !isJudged(entry.name.substr(0, entry.name.find("::"))) || riskOf(entry.name) != OperatorRisk::Unlisted;
            QVERIFY2(isDecided, entry.name.c_str());
        }
    }

    void pageIsTheTable()
    {
        if (qEnvironmentVariableIsSet("ROOFLIGHT_UPDATE_DOCS")) {
            QFile file(pagePath);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(page().toUtf8());
        }
        QFile file(pagePath);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), page());
    }
};

ROOFLIGHT_TEST(KnownOperatorsTest)
#include "known_operators_test.moc"
