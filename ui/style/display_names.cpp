// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/display_names.h"

#include <QCoreApplication>

namespace ridgepoint {

namespace {

struct Names {
    Q_DECLARE_TR_FUNCTIONS(DisplayNames)
};

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QString displayName(OperatorFamily family)
{
    switch (family) {
    case OperatorFamily::Convolution:
        return Names::tr("Convolution");
    case OperatorFamily::Matrix:
        return Names::tr("Matrix product");
    case OperatorFamily::Normalization:
        return Names::tr("Normalization");
    case OperatorFamily::Activation:
        return Names::tr("Activation");
    case OperatorFamily::Pooling:
        return Names::tr("Pooling");
    case OperatorFamily::Elementwise:
        return Names::tr("Elementwise");
    case OperatorFamily::Reduction:
        return Names::tr("Reduction");
    case OperatorFamily::Movement:
        return Names::tr("Data movement");
    case OperatorFamily::View:
        return Names::tr("View");
    case OperatorFamily::Other:
        break;
    }
    return Names::tr("Other");
}

QString displayName(Bound bound)
{
    switch (bound) {
    case Bound::Compute:
        return Names::tr("Compute-bound");
    case Bound::Bandwidth:
        return Names::tr("Bandwidth-bound");
    case Bound::Launch:
        return Names::tr("Launch-bound");
    case Bound::Balanced:
        return Names::tr("Balanced");
    case Bound::None:
        break;
    }
    return Names::tr("Not known");
}

QString displayName(ModelForm form)
{
    switch (form) {
    case ModelForm::Script:
        return Names::tr("Script");
    case ModelForm::Trace:
        return Names::tr("Trace");
    case ModelForm::Frozen:
        break;
    }
    return Names::tr("Frozen");
}

QString displayName(RoofKind kind)
{
    switch (kind) {
    case RoofKind::Compute:
        return Names::tr("Compute");
    case RoofKind::Memory:
        return Names::tr("Memory");
    case RoofKind::Launch:
        break;
    }
    return Names::tr("Launch");
}

QString displayName(InputSource source)
{
    switch (source) {
    case InputSource::Given:
        return Names::tr("given");
    case InputSource::Traced:
        return Names::tr("from the trace");
    case InputSource::Inferred:
        break;
    }
    return Names::tr("inferred");
}

QString displayName(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return Names::tr("Quick");
    case Effort::Normal:
        return Names::tr("Normal");
    case Effort::Thorough:
        break;
    }
    return Names::tr("Thorough");
}

QString displayName(const Device &device)
{
    const QString name = fromView(device.name.empty() ? device.kind : device.name);
    if (device.kind == "cpu")
        return device.threads > 0 ? Names::tr("%1, threads: %2").arg(name, QString::number(device.threads)) : name;
    return Names::tr("%1 (%2:%3)").arg(name, fromView(device.kind), QString::number(device.index));
}

QString stageName(std::string_view stage)
{
    if (stage == "load")
        return Names::tr("Loading the model");
    if (stage == "analyze")
        return Names::tr("Counting the work of each layer");
    if (stage == "peaks")
        return Names::tr("Measuring the roofs");
    if (stage == "latency")
        return Names::tr("Timing the model");
    if (stage == "layers")
        return Names::tr("Timing each layer");
    return fromView(stage);
}

QString flagName(std::string_view flag)
{
    if (flag == "few_samples")
        return Names::tr("few samples");
    if (flag == "noisy")
        return Names::tr("noisy");
    if (flag == "very_noisy")
        return Names::tr("very noisy");
    if (flag == "drift")
        return Names::tr("drifting");
    if (flag == "partial")
        return Names::tr("ended early");
    if (flag == "unsteady")
        return Names::tr("unsteady");
    return fromView(flag);
}

QString displayName(DType dtype)
{
    return dtype == DType::Unknown ? Names::tr("not known") : fromView(name(dtype));
}

} // namespace ridgepoint
