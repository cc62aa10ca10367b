// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// For sources without Qt, whose own macro has this name.

/// Marks a text for Qt's lupdate, which knows it by this name.
#define QT_TRANSLATE_NOOP(context, text) text
