// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/profile/operator_catalog.h"

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>

#include <cstdint>

namespace rooflight {

/// Receives each module call and each operator call that counts, in order of execution, without the calls inside a
/// counted operator. Every begin is followed by its end, also when the model raises.
class FrameListener
{
public:
    virtual ~FrameListener() = default;

    /// \p module is the object's identity, \p inputs the arguments without self.
    virtual std::int64_t moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs) = 0;
    /// \p frame is what moduleBegan() returned. LibTorch does not pass on what the module returned.
    virtual void moduleEnded(std::int64_t frame) = 0;

    /// \p inputs is empty unless the tracer was asked for values.
    virtual std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) = 0;
    virtual void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs) = 0;
};

/// Traces what the calling thread runs, through LibTorch's record functions, for as long as it lives. One at a time in
/// a thread. Module calls are seen only if the executor does not inline them (Executor::Unoptimized).
class FrameTracer
{
public:
    enum class Values { Needed, NotNeeded };

    /// \p operators decides which operators are reported as a whole. Both must outlive the tracer.
    FrameTracer(FrameListener &listener, OperatorCatalog &operators, Values values);
    ~FrameTracer();
    FrameTracer(const FrameTracer &) = delete;
    FrameTracer &operator=(const FrameTracer &) = delete;

    /// Raises the first exception of the listener, which ended the tracing but not the run.
    void rethrow() const;

private:
    at::CallbackHandle m_modules;
    at::CallbackHandle m_operators;
};

} // namespace rooflight
