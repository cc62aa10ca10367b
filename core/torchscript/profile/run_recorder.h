// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/cost_model.h"
#include "core/cost/traffic/fused_traffic.h"
#include "core/cost/traffic/reuse_distances.h"
#include "core/results/analysis/analysis.h"
#include "core/torchscript/export/loaded_export.h"
#include "core/torchscript/load/module_index.h"
#include "core/torchscript/profile/frame_tracer.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rooflight {

/// What the operators of a layer cost, by their family and the type in which they compute.
class WorkByKind
{
public:
    void add(OperatorFamily family, DType dtype, const Cost &cost);
    void add(const WorkByKind &other);

    /// The family with the most multiply-adds, then bytes; Other when nothing moves a byte.
    [[nodiscard]] OperatorFamily family() const;
    /// In which most of the work of a family is done; Unknown when it moves no byte.
    [[nodiscard]] DType dtypeOf(OperatorFamily family) const;

private:
    std::map<std::pair<OperatorFamily, DType>, Cost> m_costs;
};

/// The storages that a run has met. While it lives, none of their identities is given to another storage.
class StorageLedger
{
public:
    /// True when the storage of \p tensor was not met before; false, too, when it has none.
    bool note(const at::Tensor &tensor);

    /// False for a storage that was met and has been freed since.
    [[nodiscard]] bool isAlive(std::uint64_t storage) const;

private:
    using WeakStorage = c10::weak_intrusive_ptr<c10::StorageImpl>;

    std::unordered_map<std::uint64_t, WeakStorage> m_met;
};

/// Turns one traced run into layers and operators with their costs.
class RunRecorder : public FrameListener
{
public:
    /// \p exported is the file of the model that runs, if it is one of torch.export.
    RunRecorder(ModuleIndex &modules, const CostModel &costs, Convention convention,
                const LoadedExport *exported = nullptr);

    std::int64_t moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs) override;
    /// The same for a module that is not an object of LibTorch.
    std::int64_t layerBegan(const ModuleIndex::Entry &entry, c10::ArrayRef<const c10::IValue> inputs);
    void moduleEnded(std::int64_t frame) override;
    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override;
    void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs) override;

    /// Puts layers, operators, totals, unknown operators and (under that convention) torchstat's rows into \p analysis.
    /// Call it once, after the run.
    void finish(Analysis &analysis);

private:
    using WeakTensor = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;

    /// What a layer gathers until its call ends.
    struct OpenLayer {
        std::int64_t id = 0;
        std::int64_t place = 0; ///< of its module: see ModuleIndex::Entry
        std::vector<WeakTensor> made; ///< by its operators; what outlives the call is what it returned
        WorkByKind work; ///< of its subtree
        std::vector<OperatorCall> calls; ///< only for torchstat's rows
    };

    struct PlacedRow {
        std::int64_t place = 0;
        TorchstatRow row;
    };

    void meet(const at::Tensor &tensor);
    void addArgument(const OperatorFacts::ArgumentFacts &facts, const c10::IValue &value);
    void addConvolutionSettings(const PackedWeights &packed);
    [[nodiscard]] bool isChangedState(const TensorValue &output) const;
    void addOutputs(c10::ArrayRef<const c10::IValue> outputs);
    /// Notes which operators' results an operator reads.
    void noteSources(Operator &op, const MemoryTouches &touches);
    void account(const Operator &op, const OperatorCost &cost);
    [[nodiscard]] Layer &layerOf(const OpenLayer &open) { return m_layers[static_cast<std::size_t>(open.id)]; }
    [[nodiscard]] std::vector<TensorValue> takeOutputs(OpenLayer &gathered);
    static void setKind(Layer &layer, const WorkByKind &work);
    void handUp(const Layer &layer, OpenLayer &gathered);
    void keepTorchstatRow(PlacedRow row, const std::string &path);
    void addUnknown(const Operator &op, const ComposedText &reason);

    ModuleIndex &m_modules;
    const CostModel &m_costs;
    Convention m_convention;
    const LoadedExport *m_exported;
    std::vector<Layer> m_layers;
    std::vector<OpenLayer> m_open; ///< the layers being called, outermost first
    std::unordered_map<std::string, int> m_callsOfPath;
    std::vector<Operator> m_operators;
    OperatorCall m_call; ///< of the operator that is running
    std::string m_node; ///< that it is of
    std::optional<RowChoice> m_choice; ///< of the last operator that chose
    StorageLedger m_storages;
    FusedTraffic m_fused;
    ReuseDistances m_reuse;
    std::unordered_map<std::uint64_t, std::int64_t> m_writers; ///< by storage: the last operator that wrote it
    std::map<std::string, UnknownOperator> m_unknown;
    std::vector<PlacedRow> m_torchstat;
    std::unordered_map<std::string, std::size_t> m_torchstatRowOf; ///< by path
};

} // namespace rooflight
