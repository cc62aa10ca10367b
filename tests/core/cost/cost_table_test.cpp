// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace rooflight;

namespace {

constexpr const char *pagePath = ROOFLIGHT_COST_TABLE_PAGE;

/// What most rows say of their bytes; the page says it once.
constexpr std::string_view usualBytes = "inputs read, outputs written";

constexpr const char *introduction = R"(<!-- SPDX-FileCopyrightText: 2026 The Rooflight authors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Generated from core/cost by the test cost_table_test: ROOFLIGHT_UPDATE_DOCS=1 writes it anew. -->

# The table of formulas

This table lists the formula of each operator. An operator without a formula is reported as unknown, with its time and
its bytes; it never counts silently as zero.

- |x| is the number of elements of x; *in* and *out* are the first input and the first output. MAC is one multiply-add
  of matrix work. All other numbers are FLOPs, unless the row says comparisons. Comparisons and integer arithmetic are
  not FLOPs.
- An in-place operator (`aten::relu_`) has the formula of the operator without the underscore.
- Bytes, if the column is empty: inputs read, outputs written. *Inputs read* means the distinct memory that is addressed:
  an expanded operand counts once. *Outputs written* leaves out outputs that share memory with an input. If all of them
  do, the call is a view and costs nothing.
- The last column is the number of the formula's [source](#sources).
)";

/// The sources in the order in which the rows name them first; the page lists each once.
class Sources
{
public:
    QString number(const std::string &source)
    {
        auto found = std::ranges::find(m_sources, source);
        if (found == m_sources.end())
            found = m_sources.insert(found, source);
        return QString::number(found - m_sources.begin() + 1);
    }

    [[nodiscard]] QString list() const
    {
        QString text = "\n## Sources\n\n";
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            text += QString("%1. %2\n").arg(i + 1).arg(QString::fromStdString(m_sources[i]));
        return text;
    }

private:
    std::vector<std::string> m_sources;
};

/// Operators of one formula share a row.
QString section(OperatorFamily family, const std::vector<CostTableEntry> &entries, Sources &sources)
{
    std::vector<std::tuple<std::string, std::string, std::string>> order;
    std::map<std::tuple<std::string, std::string, std::string>, QStringList> names;
    for (const CostTableEntry &entry : entries) {
        if (entry.family != family)
            continue;
        const auto key = std::tuple(entry.formula, entry.bytes, entry.source);
        if (!names.contains(key))
            order.push_back(key);
        names[key] << '`' + QString::fromStdString(entry.name) + '`';
    }
    const std::string title(name(family));
    QString text =
        "\n## " + QString::fromStdString(title) + "\n\n| operators | work | bytes | source |\n|---|---|---|---|\n";
    for (const auto &key : order) {
        const auto &[formula, bytes, source] = key;
        text += "| " + names[key].join(' ') + " | " + QString::fromStdString(formula).replace('|', "\\|") + " | "
            + QString::fromStdString(bytes == usualBytes ? std::string() : bytes) + " | " + sources.number(source)
            + " |\n";
    }
    return text;
}

QString page()
{
    const std::vector<CostTableEntry> entries = costTable();
    QString text = QString::fromUtf8(introduction);
    std::vector<OperatorFamily> families;
    for (const CostTableEntry &entry : entries) {
        if (std::ranges::find(families, entry.family) == families.end())
            families.push_back(entry.family);
    }
    Sources sources;
    for (const OperatorFamily family : families)
        text += section(family, entries, sources);
    return text + sources.list();
}

} // namespace

/// The table as a whole: complete, free of contradictions, and printed in the manual as it is.
class CostTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entriesAreComplete()
    {
        const std::vector<CostTableEntry> entries = costTable();
        QVERIFY(entries.size() > 900);
        std::set<std::string> seen;
        for (const CostTableEntry &entry : entries) {
            QVERIFY2(seen.insert(entry.name).second, entry.name.c_str());
            QVERIFY2(isKnown(entry.name), entry.name.c_str());
            QVERIFY2(!entry.formula.empty() && !entry.bytes.empty() && !entry.source.empty(), entry.name.c_str());
        }
    }

    /// What torchvision's classification, segmentation and video models call, scripted, traced and frozen, under
    /// PyTorch 2.11; aten::einsum and aten::matmul are counted by what they call.
    void torchvisionModelsAreCovered_data()
    {
        QTest::addColumn<QString>("operatorName");
        const QString names =
            "_convolution _native_multi_head_attention adaptive_avg_pool2d adaptive_avg_pool3d add add_ avg_pool2d "
            "avg_pool3d batch_norm cat chunk clamp clamp_min clone contiguous conv2d conv3d copy_ div dropout dropout_ "
            "eq exp expand expand_as fill_ flatten floor_divide gelu hardsigmoid hardswish_ hardtanh_ index item "
            "layer_norm linalg_vector_norm linear masked_fill max_pool2d max_pool3d mean mul ne neg new_zeros "
            "norm pad permute pow relu relu_ remainder repeat_interleave reshape roll rsub select sigmoid silu silu_ "
            "slice softmax squeeze sub swapaxes tanh tensor_split to transpose unbind unsqueeze upsample_bilinear2d "
            "view zero_ bmm";
        for (const QString &operatorName : names.split(' '))
            QTest::newRow(qPrintable(operatorName)) << "aten::" + operatorName;
    }

    void torchvisionModelsAreCovered()
    {
        QFETCH(QString, operatorName);
        QVERIFY(isKnown(operatorName.toStdString()));
    }

    void unknownNames()
    {
        for (const char *operatorName : { "aten::einsum", "my::op", "relu", "aten::", "aten::_", "", "_" })
            QVERIFY2(!isKnown(operatorName), operatorName);
    }

    void pageIsUpToDate()
    {
        const QByteArray expected = page().toUtf8();
        if (qEnvironmentVariableIntValue("ROOFLIGHT_UPDATE_DOCS") == 1) {
            QFile target(pagePath);
            QVERIFY2(target.open(QIODevice::WriteOnly), pagePath);
            QCOMPARE(target.write(expected), expected.size());
            return;
        }
        QFile committed(pagePath);
        QVERIFY2(committed.open(QIODevice::ReadOnly), pagePath);
        QVERIFY2(committed.readAll() == expected, "the page differs: run this test with ROOFLIGHT_UPDATE_DOCS=1");
    }
};

ROOFLIGHT_TEST(CostTableTest)
#include "cost_table_test.moc"
