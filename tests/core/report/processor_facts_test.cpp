// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/condition_facts.h"

#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class ProcessorFactsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatMakesADifference()
    {
        Processor processor;
        processor.instructionSet = "avx512";
        processor.libtorchInstructionSet = "AVX2";
        processor.extensions = { "avx512_bf16" };
        processor.pageBytes = 4096;
        processor.hugePages = "madvise";
        processor.nodes = { { "0", { 0, 1, 2, 8 } }, { "1", { 4 } } };
        processor.quotaCpus = 1.5;
        Facts facts;
        addProcessorFacts(facts, processor);
        std::vector<std::string> texts;
        for (const auto &[title, text] : facts)
            texts.push_back(text);
        QCOMPARE(texts,
                 (std::vector<std::string> { "avx512, avx512_bf16, LibTorch: AVX2", "4.10 kB, huge ones: madvise",
                                             "0: CPUs 0-2,8; 1: CPUs 4", "1.50 CPUs" }));
    }

    /// One node and one kind of core are nothing to say.
    void whatIsUsualIsLeftOut()
    {
        Processor processor;
        processor.pageBytes = 65536;
        processor.nodes = { { "0", { 0, 1 } } };
        Facts facts;
        addProcessorFacts(facts, processor);
        QCOMPARE(facts.size(), std::size_t(1));
        addProcessorFacts(facts, std::nullopt);
        QCOMPARE(facts.size(), std::size_t(1));
    }
};

ROOFLIGHT_TEST(ProcessorFactsTest)
#include "processor_facts_test.moc"
