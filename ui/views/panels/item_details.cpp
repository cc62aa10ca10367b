// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/item_details.h"

#include "core/report/format/experiment_names.h"
#include "core/report/format/format.h"
#include "core/results/explanation/report.h"
#include "core/results/remedies/remedies.h"
#include "core/roofline/explained_items.h"
#include "core/roofline/fusion.h"
#include "core/roofline/point.h"
#include "ui/models/layer_columns.h"
#include "ui/models/unknown_operators.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

DetailRow rowOf(const ExperimentResult &result, const TrialControl &control)
{
    const Effect effect = effectOf(result, control);
    const QString value = ItemDetailsText::tr("%1 (%2): %3")
                              .arg(percentChangeText(result.ratio - 1), displayText(changePhrase(result.interval)),
                                   displayText(namePhrase(effect)));
    return { displayText(namePhrase(result.id)), value, {}, RatioBar { result.ratio, result.interval, effect } };
}

DetailSection sectionOf(const ExplainedItem &explained)
{
    DetailSection section { ItemDetailsText::tr("Why"), {}, {} };
    section.rows.push_back({ ItemDetailsText::tr("Experiments"), displayText(proofPhrase(explained)), {} });
    for (const ExperimentResult &result : explained.experiments->experiments)
        section.rows.push_back(rowOf(result, explained.control));
    for (const FailedExperiment &failed : explained.experiments->failed)
        section.rows.push_back({ displayText(namePhrase(failed.id)), displayText(namePhrase(failed)), {} });
    QStringList remedies;
    for (const FoundCause &cause : explained.proof.causes)
        remedies << displayText(remedyPhrase(cause.id));
    section.note = remedies.join(QLatin1Char(' '));
    return section;
}

/// Lines of Python that try the remedy on the whole model; empty for what is none.
QString pythonFor(ProvenCause cause, const Explanation &explanation)
{
    const std::optional<RemedyId> remedy = remedyFor(cause);
    if (!remedy)
        return {};
    RunSetup base;
    base.execution = explanation.execution;
    base.threads = explanation.threads;
    const RunSetup setup = withRemedy(base, *remedy, std::max(explanation.threads / 2, 1));
    return QString::fromStdString(howTo(setup, base, explanation.model).python);
}

/// The experiments on an operator, or on the operators that a layer itself calls.
std::vector<ExplainedItem> experimentsOn(const JudgedSession &judged, ItemId item)
{
    std::vector<ExplainedItem> items = explainedItems(judged);
    std::erase_if(items, [item](const ExplainedItem &explained) {
        return (item.kind == ItemId::Kind::Operator ? explained.op->id : explained.op->layer) != item.id;
    });
    return items;
}

/// What to do about what they found, with the Python that tries it; nothing if they found no cause.
std::optional<DetailSection> adviceSection(const std::vector<ExplainedItem> &items, const Session &session)
{
    DetailSection section { ItemDetailsText::tr("Do this"), {}, {} };
    for (const ExplainedItem &explained : items) {
        if (explained.proof.causes.empty())
            continue;
        const FoundCause &cause = explained.proof.causes.front();
        section.rows.push_back({ QString::fromStdString(explained.op->name), displayText(advicePhrase(cause)), {} });
        if (const QString python = pythonFor(cause.id, *session.explanation); !python.isEmpty())
            section.rows.push_back({ {}, ItemDetailsText::tr("Copy the Python"), {}, {}, python });
    }
    return section.rows.empty() ? std::nullopt : std::optional(std::move(section));
}

/// What they brought: a section an operator.
std::vector<DetailSection> experimentSections(const std::vector<ExplainedItem> &items)
{
    std::vector<DetailSection> sections;
    for (const ExplainedItem &explained : items)
        sections.push_back(sectionOf(explained));
    return sections;
}

/// More would take long to lay out and are not read: the layer table has them all.
constexpr std::size_t maxOperators = 100;

struct WorkClass {
    const char *name;
    std::int64_t OperatorWork::*amount;
};

constexpr std::array workClasses = {
    WorkClass { QT_TRANSLATE_NOOP("Details", "Multiply-adds"), &OperatorWork::macs },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Of these with zeros"), &OperatorWork::avoidableMacs },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Bias additions"), &OperatorWork::biasAdds },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Elementwise"), &OperatorWork::elementwise },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Transcendental"), &OperatorWork::transcendental },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Reduction"), &OperatorWork::reduction },
    WorkClass { QT_TRANSLATE_NOOP("Details", "Comparison, integer"), &OperatorWork::comparison },
};

QString withExact(const std::string &rounded, std::int64_t exact)
{
    if (exact < 1000)
        return QString::fromStdString(rounded); // which is exact
    return ItemDetailsText::tr("%1 (%2)").arg(QString::fromStdString(rounded), countText(exact));
}

QString exactBytesText(std::int64_t bytes)
{
    return withExact(formatBytes(bytes), bytes);
}

QString tensorText(const Shape &shape)
{
    if (shape.size() < 2)
        return QString::fromStdString(formatShape(shape));
    return ItemDetailsText::tr("%1 = %2").arg(QString::fromStdString(formatShape(shape)),
                                              countText(elementCount(shape)));
}

void addShapes(DetailSection &section, const std::vector<Shape> &inputs, const std::vector<Shape> &outputs)
{
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const QString name =
            inputs.size() == 1 ? factTitleText(FactId::InputShapes) : ItemDetailsText::tr("Input %1").arg(i + 1);
        section.rows.push_back({ name, tensorText(inputs[i]), {} });
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const QString name =
            outputs.size() == 1 ? factTitleText(FactId::OutputShapes) : ItemDetailsText::tr("Output %1").arg(i + 1);
        section.rows.push_back({ name, tensorText(outputs[i]), {} });
    }
}

/// The rate at the roof is that of all counted FLOPs, of which the roof judges those that must be executed.
DetailSection judgedSection(const Session &session, const RooflinePoint &point, bool hasZeros)
{
    DetailSection section = rooflineSection(session, point);
    const std::optional<std::size_t> judge = point.verdict.roof;
    const bool hasRoof = session.peaks && judge && *judge < session.peaks->roofs.size();
    const Roof *roof = hasRoof ? &session.peaks->roofs[*judge] : nullptr;
    if (hasZeros && roof && roof->compute() && point.verdict.attainableFlopPerSecond > roof->value)
        section.note =
            joinedSentences({ section.note,
                              ItemDetailsText::tr("Attainable is above the roof because multiply-adds with zeros, as "
                                                  "in padding, count as work but need not be executed.") });
    return section;
}

/// All but the first are more than a person wants to know first.
std::vector<DetailSection> withMore(std::vector<DetailSection> sections)
{
    for (std::size_t i = 1; i < sections.size(); ++i)
        sections[i].isMore = true;
    return sections;
}

bool hasZeros(const std::vector<const Operator *> &operators)
{
    return std::ranges::any_of(operators, [](const Operator *op) { return op->work.avoidableMacs > 0; });
}

QString whyUnknown(const Analysis &analysis, const std::string &name)
{
    const auto found = std::find_if(analysis.unknown.begin(), analysis.unknown.end(),
                                    [&name](const UnknownOperator &unknown) { return unknown.name == name; });
    return found == analysis.unknown.end() || found->reason.empty()
        ? ItemDetailsText::tr("No formula is known for this operator.")
        : displayText(found->reason);
}

DetailSection formulaSection(const Analysis &analysis, const Operator &op)
{
    DetailSection section { ItemDetailsText::tr("Formula"), {}, {} };
    const auto found = std::find_if(analysis.formulas.begin(), analysis.formulas.end(),
                                    [&op](const UsedFormula &used) { return used.name == op.name; });
    if (!op.known) {
        section.note = whyUnknown(analysis, op.name);
    } else if (found == analysis.formulas.end()) {
        section.note = ItemDetailsText::tr("This session does not contain the formulas.");
    } else {
        const QString work = formulaText(found->work);
        const QString ownWork = formulaWithShapes(work, op);
        section.rows.push_back({ factTitleText(FactId::Flops), work, {} });
        if (ownWork != work)
            section.rows.push_back({ ItemDetailsText::tr("With its shapes"), ownWork, {} });
        section.rows.push_back({ factTitleText(FactId::Bytes), formulaText(found->bytes), {} });
        section.rows.push_back({ ItemDetailsText::tr("Source"), formulaText(found->source), {} });
    }
    return section;
}

DetailSection operatorSection(const Session &session, const RooflinePoint &point, const Operator &op)
{
    const Analysis &analysis = *session.analysis;
    DetailSection section { ItemDetailsText::tr("Operator"), {}, {} };
    if (op.layer >= 0 && op.layer < std::int64_t(analysis.layers.size())) {
        section.rows.push_back({ ItemDetailsText::tr("In layer"), layerLabel(analysis.layers[std::size_t(op.layer)]),
                                 ItemId { ItemId::Kind::Layer, op.layer } });
    }
    addFacts(section, session, point, FactGroup::Item);
    addShapes(section, op.inputShapes, op.outputShapes);
    return section;
}

ItemDetails operatorDetails(const JudgedSession &judged, ItemId item)
{
    const Session &session = judged.session();
    const Analysis &analysis = *session.analysis;
    const Operator &op = analysis.operators[std::size_t(item.id)];
    const RooflinePoint &point = judged.at(item);
    DetailSection work { ItemDetailsText::tr("Work"), {}, {} };
    addFacts(work, session, point, FactGroup::Work);
    for (const WorkClass &workClass : workClasses) {
        if (const std::int64_t amount = op.work.*workClass.amount; amount > 0)
            work.rows.push_back({ ItemDetailsText::tr(workClass.name), countText(amount), {} });
    }
    DetailSection memory { ItemDetailsText::tr("Memory"), {}, {} };
    addFacts(memory, session, point, FactGroup::Memory);
    memory.rows.push_back({ ItemDetailsText::tr("Working set"), exactBytesText(op.workingSetBytes), {} });
    for (DetailRow &row : reuseRows(session, op))
        memory.rows.push_back(std::move(row));
    return { QString::fromStdString(op.name),
             withMore({ judgedSection(session, point, op.work.avoidableMacs > 0), operatorSection(session, point, op),
                        work, formulaSection(analysis, op), memory }) };
}

/// Operators of the layer and of all below it, in order of execution, views left out.
std::vector<const Operator *> operatorsUnder(const Analysis &analysis, std::int64_t layer)
{
    std::vector<bool> inside(analysis.layers.size());
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const std::int64_t parent = analysis.layers[i].parent;
        inside[i] =
            std::int64_t(i) == layer || (parent >= 0 && parent < std::int64_t(i) && inside[std::size_t(parent)]);
    }
    std::vector<const Operator *> operators;
    for (const Operator &op : analysis.operators) {
        const bool hasLayer = op.layer >= 0 && op.layer < std::int64_t(inside.size());
        if (hasLayer && inside[std::size_t(op.layer)] && op.family != OperatorFamily::View)
            operators.push_back(&op);
    }
    return operators;
}

DetailSection layerWorkSection(const Session &session, const RooflinePoint &point,
                               const std::vector<const Operator *> &operators)
{
    DetailSection section { ItemDetailsText::tr("Work"), {}, {} };
    addFacts(section, session, point, FactGroup::Work);
    std::map<DType, OperatorWork> sums;
    for (const Operator *op : operators)
        sums[op->dtype] += op->work;
    for (const WorkClass &workClass : workClasses) {
        for (const auto &[dtype, sum] : sums) {
            const std::int64_t amount = sum.*workClass.amount;
            if (amount > 0) {
                section.rows.push_back({ ItemDetailsText::tr(workClass.name),
                                         ItemDetailsText::tr("%1 in %2").arg(countText(amount), inlineName(dtype)),
                                         {} });
            }
        }
    }
    return section;
}

DetailSection layerMemorySection(const Session &session, const RooflinePoint &point, const Layer &layer)
{
    const Analysis &analysis = *session.analysis;
    DetailSection section { ItemDetailsText::tr("Memory"), {}, {} };
    addFacts(section, session, point, FactGroup::Memory);
    if (layer.id == 0 && analysis.counted)
        section.rows.push_back({ ItemDetailsText::tr("Counted by the GPU"),
                                 (differsFromCounted(analysis) ? ItemDetailsText::tr(
                                      "%1 read, %2 written: more than 20 % off the computed bytes")
                                                               : ItemDetailsText::tr("%1 read, %2 written"))
                                     .arg(bytesText(analysis.counted->read), bytesText(analysis.counted->written)),
                                 {} });
    section.rows.push_back({ ItemDetailsText::tr("Largest working set"), exactBytesText(point.workingSetBytes), {} });
    if (layer.id == 0 && analysis.totals.peakActivationBytes)
        section.rows.push_back(
            { ItemDetailsText::tr("Peak activations"), exactBytesText(*analysis.totals.peakActivationBytes), {} });
    return section;
}

QString nameInside(const Analysis &analysis, const Layer &layer, const Operator &op)
{
    QString name = QString::fromStdString(op.name);
    if (op.layer == layer.id)
        return name;
    QString path = layerLabel(analysis.layers[std::size_t(op.layer)]);
    const QString above = QString::fromStdString(layer.path);
    if (!above.isEmpty() && path.startsWith(above + u'.'))
        path = path.sliced(above.size() + 1);
    return path + QStringLiteral(": ") + name;
}

DetailSection operatorListSection(const Analysis &analysis, const Layer &layer,
                                  const std::vector<const Operator *> &operators)
{
    DetailSection section { ItemDetailsText::tr("Operators"), {}, {} };
    for (std::size_t i = 0; i < std::min(operators.size(), maxOperators); ++i) {
        const Operator &op = *operators[i];
        const QString work =
            op.known ? QString::fromStdString(formatWork(op.cost.flops, "FLOP")) : ItemDetailsText::tr("unknown");
        section.rows.push_back({ work, nameInside(analysis, layer, op), ItemId { ItemId::Kind::Operator, op.id } });
    }
    if (operators.empty())
        section.note = ItemDetailsText::tr("It runs no operator itself.");
    else if (operators.size() > maxOperators)
        section.note = ItemDetailsText::tr("More operators: %1. The layer table lists them all.")
                           .arg(countText(std::int64_t(operators.size() - maxOperators)));
    return section;
}

DetailSection layerSection(const Session &session, const RooflinePoint &point, const Layer &layer)
{
    const Analysis &analysis = *session.analysis;
    DetailSection section { factTitleText(FactId::Layer), {}, {} };
    addFacts(section, session, point, FactGroup::Item);
    if (layer.parent >= 0 && layer.parent < layer.id) {
        section.rows.push_back({ ItemDetailsText::tr("In layer"),
                                 layerLabel(analysis.layers[std::size_t(layer.parent)]),
                                 ItemId { ItemId::Kind::Layer, layer.parent } });
    }
    addShapes(section, layer.inputShapes, layer.outputShapes);
    return section;
}

ItemDetails layerDetails(const JudgedSession &judged, ItemId item)
{
    const Session &session = judged.session();
    const Analysis &analysis = *session.analysis;
    const Layer &layer = analysis.layers[std::size_t(item.id)];
    const std::vector<const Operator *> operators = operatorsUnder(analysis, layer.id);
    const RooflinePoint &point = judged.at(item);
    return { layerLabel(layer),
             withMore({ judgedSection(session, point, hasZeros(operators)), layerSection(session, point, layer),
                        layerWorkSection(session, point, operators), layerMemorySection(session, point, layer),
                        operatorListSection(analysis, layer, operators) }) };
}

const Shape *shapeNamed(const QString &name, const Operator &op)
{
    if (name == QLatin1String("out"))
        return op.outputShapes.empty() ? nullptr : &op.outputShapes.front();
    const std::size_t position = name == QLatin1String("weight") ? 1 : 0;
    return position < op.inputShapes.size() ? &op.inputShapes[position] : nullptr;
}

/// What it says of the model: its time, and what there is to gain.
void leaveToHeadline(DetailSection &roofline)
{
    for (DetailRow &row : roofline.rows)
        row.isMore = row.isMore || row.name == factTitleText(FactId::Time) || row.name == factTitleText(FactId::Gain);
}

DetailSection jointSection(const JointFigures &joint)
{
    DetailSection section { ItemDetailsText::tr("Together"), {}, {} };
    RooflinePoint sum;
    sum.cost = joint.cost;
    sum.known = joint.known;
    sum.timeNs = joint.timeNs;
    sum.timeShare = joint.timeShare;
    sum.timeAtRoofNs = joint.timeAtRoofNs;
    sum.timeToGainNs = joint.timeToGainNs;
    sum.arithmeticIntensity = joint.intensity;
    const ItemRow row { .point = &sum };
    for (const FactId id : { FactId::Time, FactId::Share, FactId::TimeAtRoof, FactId::Gain, FactId::Flops,
                             FactId::BytesRead, FactId::BytesWritten, FactId::Intensity })
        addFact(section, row, id);
    return section;
}

} // namespace

QString formulaWithShapes(const QString &formula, const Operator &op)
{
    static const QRegularExpression size(QStringLiteral("(\\d?)\\|(in|out|weight)\\|"));
    QString result;
    qsizetype end = 0;
    for (auto match = size.globalMatch(formula); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        const Shape *shape = shapeNamed(found.captured(2), op);
        if (!shape)
            continue;
        result += formula.sliced(end, found.capturedStart() - end) + found.captured(1);
        if (!found.captured(1).isEmpty())
            result += QStringLiteral(" × ");
        result += countText(elementCount(*shape));
        end = found.capturedEnd();
    }
    return result + formula.sliced(end);
}

ItemDetails jointDetails(const JudgedSession &judged, const std::set<ItemId> &items, ItemId focus, bool canMeasure)
{
    const JointFigures joint = jointFigures(judged, items);
    ItemDetails details = itemDetails(judged, focus, canMeasure);
    DetailSection section = jointSection(joint);
    if (joint.items.size() < items.size())
        section.note = ItemDetailsText::tr("Layers inside another selected layer count once.");
    details.sections.front().rows.insert(details.sections.front().rows.begin(),
                                         { ItemDetailsText::tr("Last selected"), details.title, focus });
    details.sections.insert(details.sections.begin(), std::move(section));
    details.title = ItemDetailsText::tr("Selected: %1").arg(items.size());
    return details;
}

ItemDetails itemDetails(const JudgedSession &judged, ItemId item, bool canMeasure)
{
    ItemDetails details = item.kind == ItemId::Kind::Layer ? layerDetails(judged, item) : operatorDetails(judged, item);
    if (const QString doubt = uncertainSentence(judged); !doubt.isEmpty()) {
        DetailSection &verdict = details.sections.front();
        verdict.briefNote = joinedSentences({ doubt, verdict.briefNote.isEmpty() ? verdict.note : verdict.briefNote });
        verdict.note = verdict.note.isEmpty() ? doubt : joinedSentences({ doubt, verdict.note });
    }
    // What it is like, and why, before all that it is made of.
    const std::vector<ExplainedItem> experiments = experimentsOn(judged, item);
    std::vector<DetailSection> why = experimentSections(experiments);
    details.sections.insert(details.sections.begin() + 1, std::make_move_iterator(why.begin()),
                            std::make_move_iterator(why.end()));
    const RooflinePoint &point = judged.at(item);
    const bool isModel = item == ItemId {};
    if (isModel && judged.summary().medianNs)
        leaveToHeadline(details.sections.front());
    if (experiments.empty() && !isModel && point.timeNs && point.verdict.bound == Bound::Underutilized
        && uncertainSentence(judged).isEmpty()) {
        DetailSection &verdict = details.sections.front();
        verdict.briefNote =
            joinedSentences({ verdict.briefNote.isEmpty() ? verdict.note : verdict.briefNote,
                              canMeasure ? ItemDetailsText::tr("Find Out Why (Ctrl+Y) tries what could help.")
                                         : ItemDetailsText::tr("Where the model is, Find Out Why tries what "
                                                               "could help.") });
    }
    if (std::optional<DetailSection> advice = adviceSection(experiments, judged.session()))
        details.sections.insert(details.sections.begin(), *std::move(advice));
    for (DetailSection &section : deviceSections(judged.session(), item)) {
        section.isMore = true;
        details.sections.push_back(std::move(section));
    }
    return details;
}

ItemDetails briefly(ItemDetails details)
{
    std::erase_if(details.sections, [](const DetailSection &section) { return section.isMore; });
    for (DetailSection &section : details.sections) {
        std::erase_if(section.rows, [](const DetailRow &row) { return row.isMore; });
        if (!section.briefNote.isEmpty())
            section.note = section.briefNote;
    }
    return details;
}

} // namespace rooflight
