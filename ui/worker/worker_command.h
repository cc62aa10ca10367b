// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace ridgepoint {

/// Program and arguments of a command line such as "ssh -T -o BatchMode=yes HOST ridgepoint-cli serve"; empty for an
/// empty text.
[[nodiscard]] QStringList splitWorkerCommand(const QString &command);

/// `ridgepoint-cli serve`: beside this program, else in the folder ridgepoint-cli next to its own, else on PATH.
/// When it is nowhere the bare name is returned, so that starting it fails with a message that names it.
[[nodiscard]] QStringList defaultWorkerCommand(const QString &programFolder);

} // namespace ridgepoint
