// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace rooflight {

/// Fills the panel with the content, which scrolls as a whole if the panel has too little height for it. \p head
/// stays above it.
void showTallContent(QWidget *content, QWidget *panel, QWidget *head = nullptr);

} // namespace rooflight
