// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// make_seeds DATA FOLDER: writes inputs for each target to FOLDER/TARGET, made of the tests' data.

#include "core/base/text_file.h"
#include "core/record/record.h"
#include "core/service/steps/kept_files.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/core/archive/small_export.h"
#include "tests/core/record/sample_records.h"
#include "tests/fuzz/packed_records.h"
#include "tests/fuzz/targets.h"

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace rooflight;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxBytes = 48 << 10; ///< a fuzzer gets nowhere with more

class Seeds
{
public:
    explicit Seeds(fs::path folder)
        : m_folder(std::move(folder))
    {
    }

    void add(std::string_view target, std::string_view content)
    {
        fs::create_directories(m_folder / target);
        if (content.size() > maxBytes)
            return;
        test::writeFile((m_folder / target / ("seed-" + std::to_string(m_count++))).string(), content);
    }

    void addLines(std::string_view target, std::string_view text)
    {
        std::istringstream lines { std::string(text) };
        for (std::string line; std::getline(lines, line);)
            add(target, line);
    }

    [[nodiscard]] std::string scratchFile() const { return (m_folder / "scratch").string(); }

private:
    fs::path m_folder;
    int m_count = 0;
};

fuzz::NamedRecords namedRecords(const std::string &path)
{
    const test::Records records = test::readArchive(path);
    return { records.begin(), records.end() };
}

/// Records of weights hold nothing that is read: short ones do as well.
void addArchive(Seeds &seeds, const std::string &path)
{
    seeds.add("archive", test::readFile(path));
    fuzz::NamedRecords records = namedRecords(path);
    for (auto &[name, content] : records) {
        if (name.ends_with(".pkl"))
            seeds.add("pickle", content);
        else if (name.ends_with(".py"))
            seeds.add("code", content);
        else if (name.ends_with(".json"))
            seeds.add("export", content);
        if (name.ends_with(".pt") && !content.empty()) {
            test::writeFile(seeds.scratchFile(), content);
            content = fuzz::textOfRecords(namedRecords(seeds.scratchFile()), 1);
        }
    }
    seeds.add("model", fuzz::textOfRecords(records));
}

void addArchives(Seeds &seeds, const fs::path &data)
{
    for (const char *folder : { "torchscript", "export" }) {
        for (const auto &entry : fs::directory_iterator(data / folder)) {
            if (entry.path().extension() == ".pt" || entry.path().extension() == ".pt2")
                addArchive(seeds, entry.path());
        }
    }
    test::writeArchive(seeds.scratchFile(), test::smallExport());
    addArchive(seeds, seeds.scratchFile());
    test::writeArchive(seeds.scratchFile(),
                       test::smallModel("  def forward(self: T, x: Tensor) -> Tensor:\n"
                                        "    return torch.relu(x)\n"),
                       true);
    addArchive(seeds, seeds.scratchFile());
    fs::remove(seeds.scratchFile());
}

void addTraces(Seeds &seeds, const fs::path &data)
{
    for (const auto &entry : fs::directory_iterator(data / "profiler")) {
        if (entry.path().extension() == ".json")
            seeds.add("trace", test::readFile(entry.path()));
    }
}

void addRecords(Seeds &seeds)
{
    for (unsigned seed = 1; seed <= 8; ++seed) {
        SampleRecords random(seed);
        for (const Record &record : random.everyType())
            seeds.add("record", encode({ 1, record.body }));
        seeds.add("session", toStream(random.session()));
        seeds.add("request", encodeMessage(random.request()));
        Session small = random.session();
        small.analysis = random.analysis(2, 2);
        small.layers = random.layerLatencies(2, 2);
        small.explanation.reset(); // it is large
        seeds.add("session", toStream(small));
    }
    seeds.add("request", encodeMessage(CancelRequest { 7 }));
    DeviceRoofs roofs = SampleRecords(3).peaks();
    for (Roof &roof : roofs.roofs) {
        roof.value = 5;
        roof.interval = { 4.5, 5.5 };
        roof.samples = { 5, 4.8, 5.1 };
    }
    seeds.add("roofs", encode({ 0, roofs }));
    seeds.add("roofs_file", toJson(RecordBody(roofs)));
}

constexpr std::string_view inputs = R"(1x3x224x224
1x3x224x224:float16
ids:1x128:int64:0..30521
mask:1x128:int64:1
flag:true
["1x3x32x32","1x3x64x64"]
{"image":"1x3x64x64", "n": [1, 2.5, null, "text"]}
x:@tensor.pt
1x3x8x8:bfloat16:uniform:channels_last
4x4:-1.5..2.5
0d
none
2x3:int32:arange
16:float32
2.5e-3
-7
)";

constexpr std::string_view sizes = R"(Symbol('s77', positive=True, integer=True)
2*Symbol('s0', integer=True) + 1
Add(Mul(Integer(2), Symbol('s1')), Integer(-1))
Max(1, FloorDiv(Symbol('s2', integer=True), 2))
Mod(Pow(Symbol('s3'), Integer(2)), Integer(3))
CeilToInt(IntTrueDiv(s4, 2))
(L['x'].size()[0] % 4) == 0
2 <= L['d']['a'][0].size()[1]*L['n'] < max(7, L['x'].size()[0] // -2) ** 2
[1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": null, "context": null, "children_spec": []}]}]
[1, {"type": "builtins.dict", "context": "[\"a\", \"b\"]", "children_spec": [{"type": null, "context": null, "children_spec": []}, {"type": "builtins.list", "context": "null", "children_spec": []}]}]
)";

constexpr std::string_view plan = R"(# a comment
[options]
command = "layers"
effort = "quick"
seconds = 0.5
[[model]]
name = "net"
file = "models/net.pt"
formulas = "own.txt"
[[input]]
specs = ["1x3x224x224", "flag:true", "@x.pt"]
dims = ["ids.1=512"]
[[execution]]
precision = "bfloat16"
[[target]]
device = "cuda:0"
slurm = { partition = "gpu", at_once = 2 }
)";

constexpr std::string_view matrix = R"({"format": "rooflight.matrix", "version": 1, "plan_sha256": "0", "cells": [
{"name": "a__default__default__local", "model": "a", "input": "default", "target": "local", "execution": "default",
 "status": "done", "median_ns": 1.5, "interval_low_ns": 1.0, "interval_high_ns": 2.0, "throughput_per_second": null,
 "time_at_roof_ns": 1.0, "roof_share": 0.5, "peak_memory_bytes": 7, "macs": 8, "session": "a.ridge", "reason": ""}]})";

constexpr std::string_view formulas = R"(# a comment
[my::op]
macs = numel(x) * size(x, -1) / max(groups, 1) + kernel[0] * kernel[-1]
bytes_read = bytes(x) + bytes(parts) + if(defined(bias), 4, 0)
elementwise = ceildiv(numel(x), 3) - log2(huge) * flag
transcendental = rank(x) * itemsize(x) + min(1, 2, 3)
family = matrix
source = "a book"
[your::op]
macs = 0
)";

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    Seeds seeds(argv[2]);
    fs::create_directories(argv[2]);
    addArchives(seeds, argv[1]);
    addTraces(seeds, argv[1]);
    addRecords(seeds);
    seeds.addLines("input", inputs);
    seeds.addLines("sizes", sizes);
    seeds.add("formulas", formulas);
    seeds.add("plan", plan);
    seeds.add("matrix", matrix);
    return 0;
}
