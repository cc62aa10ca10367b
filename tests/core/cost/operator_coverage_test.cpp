// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace rooflight;

namespace {

QStringList linesOf(const QString &fileName)
{
    QFile file(QDir(ROOFLIGHT_TEST_FOLDER).filePath(fileName));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    lines.removeIf([](const QString &line) { return line.startsWith('#'); });
    return lines;
}

QStringList operatorsWithKernels()
{
    QStringList operators = linesOf("operators.txt");
    operators.removeIf([](const QString &line) { return line.contains(' '); });
    return operators;
}

/// A name or a pattern, and why inference never meets what it names.
struct Exclusion {
    QString pattern;
    QRegularExpression names;
};

QList<Exclusion> exclusions()
{
    QList<Exclusion> result;
    for (const QString &line : linesOf("excluded_operators.txt")) {
        const QString pattern = line.section(' ', 0, 0);
        result.append({ pattern, QRegularExpression(QRegularExpression::wildcardToRegularExpression(pattern)) });
    }
    return result;
}

} // namespace

/// Every operator of PyTorch and torchvision with a kernel of its own has a formula, or a reason why inference never
/// meets it.
class OperatorCoverageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperatorIsKnown()
    {
        const QStringList operators = operatorsWithKernels();
        QVERIFY(operators.size() > 1'000);
        const QList<Exclusion> excluded = exclusions();
        QStringList missing;
        for (const QString &name : operators) {
            const bool isExcluded = std::ranges::any_of(
                excluded, [&](const Exclusion &exclusion) { return exclusion.names.match(name).hasMatch(); });
            if (!isKnown(name.toStdString()) && !isExcluded)
                missing << name;
        }
        QVERIFY2(missing.isEmpty(), qPrintable("neither known nor excluded: " + missing.join(' ')));
    }

    /// An exclusion has a reason, and names something that has no formula. A pattern may also match what has one: istft
    /// is put together by unfold_backward.
    void exclusionsAreNeeded_data()
    {
        QTest::addColumn<QString>("line");
        for (const QString &line : linesOf("excluded_operators.txt"))
            QTest::newRow(qPrintable(line.section(' ', 0, 0))) << line;
    }

    void exclusionsAreNeeded()
    {
        QFETCH(QString, line);
        QVERIFY2(line.section(' ', 1).trimmed().size() > 10, "no reason is given");
        const QRegularExpression names(QRegularExpression::wildcardToRegularExpression(line.section(' ', 0, 0)));
        QStringList matching = operatorsWithKernels().filter(names);
        matching.removeIf([](const QString &name) { return isKnown(name.toStdString()); });
        QVERIFY2(!matching.isEmpty(), "no operator without a formula has this name");
    }

    /// The table names no operator that PyTorch does not have, misspelt for example, but for those that are defined in
    /// core/torchscript/export/python_operators.cpp.
    void tableNamesOnlyOperatorsOfPyTorch()
    {
        std::set<QString> operators { "transformers::grouped_mm_fallback" };
        for (const QString &line : linesOf("operators.txt"))
            operators.insert(line.section(' ', 0, 0));
        QStringList unlisted;
        for (const CostTableEntry &entry : costTable()) {
            const QString name = QString::fromStdString(entry.name);
            if (!operators.contains(name) && !operators.contains(name + '_'))
                unlisted << name;
        }
        QVERIFY2(unlisted.isEmpty(), qPrintable(unlisted.join(' ')));
    }
};

ROOFLIGHT_TEST(OperatorCoverageTest)
#include "operator_coverage_test.moc"
