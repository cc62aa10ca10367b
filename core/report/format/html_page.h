// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"

#include <string>
#include <string_view>

namespace rooflight {

// Pieces of pages that need nothing else, follow light and dark, and run no script.

/// Data as text of a page: no markup comes through.
[[nodiscard]] std::string htmlText(std::string_view text);
[[nodiscard]] std::string htmlHeading(const Title &title);
/// A heading, the table, the facts, the paragraphs of each section; what is empty is left out.
[[nodiscard]] std::string toHtml(const std::vector<Section> &sections);

/// The one script of a page, at its end.
struct PageScript {
    std::string_view code;
    std::string sha256; ///< of the code, base64
    std::string_view style; ///< more rules
};

/// A whole page; the title is data, the body markup. Without a script none runs, with one only that.
[[nodiscard]] std::string htmlPage(std::string_view title, std::string_view body, const PageScript &script = {});

} // namespace rooflight
