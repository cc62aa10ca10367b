// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/error_text.h"

#include "core/base/enum_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <string_view>

namespace rooflight {

namespace {

/// What each notice comes to. Where a notice is always the same these are its words.
constexpr EnumNames<std::string_view, 26> sentences = { {
    { "torch_warning", QT_TRANSLATE_NOOP("Notices", "LibTorch warned while it worked on the model.") },
    { "predicted_as_on_cpu",
      QT_TRANSLATE_NOOP("Notices",
                        "The operators are those of a run on a CPU; this device runs partly different operators.") },
    { "not_confined", QT_TRANSLATE_NOOP("Notices", "The model runs unconfined, as requested.") },
    { "memory_not_limited",
      QT_TRANSLATE_NOOP("Notices", "The memory of the model cannot be limited on this machine.") },
    { "oversubscribed", QT_TRANSLATE_NOOP("Notices", "More threads than CPUs: they take turns.") },
    { "inputs_inferred",
      QT_TRANSLATE_NOOP("Notices", "The inputs were inferred from the graph; others would run as well.") },
    { "devices_moved",
      QT_TRANSLATE_NOOP("Notices",
                        "The model names another device than the one it was loaded on; the latter is used instead.") },
    { "combination_failed",
      QT_TRANSLATE_NOOP("Notices", "Some remedies that help could not be timed again, alone or together.") },
    { "other_layers", QT_TRANSLATE_NOOP("Notices", "At some sizes the model runs other layers, which are left out.") },
    { "stage_not_fed",
      QT_TRANSLATE_NOOP("Notices",
                        "A model does not take what the stage before it returns, and runs with inputs of its own.") },
    { "keeps_state",
      QT_TRANSLATE_NOOP("Notices",
                        "The model changes its state in each run: times depend on the number of runs, and the counts "
                        "are those of the first run.") },
    { "changes_inputs",
      QT_TRANSLATE_NOOP(
          "Notices",
          "The model changes its inputs: they are restored after each run, outside the timed part. Its energy "
          "includes that.") },
    { "counts_at_least",
      QT_TRANSLATE_NOOP("Notices", "Some counts stopped at the end of their range: the true ones are larger.") },
    { "training_mode",
      QT_TRANSLATE_NOOP("Notices",
                        "The model was saved in training mode: its code runs dropout or batch statistics.") },
    { "other_method", QT_TRANSLATE_NOOP("Notices", "Another method of the model than forward() is run.") },
    { "no_cuda_roofs", QT_TRANSLATE_NOOP("Notices", "The roofs of the GPU could not be measured.") },
    { "no_operator_floor", QT_TRANSLATE_NOOP("Notices", "The launch overhead of an operator could not be measured.") },
    { "cpu_roofs", QT_TRANSLATE_NOOP("Notices", "Not all roofs of the CPU could be measured well.") },
    { "cuda_roofs", QT_TRANSLATE_NOOP("Notices", "Not all roofs of the GPU could be measured well.") },
    { "roofs_awaited",
      QT_TRANSLATE_NOOP("Notices", "Another Rooflight is measuring this device: waiting for its roofs.") },
    { "no_roofs_of_trace", QT_TRANSLATE_NOOP("Notices", "No roofs of this machine judge the trace.") },
    { "other_runs",
      QT_TRANSLATE_NOOP("Notices", "Runs of the trace with other operators than the last run were left out.") },
    { "bytes_not_counted", QT_TRANSLATE_NOOP("Notices", "The counters of the GPU could not count the bytes.") },
    { "not_kept", QT_TRANSLATE_NOOP("Notices", "Results are not protected against a crash.") },
    { "measured_not_kept", QT_TRANSLATE_NOOP("Notices", "What was measured and not saved is lost.") },
    { "other_version",
      QT_TRANSLATE_NOOP("Notices",
                        "The worker is another version of Rooflight: what either version does not know is left out.") },
} };

const char *sentenceOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::CommandLine:
        return QT_TRANSLATE_NOOP("ErrorText", "The options for “%1” are not valid.");
    case ErrorCode::FileUnreadable:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” cannot be read.");
    case ErrorCode::NotTorchScript:
        return QT_TRANSLATE_NOOP("ErrorText",
                                 "“%1” is neither a TorchScript file nor one of torch.export. Save the model with "
                                 "torch.export.save or torch.jit.trace and open that file.");
    case ErrorCode::Damaged:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” is damaged.");
    case ErrorCode::FormatVersion:
        return QT_TRANSLATE_NOOP("ErrorText",
                                 "“%1” comes from a newer version of Rooflight. Update this program to open it.");
    case ErrorCode::InputMismatch:
        return QT_TRANSLATE_NOOP("ErrorText", "The inputs of “%1” are not known.");
    case ErrorCode::ModelFailed:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” raised an error while it ran.");
    case ErrorCode::ModelKilled:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” crashed the process that ran it.");
    case ErrorCode::DeviceMissing:
        return QT_TRANSLATE_NOOP("ErrorText", "The device for “%1” is not available.");
    case ErrorCode::OutOfMemory:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” needs more memory than is available. Try a smaller batch.");
    case ErrorCode::TimedOut:
        return QT_TRANSLATE_NOOP("ErrorText", "Measuring “%1” took longer than allowed.");
    case ErrorCode::Cancelled:
        return QT_TRANSLATE_NOOP("ErrorText", "Measuring “%1” was cancelled.");
    case ErrorCode::UnsafeFile:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” makes calls that are not known to be safe, and was not run.");
    case ErrorCode::WorkerLost:
        return QT_TRANSLATE_NOOP("ErrorText", "The worker process ended unexpectedly. The results so far are kept.");
    case ErrorCode::WorkerUnreachable:
        return QT_TRANSLATE_NOOP("ErrorText", "The worker for “%1” could not be reached.");
    case ErrorCode::OutputFile:
        return QT_TRANSLATE_NOOP("ErrorText", "“%1” could not be written.");
    case ErrorCode::Internal:
        return QT_TRANSLATE_NOOP("ErrorText", "An internal error in Rooflight stopped the work on “%1”.");
    }
    return "";
}

} // namespace

NoticeText noticeText(const Notice &notice)
{
    const QString own = QString::fromStdString(notice.text);
    const std::string_view sentence = nameIn(sentences, std::string_view(notice.code));
    if (sentence.empty())
        return { own, {} };
    const QString known = QString::fromUtf8(sentence.data(), qsizetype(sentence.size()));
    const QString translated = QCoreApplication::translate("Notices", sentence.data());
    // In English the worker's words say all, but where they speak of the command line.
    if (translated == known && !own.contains(QStringLiteral(" --")))
        return { own, {} };
    return { translated, own == known ? QString() : own };
}

QString errorSentence(const Error &error, const QString &path)
{
    QString sentence = QCoreApplication::translate("ErrorText", sentenceOf(error.code));
    // Not every sentence names a file, and arg() complains if there is no place for it.
    if (!sentence.contains(QLatin1String("%1")))
        return sentence;
    // The name is enough for a file that was opened. Where an output was to go takes the whole path.
    const bool isOutput = error.code == ErrorCode::OutputFile;
    return sentence.arg(isOutput ? QDir::toNativeSeparators(path) : QFileInfo(path).fileName());
}

QString errorDetails(const Error &error)
{
    QString details = QString::fromStdString(error.text);
    if (!error.hint.empty())
        details += u'\n' + QString::fromStdString(error.hint);
    return details;
}

} // namespace rooflight
