// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/error_text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace rooflight {

namespace {

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

QString errorSentence(const Error &error, const QString &path)
{
    const QString sentence = QCoreApplication::translate("ErrorText", sentenceOf(error.code));
    // Not every sentence names a file, and arg() complains if there is no place for it.
    return sentence.contains(QLatin1String("%1")) ? sentence.arg(QFileInfo(path).fileName()) : sentence;
}

QString errorDetails(const Error &error)
{
    QString details = QString::fromStdString(error.text);
    if (!error.hint.empty())
        details += u'\n' + QString::fromStdString(error.hint);
    return details;
}

} // namespace rooflight
