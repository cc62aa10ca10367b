// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// For sources without Qt, which defines the same macro in the same words.

/// Marks a text for Qt's lupdate, which knows it by this name.
#define QT_TRANSLATE_NOOP(scope, x) x
