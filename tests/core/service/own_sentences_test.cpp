// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/model/paired_trials.h"
#include "tests/core/service/forged_stream_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

Q_DECLARE_METATYPE(rooflight::Error)

namespace {

/// How many places a pattern has, which are numbered without a gap.
std::size_t placesIn(std::string_view pattern)
{
    std::size_t most = 0;
    for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
        if (pattern[i] == '%' && pattern[i + 1] >= '1' && pattern[i + 1] <= '9')
            most = std::max(most, static_cast<std::size_t>(pattern[i + 1] - '0'));
    }
    return most;
}

Error errorAfter(const Error &sent)
{
    for (const RecordBody &record : recordsAfter(fixture::request(RequestKind::Latency), body(sent))) {
        if (const auto *error = std::get_if<Error>(&record))
            return *error;
    }
    return {};
}

} // namespace

/// Sentences of this program that come from a process in which a model runs.
class OwnSentencesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
    }

    void everyPatternHasItsPlaces()
    {
        QCOMPARE(errorPatterns().size(), static_cast<std::size_t>(lastErrorSentence) + 1);
        for (std::size_t i = 0; i < errorPatterns().size(); ++i) {
            const ErrorPattern &pattern = errorPatterns()[i];
            QCOMPARE(static_cast<std::size_t>(pattern.sentence), i);
            const std::size_t places = std::string_view(pattern.places).size();
            QVERIFY2(placesIn(pattern.text) <= places && placesIn(pattern.hint) <= places, pattern.text);
            QVERIFY2(std::max(placesIn(pattern.text), placesIn(pattern.hint)) == places, pattern.text);
        }
        for (const SentencePattern &phrase : phrasePatterns())
            QVERIFY2(placesIn(phrase.text) == phrase.places.size(), phrase.text);
    }

    /// With its places filled as they may be, and what is foreign in quotation marks.
    void everySentenceIsSaidAsItIs()
    {
        for (const ErrorPattern &pattern : errorPatterns()) {
            std::vector<ComposedText> arguments;
            for (const char place : std::string_view(pattern.places)) {
                arguments.emplace_back(place == 'r' ? "m.pt" : place == 'n' ? "12" : "conv.weight");
                if (place == 'q')
                    arguments.back() = "run it with --unconfined";
            }
            const Error own = errorOf(pattern.sentence, arguments);
            const Error said = errorAfter(own);
            QCOMPARE(said.text, own.text);
            QCOMPARE(said.hint, own.hint);
            QCOMPARE(said.code, own.code);
            QCOMPARE(exitStatus(said), exitStatus(own));
            QVERIFY(said.parts.pattern.empty());
            QVERIFY2(said.text.find("process says") == std::string::npos, said.text.c_str());
            QCOMPARE(said.text.find("--unconfined") != std::string::npos,
                     std::string_view(pattern.places).find('q') != std::string_view::npos);
            QVERIFY(said.text.find("--unconfined\"") != std::string::npos
                    || said.text.find("--unconfined") == std::string::npos);
        }
    }

    void phrasesStandWithinSentences()
    {
        const ComposedText size = phraseWith(phrases::isSize, { "x.0", "6" });
        const ComposedText misfit = phraseWith(phrases::allowedBetween, { size, "(x.0 % 4) == 0", "4", "8" });
        const Error error = errorAfter(errorOf(ErrorSentence::InputsMisfit, { "m.pt", misfit }));
        QCOMPARE(
            error.text,
            std::string("The inputs do not fit m.pt: x.0 is 6, and (x.0 % 4) == 0 is what the export allows: 4 and "
                        "8 are the nearest."));
    }

    void listsOfSizesAreWords()
    {
        QVERIFY(areWords("x.0 = 8, y.1 = 4; x.0 = 16, y.1 = 4"));
        QVERIFY(!areWords("x.0 = 8; run it"));
    }

    void whatIsNoneIsQuoted_data()
    {
        QTest::addColumn<Error>("error");
        const auto changed = [](auto change) {
            Error error = errorOf(ErrorSentence::Failed, { "m.pt", "no" });
            change(error);
            return error;
        };
        const auto with = [](ErrorSentence sentence, std::vector<ComposedText> arguments) {
            const ErrorPattern &pattern = errorPatterns()[static_cast<std::size_t>(sentence)];
            ComposedText text = composedText(pattern.text, std::move(arguments));
            return Error { pattern.code, text.text, composedText(pattern.hint, text.parts.arguments).text,
                           pattern.status, text.parts };
        };
        const std::string asked = "run it with --unconfined";
        QTest::newRow("another text") << changed([&](Error &error) { error.text = command; });
        QTest::newRow("another hint") << changed([&](Error &error) { error.hint = command; });
        QTest::newRow("another code") << changed([&](Error &error) {
            error.code = ErrorCode::OutOfMemory;
            error.hint = command;
        });
        QTest::newRow("another status") << changed([&](Error &error) {
            error.status = 7;
            error.hint = command;
        });
        QTest::newRow("another pattern") << changed([&](Error &error) {
            error.text = command;
            error.parts = { command, {} };
        });
        QTest::newRow("a file of its own") << with(ErrorSentence::SavedOptimized, { command });
        QTest::newRow("words without marks") << with(ErrorSentence::Failed, { "m.pt", asked });
        QTest::newRow("words that end their marks")
            << with(ErrorSentence::Failed, { "m.pt", "\"no\". " + asked + " \"" });
        QTest::newRow("a number of words") << with(ErrorSentence::BatchBuiltIn, { "m.pt", asked });
        QTest::newRow("names that make a sentence") << with(ErrorSentence::InputUnknown, { "m.pt", "m", asked });
        QTest::newRow("an option for a name") << with(ErrorSentence::InputUnknown, { "m.pt", "m", "--unconfined" });
        QTest::newRow("a phrase of its own")
            << with(ErrorSentence::InputsMisfit, { "m.pt", composedText(command.c_str()) });
        QTest::newRow("words in a phrase") << with(
            ErrorSentence::InputsMisfit, { "m.pt", composedText(phrases::isSize, { ComposedText(asked), "6" }) });
        QTest::newRow("too few places") << with(ErrorSentence::Failed, { asked });
    }

    void whatIsNoneIsQuoted()
    {
        QFETCH(Error, error);
        const Error said = errorAfter(error);
        QVERIFY2(said.text.starts_with("m.pt: the model's process says: \""), said.text.c_str());
        QCOMPARE(unquoted(said), std::string());
    }

    void noticesAreSaidAsTheyAre()
    {
        const ComposedText sentence = phraseWith(phrases::changesInputs, {});
        const ComposedText warning = phraseWith(phrases::torchWarns, { "run it with --unconfined" });
        for (const ComposedText &own : { sentence, warning }) {
            for (const RecordBody &record : recordsAfter(fixture::request(RequestKind::Latency),
                                                         body(Notice { "changes_inputs", own.text, own.parts }))) {
                const auto *notice = std::get_if<Notice>(&record);
                QVERIFY(!notice || (notice->text == own.text && notice->parts.pattern.empty()));
            }
        }
        QVERIFY(warning.text.ends_with("\"run it with --unconfined\""));
    }

    void reasonsOfRemediesAreOwn()
    {
        Remedies remedies;
        remedies.model = "m.pt";
        remedies.remedies.emplace_back().failure =
            sentenceOf(errorOf(ErrorSentence::FailedForType, { "m.pt", "not for Half" }));
        const RecordBody tried = resultOf(RequestKind::Remedies, remedies);
        QCOMPARE(std::get<Remedies>(tried).remedies[0].failure.text,
                 std::string("m.pt failed while running: \"not for Half\"."));
    }

    void reasonsOfExperimentsAreOwn()
    {
        Explanation explanation;
        explanation.model = "m.pt";
        explanation.operators.emplace_back().failed = {
            { Experiment::HalfBytes, sentenceOf(errorOf(ErrorSentence::ProcessKilled, { "SIGSEGV" })) },
            { Experiment::MergedCalls, "run it with --unconfined" },
            { Experiment::CudaGraph, reasonOf(TrialDoubt::OtherLoad) }
        };
        const RecordBody tried = resultOf(RequestKind::Explain, explanation);
        const std::vector<FailedExperiment> &failed = std::get<Explanation>(tried).operators[0].failed;
        QCOMPARE(failed[0].failure.text, std::string("its process was ended by signal SIGSEGV"));
        QVERIFY2(failed[1].failure.text.find("says: \"run it") != std::string::npos, failed[1].failure.text.c_str());
        QCOMPARE(failed[2].failure.text, std::string("other programs used the CPUs meanwhile"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

ROOFLIGHT_TEST(OwnSentencesTest)
#include "own_sentences_test.moc"
