// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/text_layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Pieces of the JSON that the script of a page reads. It stands inside of a script element: no "<" may come through.

/// Data as a string in quotes.
[[nodiscard]] std::string jsonText(std::string_view text);
/// There is one, and a logarithmic axis has a place for it.
[[nodiscard]] bool isPositive(const std::optional<double> &value);
/// ",\"key\":1.5"; nothing without a positive value.
[[nodiscard]] std::string optionalNumber(std::string_view key, const std::optional<double> &value);
/// With a comma between, a line each.
[[nodiscard]] std::string joinedJson(const std::vector<std::string> &parts);

} // namespace rooflight
