// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/datasheet/device_sheet.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace rooflight {

extern const std::string_view embeddedDevices;

namespace {

using Json = nlohmann::json;

/// Lower case, one space between words, none of the marks that makers add.
std::string plainName(std::string_view name)
{
    std::string text;
    for (const char c : name)
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    static constexpr std::array<std::string_view, 2> marks = { "(r)", "(tm)" };
    for (const std::string_view mark : marks) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
            text.erase(at, mark.size());
    }
    std::string plain;
    for (const char c : text) {
        const bool isSpace = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (isSpace && (plain.empty() || plain.back() == ' '))
            continue;
        plain += isSpace ? ' ' : c;
    }
    if (plain.ends_with(' '))
        plain.pop_back();
    return plain;
}

template<typename Value> std::optional<Value> optionalOf(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found == json.end() ? std::nullopt : std::optional(found->get<Value>());
}

template<typename Enum> OpenEnum<Enum> openEnum(const Json &json, const char *key)
{
    return OpenEnum<Enum>(json.at(key).get_ref<const std::string &>());
}

SheetSource sourceOf(const Json &json, const Json &sources)
{
    const Json &source = sources.at(json.at("source").get<std::string>());
    return { source.at("title"), source.at("address") };
}

DeviceSheet sheetFrom(const Json &json, const Json &sources)
{
    const Json &attributes = json.at("attributes");
    DeviceSheet sheet;
    sheet.name = json.at("name");
    sheet.kind = json.at("kind");
    sheet.reportedNames = json.at("reported_names");
    sheet.computeCapability = optionalOf<int>(attributes, "compute_capability");
    sheet.multiprocessors = optionalOf<int>(attributes, "multiprocessors");
    sheet.cores = optionalOf<int>(attributes, "cores");
    sheet.clockHz = optionalOf<double>(attributes, "clock_hz");
    sheet.tensorClockHz = optionalOf<double>(attributes, "tensor_clock_hz");
    for (const Json &rate : json.at("compute"))
        sheet.compute.push_back({ openEnum<Precision>(rate, "precision"), openEnum<ArithmeticUnit>(rate, "unit"),
                                  rate.at("flop_per_second"), sourceOf(rate, sources) });
    for (const Json &level : json.at("memory")) {
        sheet.memory.push_back({ openEnum<MemoryLevel>(level, "level"), optionalOf<double>(level, "byte_per_second"),
                                 level.value("capacity_bytes", std::int64_t(0)), sourceOf(level, sources) });
    }
    return sheet;
}

std::vector<DeviceSheet> readEmbedded()
{
    const Json file = Json::parse(embeddedDevices);
    std::vector<DeviceSheet> sheets;
    for (const Json &device : file.at("devices"))
        sheets.push_back(sheetFrom(device, file.at("sources")));
    return sheets;
}

bool holdsAllWords(const std::string &name, const std::string &words)
{
    for (std::size_t start = 0; start < words.size();) {
        const std::size_t end = std::min(words.find(' ', start), words.size());
        if (name.find(words.substr(start, end - start)) == std::string::npos)
            return false;
        start = end + 1;
    }
    return !words.empty();
}

} // namespace

const std::vector<DeviceSheet> &deviceSheets()
{
    static const std::vector<DeviceSheet> sheets = readEmbedded();
    return sheets;
}

const DeviceSheet *sheetOfDevice(std::string_view reportedName)
{
    const std::string wanted = plainName(reportedName);
    for (const DeviceSheet &sheet : deviceSheets()) {
        const auto isIt = [&wanted](const std::string &name) { return plainName(name) == wanted; };
        if (std::ranges::any_of(sheet.reportedNames, isIt))
            return &sheet;
    }
    return nullptr;
}

std::vector<const DeviceSheet *> sheetsNamed(std::string_view text)
{
    const std::string wanted = plainName(text);
    std::vector<const DeviceSheet *> matches;
    for (const DeviceSheet &sheet : deviceSheets()) {
        const std::string name = plainName(sheet.name);
        if (name == wanted)
            return { &sheet };
        if (holdsAllWords(name, wanted))
            matches.push_back(&sheet);
    }
    return matches;
}

Result<const DeviceSheet *> whatIfSheet(std::string_view name)
{
    const std::vector<const DeviceSheet *> sheets = sheetsNamed(name);
    if (sheets.size() == 1)
        return sheets.front();
    const std::string option = "--what-if \"" + std::string(name) + '"';
    if (sheets.empty())
        return Error { ErrorCode::CommandLine, option + " is not a device of the data file.",
                       "--what-if list names them." };
    std::string names;
    for (const DeviceSheet *sheet : sheets)
        names += (names.empty() ? "" : "; ") + sheet->name;
    return Error { ErrorCode::CommandLine, option + " may mean several devices.", "Name one of: " + names + '.' };
}

const SheetRate *rateOf(const DeviceSheet &sheet, Precision precision, ArithmeticUnit unit)
{
    const auto found = std::ranges::find_if(sheet.compute, [precision, unit](const SheetRate &rate) {
        return rate.precision == precision && rate.unit == unit;
    });
    return found == sheet.compute.end() ? nullptr : &*found;
}

const SheetMemory *memoryOf(const DeviceSheet &sheet, MemoryLevel level)
{
    const auto found =
        std::ranges::find_if(sheet.memory, [level](const SheetMemory &memory) { return memory.level == level; });
    return found == sheet.memory.end() ? nullptr : &*found;
}

namespace {

/// "tensor"; units that no sheet names stay as they are.
ComposedText nameOf(const OpenEnum<ArithmeticUnit> &unit)
{
    if (unit == ArithmeticUnit::Tensor)
        return composedText(QT_TRANSLATE_NOOP("Phrases", "tensor"));
    return unit == ArithmeticUnit::Vector ? composedText(QT_TRANSLATE_NOOP("Phrases", "vector"))
                                          : ComposedText(unit.name());
}

Roof roofOf(const SheetRate &rate)
{
    Roof roof;
    roof.limit = ComputeLimit { rate.precision, rate.unit };
    roof.setName(upperCase(rate.precision.name()), nameOf(rate.unit));
    roof.value = rate.flopPerSecond;
    roof.theoretical = rate.flopPerSecond;
    roof.theoreticalSource = rate.source.title + ", " + rate.source.address;
    return roof;
}

Roof roofOf(const SheetMemory &memory)
{
    Roof roof;
    roof.limit = MemoryLimit { memory.level, MemoryPattern::Read, memory.capacityBytes };
    roof.name = upperCase(memory.level.name());
    roof.value = *memory.bytePerSecond;
    roof.theoretical = memory.bytePerSecond;
    roof.theoreticalSource = memory.source.title + ", " + memory.source.address;
    return roof;
}

} // namespace

DeviceRoofs sheetPeaks(const DeviceSheet &sheet)
{
    DeviceRoofs peaks;
    peaks.theoretical = true;
    peaks.device.kind = sheet.kind;
    peaks.device.name = sheet.name;
    for (const SheetRate &rate : sheet.compute)
        peaks.roofs.push_back(roofOf(rate));
    for (const SheetMemory &memory : sheet.memory) {
        if (memory.bytePerSecond)
            peaks.roofs.push_back(roofOf(memory));
    }
    return peaks;
}

Session underRoofsOf(const DeviceSheet &sheet, const Session &session)
{
    Session other = session;
    other.peaks = sheetPeaks(sheet);
    if (session.peaks)
        addLaunchesOf(*session.peaks, other.peaks.edit());
    return other;
}

void addPublishedMemory(DeviceRoofs &peaks)
{
    const DeviceSheet *sheet = sheetOfDevice(peaks.device.name);
    const SheetMemory *memory = sheet ? memoryOf(*sheet, MemoryLevel::Dram) : nullptr;
    if (!memory || !memory->bytePerSecond)
        return;
    for (Roof &roof : peaks.roofs) {
        const bool isDram = roof.memory() && roof.memory()->level == MemoryLevel::Dram;
        if (isDram && !roof.theoretical) {
            roof.theoretical = memory->bytePerSecond;
            roof.theoreticalSource = memory->source.title + ", " + memory->source.address;
        }
    }
}

} // namespace rooflight
