// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/error.h"

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What this program says of a model once the model's code can run in the same process. The receiver recognizes it by
/// its pattern and rebuilds its text; it takes any other error for the model's words.
enum class ErrorSentence {
    // of what LibTorch raises; each with its words
    OutOfMemoryLoading,
    OutOfMemoryRunning,
    TensorTooLarge,
    DeviceLostLoading,
    DeviceLostRunning,
    ContextLostLoading,
    ContextLostRunning,
    DeviceFailed,
    OperatorsNotLoaded,
    SavedOptimized,
    NotLoaded,
    NotConverted,
    InputsRefused,
    NotPredicted,
    FailedOnCpu,
    FailedForType,
    FailedForMixedTypes,
    Failed,
    // of loading
    NoDevice,
    NoDriver,
    NoCudaHalf,
    NoSuchGpu,
    WrittenWhileRead,
    PredictionLeftOut,
    PredictsExports,
    MethodOfExport,
    DimOfScript,
    NoMethod,
    NoMethodAtAll,
    NoForward,
    NoForwardButMethods,
    NoWeightsToConvert,
    NotFrozen,
    NoLinearLayers,
    NotQuantized,
    CompiledForOther,
    CompiledForCpu,
    CompiledForGpu,
    // of what an export holds
    LacksOperator,
    LacksPythonOperator,
    LacksLibraryOperator,
    CallsPython,
    PythonArgument,
    Functorch,
    UnknownSizeOperator,
    LacksArgument,
    TooManyResults,
    LacksResult,
    MisshapenCall,
    ValueNeverMade,
    UnknownElementType,
    BufferMissing,
    Autocast,
    // of inputs
    SizeUnknown,
    SizesAllFixed,
    SizeSetTwice,
    SizeSetByBatch,
    SizeSetByInput,
    SizeNotWritten,
    SizeOutOfRange,
    InputsMisfit,
    TensorFileUnreadable,
    TensorFileEmpty,
    FieldMissing,
    KeyNoInteger,
    InputUnknown,
    InputsTooMany,
    TakesNoInputs,
    InputMissing,
    InputUndescribed,
    NoShapeFound,
    DimensionUnknown,
    NoTensorInputs,
    NothingToRepeat,
    // of the batch
    NoInputsNoBatch,
    NoBatchPossible,
    BatchBuiltIn,
    BatchDimNoDimension,
    BatchDimNoArgument,
    BatchDimNotThere,
    BatchDimNone,
    SweepDimNone,
    SmallestBatchAbove,
    SmallestBatchTooLarge,
    // of measuring
    AxisBesideInput,
    AxisBesideBatch,
    NoSizeRuns,
    OtherCalls,
    OtherCallsReplayed,
    OtherLayers,
    OtherOperators,
    ProcessEnded,
    ProcessKilled,
    ControlFailed,
    NoBackgroundLoad,
    // of compiling
    CompileNoPython,
    CompileNoTorch,
    CompileOtherTorch,
    CompileNoCompiler,
    CompileNoExport,
    CompileNotConfined,
    CompileTooLong,
    CompileEnded,
    CompileFailed,
    CompileChanged,
};
inline constexpr auto lastErrorSentence = ErrorSentence::CompileChanged;

/// Parts of sentences.
namespace phrases {
inline constexpr const char *orMore = "%1 or more";
inline constexpr const char *upTo = "%1 to %2";
inline constexpr const char *oneInput = "%1 input";
inline constexpr const char *severalInputs = "%1 inputs";
inline constexpr const char *oneGiven = "%1 was";
inline constexpr const char *severalGiven = "%1 were";
inline constexpr const char *isSize = "%1 is %2";
inline constexpr const char *both = "%1 and %2";
inline constexpr const char *allowed = "%1, and %2 is what the export allows";
inline constexpr const char *allowedByOther = "%1, and %2 is what the export allows, as another input has it";
inline constexpr const char *allowedNear = "%1, and %2 is what the export allows: %3 is the nearest";
inline constexpr const char *allowedBetween = "%1, and %2 is what the export allows: %3 and %4 are the nearest";
inline constexpr const char *ranksAllowed = "%1 has %2 dimensions, and %3 is what the export allows";
inline constexpr const char *within = "%1 in %2";
inline constexpr const char *dependsOnData = "%1, a result of %2, depends on data";
inline constexpr const char *numberFromData = "a number that is read from a tensor depends on data";
inline constexpr const char *numberFromDataIn = "a number that is read from a tensor in %1 depends on data";
inline constexpr const char *noKnownFormula = "a size of a result of %1 is not a known formula";
inline constexpr const char *otherWay = "%1 is computed in another way without data";
inline constexpr const char *leavesOutClasses = "%1 leaves out classes, which depends on data";
inline constexpr const char *partsNeedData = "%1 consists of operators that cannot be run without data";
inline constexpr const char *unknownResults =
    "the sizes of what %1 returns follow neither from LibTorch nor from the file";
inline constexpr const char *builtInSizes =
    "%1 A trace has sizes of its example built in where its code worked with them as numbers.";
inline constexpr const char *memoryLimit = "the memory limit was reached";
inline constexpr const char *notCalledAgain = "it cannot be called again";
inline constexpr const char *largerTooLong =
    "a run of a larger batch would take too long: give it more time with --seconds";

// Notices.
inline constexpr const char *torchWarns = "LibTorch warns: %1";
inline constexpr const char *deviceMoved =
    "%1 names another device than the one it was loaded on (%2): all were set to %3.";
inline constexpr const char *devicesMoved =
    "%1 names another device than the one it was loaded on (%2 and %3 more): all were set to %4.";
inline constexpr const char *inputsInferred = "The shapes of the inputs were inferred, and %1 would run as well. The "
                                              "counts are those of %2: say so with --input, "
                                              "or give another one.";
inline constexpr const char *keepsState =
    "The model changes its state in each run (%1): times depend on the number of runs, and the counts are those of "
    "the first run.";
inline constexpr const char *stateChange = "%1: %2, then %3";
inline constexpr const char *stateChanges = "%1: %2, then %3, and %4 more";
inline constexpr const char *changesInputs =
    "The model changes its inputs as it runs: they are restored after each run, outside the timed part. "
    "Its energy includes that.";
inline constexpr const char *otherLayers =
    "At %1 the model runs other layers than at the first size that runs: they are left out.";
inline constexpr const char *otherLayersOften =
    "At %1 and %2 more the model runs other layers than at the first size that runs: they are left out.";
inline constexpr const char *combinationFailed = "%1 could not be timed in the second trial: %2";
inline constexpr const char *stageNotFed =
    "%1 does not take what the stage before it returns, and runs with inputs of its own: %2";
inline constexpr const char *bytesNotCounted = "The bytes were not counted: %1";
inline constexpr const char *countsStopped = "Counts end at %1 multiply-adds, and at %2 FLOPs or bytes: where these "
                                             "numbers appear, the true ones are at least as "
                                             "large.";
} // namespace phrases

/// What may stand in the places of a pattern: 'r' a text of the request, such as its file; 'n' a number; 'w' words that
/// make no sentence: names, sizes, expressions; 'q' what others say, in quotation marks; 'p' a phrase or sentence of
/// these lists. What is no such text is put into quotation marks as well.
struct SentencePattern {
    const char *text;
    std::string_view places;
};

struct ErrorPattern {
    ErrorSentence sentence;
    ErrorCode code;
    const char *places; ///< of the text; a hint may have them, too
    const char *text;
    const char *hint;
    int status = 0; ///< of Error

    [[nodiscard]] SentencePattern pattern() const { return { text, places }; }
};

/// In the order of ErrorSentence.
[[nodiscard]] std::span<const ErrorPattern> errorPatterns();

/// The phrases above.
[[nodiscard]] std::span<const SentencePattern> phrasePatterns();

/// What needs no quotation marks: see SentencePattern.
[[nodiscard]] bool isNumber(std::string_view text);
[[nodiscard]] bool areWords(std::string_view text);

/// The text of \p pattern with its arguments in place, each made to what may stand there.
[[nodiscard]] ComposedText sentenceOf(const SentencePattern &pattern, std::vector<ComposedText> arguments);

[[nodiscard]] Error errorOf(ErrorSentence sentence, std::vector<ComposedText> arguments);
[[nodiscard]] ComposedText phraseWith(const char *phrase, std::vector<ComposedText> arguments);

/// What is in the second place of a sentence, behind the name of the file: why it failed. Else all of it.
[[nodiscard]] ComposedText wordsWithin(const ComposedText &sentence);
[[nodiscard]] ComposedText wordsWithin(const Error &error);

/// Its text, with what it is made of.
[[nodiscard]] ComposedText sentenceOf(const Error &error);

/// Says at the end of a measurement that was ended that what it had measured is there, and takes that back if it is
/// not. Only what was cancelled or is out of time says so.
void sayKept(Error &error);
void takeBackKept(Error &error);

/// Carries an error past what only knows exceptions.
class RaisedError : public std::runtime_error
{
public:
    explicit RaisedError(Error error)
        : std::runtime_error(error.text)
        , m_error(std::move(error))
    {
    }

    [[nodiscard]] const Error &error() const { return m_error; }

private:
    Error m_error;
};

} // namespace rooflight
