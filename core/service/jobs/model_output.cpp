// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/model_output.h"

#include "core/base/foreign_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rooflight {

void ModelOutput::take(std::string_view text)
{
    const std::size_t head = std::min(text.size(), m_headLeft);
    m_headLeft -= head;
    m_pending += text.substr(0, head);
    printLines();
    text.remove_prefix(head);
    if (text.size() > tailBytes) {
        m_leftOut += static_cast<std::int64_t>(m_tail.size() + text.size() - tailBytes);
        m_tail = text.substr(text.size() - tailBytes);
        return;
    }
    m_tail += text;
    if (m_tail.size() > 2 * tailBytes) { // cut rarely: each cut moves all of it
        m_leftOut += static_cast<std::int64_t>(m_tail.size() - tailBytes);
        m_tail.erase(0, m_tail.size() - tailBytes);
    }
}

void ModelOutput::printLines()
{
    const std::size_t end = m_pending.rfind('\n');
    if (end == std::string::npos)
        return;
    m_print(harmlessText(std::string_view(m_pending).substr(0, end + 1)));
    m_pending.erase(0, end + 1);
}

void ModelOutput::finish()
{
    if (m_tail.size() > tailBytes) {
        m_leftOut += static_cast<std::int64_t>(m_tail.size() - tailBytes);
        m_tail.erase(0, m_tail.size() - tailBytes);
    }
    if (m_leftOut > 0)
        m_tail = fmt::format("\n[{} bytes of what the model printed are left out here]\n", m_leftOut) + m_tail;
    std::string rest = harmlessText(m_pending + m_tail);
    if (!rest.empty() && !rest.ends_with('\n'))
        rest += '\n'; // what comes next is ours
    if (!rest.empty())
        m_print(rest);
    m_pending.clear();
    m_tail.clear();
    m_leftOut = 0;
}

} // namespace rooflight
