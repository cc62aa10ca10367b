// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/translation_mark.h"

/// Sentences that a model's process puts into its results. The receiver recognizes them by these patterns, and
/// quotes any other one as the model's own words.
namespace rooflight::sentences {

// On the batch, with a place in %1.
inline constexpr const char *noSeveralItems =
    QT_TRANSLATE_NOOP("Phrases", "The model takes no tensor that could hold several items.");
inline constexpr const char *itemsAlong =
    QT_TRANSLATE_NOOP("Phrases", "Along %1 the results of an item do not depend on others.");
inline constexpr const char *itemsDepend =
    QT_TRANSLATE_NOOP("Phrases", "With %1 doubled the results of an item change: it depends on others, or on chance.");
inline constexpr const char *doubledFails = QT_TRANSLATE_NOOP("Phrases", "With %1 doubled the model does not run.");

// The same if the request says it.
inline constexpr const char *noBatchAsked = QT_TRANSLATE_NOOP("Phrases", "There is none, as asked for.");
inline constexpr const char *batchAsked = QT_TRANSLATE_NOOP("Phrases", "It is %1, as asked for.");

// Places: a number, and the name of an argument.
inline constexpr const char *dimensionOf = QT_TRANSLATE_NOOP("Phrases", "dimension %1 of %2");
inline constexpr const char *lengthOf = QT_TRANSLATE_NOOP("Phrases", "the length of %1");
inline constexpr const char *noDimension = QT_TRANSLATE_NOOP("Phrases", "no dimension");

// On a batch, or on sizes, that could not be measured.
inline constexpr const char *processLost = QT_TRANSLATE_NOOP("Phrases", "The process that tried it was lost.");
inline constexpr const char *processesLost = QT_TRANSLATE_NOOP("Phrases", "Two processes that tried it were lost.");
inline constexpr const char *processCrashed =
    QT_TRANSLATE_NOOP("Phrases", "The process that tried it was ended by signal %1.");
inline constexpr const char *callTooLong = QT_TRANSLATE_NOOP("Phrases", "One call takes longer than allowed.");

// On energy that is not known: "not available: ...".
inline constexpr const char *noEnergyCounter = QT_TRANSLATE_NOOP("Phrases", "this machine has no counter");
inline constexpr const char *noGpuEnergyCounter = QT_TRANSLATE_NOOP("Phrases", "this GPU has no counter");
inline constexpr const char *energyForRoot = QT_TRANSLATE_NOOP("Phrases", "its counter can be read by root only");
inline constexpr const char *energyMakesNoSense =
    QT_TRANSLATE_NOOP("Phrases", "its counter gives no number that makes sense");
inline constexpr const char *fewEnergyUpdates =
    QT_TRANSLATE_NOOP("Phrases", "too few updates of its counter: time the model for at least %1 s");
inline constexpr const char *flushingTakesEnergy =
    QT_TRANSLATE_NOOP("Phrases", "between runs with cold caches, flushing takes energy, too");

// On an operator without a count.
inline constexpr const char *formulaDoesNotFit =
    QT_TRANSLATE_NOOP("Phrases", "the formula of the table does not fit these arguments");
inline constexpr const char *needsTrust = QT_TRANSLATE_NOOP("Phrases", "it is called for a trace only with --trust");

// On a formula of the user's.
inline constexpr const char *formulaLine = QT_TRANSLATE_NOOP("Phrases", "%1 in %2, line %3: %4");
inline constexpr const char *logarithm = QT_TRANSLATE_NOOP("Phrases", "it takes the logarithm of a negative number");
inline constexpr const char *givesNegative = QT_TRANSLATE_NOOP("Phrases", "it gives %1, which is negative");
inline constexpr const char *zeroDivision = QT_TRANSLATE_NOOP("Phrases", "it divides by zero");
inline constexpr const char *noSuchArgument = QT_TRANSLATE_NOOP("Phrases", "the operator has no argument %1, only %2");
inline constexpr const char *notInList =
    QT_TRANSLATE_NOOP("Phrases", "%1 does not exist: the length of the list is %2");
inline constexpr const char *noInteger = QT_TRANSLATE_NOOP("Phrases", "%1 is not an integer");
inline constexpr const char *notGiven = QT_TRANSLATE_NOOP("Phrases", "%1 was not given");
inline constexpr const char *noIntegers = QT_TRANSLATE_NOOP("Phrases", "%1 is not a list of integers");
inline constexpr const char *noTensors = QT_TRANSLATE_NOOP("Phrases", "%1 is not a list of tensors");
inline constexpr const char *noTensor = QT_TRANSLATE_NOOP("Phrases", "%1 is not a tensor");
inline constexpr const char *severalTensors = QT_TRANSLATE_NOOP("Phrases", "%1 stands for %2 tensors, not for one");
inline constexpr const char *noElementType = QT_TRANSLATE_NOOP("Phrases", "the element type of %1 is unknown");
inline constexpr const char *noSuchDimension =
    QT_TRANSLATE_NOOP("Phrases", "%1 has %2 dimensions, so dimension %3 does not exist");
inline constexpr const char *noList = QT_TRANSLATE_NOOP("Phrases", "%1 is not a list");

// On the queue of a GPU, with numbers.
inline constexpr const char *cannotHold = "The device cannot hold its queue back.";
inline constexpr const char *holdBreaks =
    "The model waits for the device while it runs, or queues more than the driver takes.";
inline constexpr const char *queueTooLong = "A run queues about %1 launches and events, more than the driver takes.";
inline constexpr const char *hostSetsPace =
    "The host sets the pace: a run takes %1 us, and its work on the device %2 us.";

// Why a trial decides nothing.
inline constexpr const char *fewControlRounds =
    QT_TRANSLATE_NOOP("Phrases", "two identical processes were not timed often enough");
inline constexpr const char *controlDiffers =
    QT_TRANSLATE_NOOP("Phrases", "two identical processes differ by too much");
inline constexpr const char *otherPrograms = QT_TRANSLATE_NOOP("Phrases", "other programs used the CPUs meanwhile");

// Stages of a pipeline that are no model.
inline constexpr const char *busyStage = "busy %1 ms";
inline constexpr const char *sleepStage = "sleep %1 ms";
inline constexpr const char *copyStage = "copy";

} // namespace rooflight::sentences
