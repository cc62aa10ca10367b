// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace rooflight {

/// Program and arguments of a command line such as "ssh -T -o BatchMode=yes HOST rooflight-cli serve"; empty for an
/// empty text.
[[nodiscard]] QStringList splitWorkerCommand(const QString &command);

/// `rooflight-cli serve`: beside this program, else in the folder rooflight-cli next to its own, else on PATH.
/// When it is nowhere the bare name is returned, so that starting it fails with a message that names it.
[[nodiscard]] QStringList defaultWorkerCommand(const QString &programFolder);

} // namespace rooflight
