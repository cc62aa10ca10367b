// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/csv_provenance.h"

#include "core/report/format/format.h"
#include "core/report/tables/processor_facts.h"

#include <QString>

namespace rooflight {

namespace {

/// Collects "# name: value" lines.
class Lines
{
public:
    /// Values are data: what would break the line becomes a space. Without a value there is no line.
    void add(const char *name, const std::string &value)
    {
        if (value.empty())
            return;
        QString text = QString::fromUtf8(value.c_str(), qsizetype(value.size())); // what is no UTF-8 is replaced
        for (QChar &letter : text) {
            const QChar::Category category = letter.category();
            if (category == QChar::Other_Control || category == QChar::Separator_Line
                || category == QChar::Separator_Paragraph)
                letter = u' ';
        }
        m_text += "# " + std::string(name) + ": " + text.toStdString() + "\r\n";
    }

    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

std::string timesText(const std::string &method, const SampleSet &samples)
{
    if (samples.summary.count == 0)
        return {};
    std::string text = method + ", runs " + std::to_string(samples.summary.count) + ", warm-up "
        + std::to_string(samples.warmupNs.size()) + ", median " + formatDuration(samples.summary.medianNs);
    for (const OpenEnum<SampleFlag> &flag : samples.flags)
        text += ", " + std::string(flag.name());
    return text;
}

void addModel(Lines &lines, const Analysis &analysis)
{
    lines.add("model", analysis.model.path);
    lines.add("sha256", analysis.model.sha256);
    lines.add("form", std::string(name(analysis.model.form)));
    for (const ModelInput &input : analysis.inputs)
        lines.add("input",
                  input.name + " " + formatShape(input.tensor.shape) + " " + std::string(name(input.tensor.dtype))
                      + ", " + std::string(name(input.source)));
    lines.add("convention", analysis.convention);
    lines.add("counted", analysis.predicted ? "predicted, nothing was run" : "from an observed run");
}

void addTimes(Lines &lines, const Session &session)
{
    if (session.latency) {
        lines.add("device", deviceText(session.latency->device));
        lines.add("execution", executionText(session.latency->execution));
        lines.add("latency", timesText(session.latency->method, session.latency->samples));
    }
    if (session.layers) {
        if (!session.latency) {
            lines.add("device", deviceText(session.layers->device));
            lines.add("execution", executionText(session.layers->execution));
        }
        lines.add("layers", timesText(session.layers->method, session.layers->instrumentedModel));
    }
}

void addRoofs(Lines &lines, const DeviceRoofs &peaks)
{
    std::string origin = deviceText(peaks.device);
    if (peaks.theoretical)
        origin += ", from a data sheet";
    else
        origin += ", measured " + peaks.measuredAt + " by Rooflight " + peaks.program + ", effort " + peaks.effort;
    lines.add("roofs", origin);
    for (const Roof &roof : peaks.roofs) {
        const bool isTime = roof.kind() == RoofKind::Launch;
        lines.add("roof",
                  roof.name + " = "
                      + (isTime ? formatDuration(roof.value * 1e9) : formatQuantity(roof.value, roof.valueUnit())));
    }
}

} // namespace

std::string csvProvenance(const Session &session)
{
    Lines lines;
    lines.add("program", "Rooflight " + session.hello.program);
    lines.add("created", session.hello.created);
    lines.add("host", session.hello.host);
    lines.add("LibTorch", session.hello.libtorch);
    if (const std::optional<Processor> &processor = session.hello.processor) {
        lines.add("instructions", instructionsText(*processor));
        lines.add("memory nodes", groupsText(processor->nodes));
        lines.add("kinds of cores", groupsText(processor->coreKinds));
    }
    if (session.analysis)
        addModel(lines, *session.analysis);
    addTimes(lines, session);
    if (session.peaks)
        addRoofs(lines, *session.peaks);
    return lines.text();
}

} // namespace rooflight
