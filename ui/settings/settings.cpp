// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/settings.h"

#include "ui/worker/unsaved_session.h"
#include "ui/worker/worker_client.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>

#include <array>

namespace rooflight {

namespace {

constexpr qsizetype recentLimit = 12;
constexpr QLatin1String foldLayout("foldsEqualBlocks");

constexpr std::array themeNames = { "system", "light", "dark" };

struct StoredThreshold {
    const char *key;
    ThresholdRange range;
};

constexpr std::array storedThresholds = {
    StoredThreshold { "verdicts/launchOverheads", launchOverheadsRange },
    StoredThreshold { "verdicts/underutilized", underutilizedRange },
    StoredThreshold { "verdicts/balancedZone", balancedZoneRange },
};

bool isWithin(double value, const ThresholdRange &range)
{
    return value >= range.least && value <= range.greatest; // false for what is not a number
}

/// Paths hold slashes, which would be groups in the store.
QString fileGroup(const QString &path)
{
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QStringLiteral("files/") + QString::fromLatin1(hash.first(24)) + u'/';
}

/// Copies what the program stored under its name before 0.3.0 into an empty store. Happens once: \p store keeps a key
/// of its own, so that settings that are cleared later stay cleared.
void takeOverFormerSettings(QSettings &store)
{
    const QString done = QStringLiteral("formerSettingsTakenOver");
    if (store.contains(done))
        return;
    if (store.allKeys().isEmpty()) {
        QSettings former(store.format(), store.scope(), QStringLiteral("Ridgepoint"), QStringLiteral("ridgepoint"));
        former.setFallbacksEnabled(false);
        const QStringList keys = former.allKeys();
        for (const QString &key : keys)
            store.setValue(key, former.value(key));
    }
    store.setValue(done, true);
}

} // namespace

Settings::Settings(QObject *parent)
    : QObject(parent)
{
    takeOverFormerSettings(m_store);
}

void Settings::overrideLook(std::optional<Theme> theme, const QString &language)
{
    m_themeOverride = theme;
    m_languageOverride = language;
}

Theme Settings::theme() const
{
    if (m_themeOverride)
        return *m_themeOverride;
    const QString name = m_store.value(QStringLiteral("theme")).toString();
    for (std::size_t i = 0; i < themeNames.size(); ++i) {
        if (name == QLatin1String(themeNames[i]))
            return Theme(i);
    }
    return Theme::System;
}

void Settings::setTheme(Theme theme)
{
    if (theme == this->theme())
        return;
    m_themeOverride.reset();
    m_store.setValue(QStringLiteral("theme"), QString::fromLatin1(themeNames[std::size_t(theme)]));
    Q_EMIT themeChanged();
}

QString Settings::language() const
{
    return m_languageOverride.isEmpty() ? m_store.value(QStringLiteral("language")).toString() : m_languageOverride;
}

void Settings::setLanguage(const QString &language)
{
    if (language == this->language())
        return;
    m_languageOverride.clear();
    m_store.setValue(QStringLiteral("language"), language);
    Q_EMIT languageChanged();
}

int Settings::textScale() const
{
    const int percent = m_store.value(QStringLiteral("textScale"), 100).toInt();
    return percent < leastTextScale || percent > greatestTextScale ? 100 : percent;
}

void Settings::setTextScale(int percent)
{
    if (percent == textScale())
        return;
    m_store.setValue(QStringLiteral("textScale"), percent);
    Q_EMIT textScaleChanged();
}

QString Settings::workerCommand() const
{
    return m_store.value(QStringLiteral("workerCommand")).toString();
}

void Settings::setWorkerCommand(const QString &command)
{
    if (command == workerCommand())
        return;
    m_store.setValue(QStringLiteral("workerCommand"), command);
}

QString Settings::python() const
{
    return m_store.value(QStringLiteral("python")).toString();
}

void Settings::setPython(const QString &path)
{
    m_store.setValue(QStringLiteral("python"), path);
}

void Settings::overrideWorkerCommand(const QString &command)
{
    m_workerOverride = command;
}

QStringList Settings::workerProgram() const
{
    const QStringList chosen = splitWorkerCommand(m_workerOverride.isEmpty() ? workerCommand() : m_workerOverride);
    return chosen.isEmpty() ? defaultWorkerCommand(QCoreApplication::applicationDirPath()) : chosen;
}

bool Settings::hasOwnWorker() const
{
    return !m_workerOverride.isEmpty() || !workerCommand().isEmpty();
}

QStringList Settings::recentFiles() const
{
    QStringList files = m_store.value(QStringLiteral("recentFiles")).toStringList();
    erase_if(files, UnsavedSession::isMeasured); // earlier versions added them
    return files;
}

void Settings::addRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (UnsavedSession::isMeasured(absolute))
        return;
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store.setValue(QStringLiteral("recentFiles"), QStringList(files.mid(0, recentLimit)));
    Q_EMIT recentFilesChanged();
}

void Settings::clearRecentFiles()
{
    m_store.remove(QStringLiteral("recentFiles"));
    Q_EMIT recentFilesChanged();
}

std::optional<RecentResult> Settings::recentResult(const QString &path) const
{
    if (const auto kept = m_keptResults.constFind(path); kept != m_keptResults.cend())
        return *kept;
    const QString group = fileGroup(path);
    const double medianNs = m_store.value(group + QLatin1String("medianNs")).toDouble();
    const auto bound = valueOfName<Bound>(m_store.value(group + QLatin1String("bound")).toString().toStdString());
    const QString model = m_store.value(group + QLatin1String("model")).toString();
    const bool isUncertain = m_store.value(group + QLatin1String("uncertain")).toBool();
    return medianNs > 0 && bound ? std::optional(RecentResult { medianNs, *bound, model, isUncertain }) : std::nullopt;
}

void Settings::setRecentResult(const QString &path, const RecentResult &result)
{
    if (recentResult(path) == result)
        return;
    if (UnsavedSession::isMeasured(path)) {
        m_keptResults.insert(path, result);
        Q_EMIT recentFilesChanged();
        return;
    }
    const QString group = fileGroup(path);
    m_store.setValue(group + QLatin1String("medianNs"), result.medianNs);
    const std::string_view bound = name(result.bound);
    m_store.setValue(group + QLatin1String("bound"), QString::fromLatin1(bound.data(), qsizetype(bound.size())));
    m_store.setValue(group + QLatin1String("model"), result.model);
    m_store.setValue(group + QLatin1String("uncertain"), result.isUncertain);
    Q_EMIT recentFilesChanged();
}

QStringList Settings::recentFilesOf(const QString &model) const
{
    QStringList files = model.isEmpty() ? QStringList() : recentFiles() + UnsavedSession::keptFiles();
    erase_if(files, [&](const QString &path) { return recentResult(path).value_or(RecentResult()).model != model; });
    return files;
}

template<typename Enum> Enum Settings::storedName(const QString &key, Enum otherwise) const
{
    return valueOfName<Enum>(m_store.value(key).toString().toStdString()).value_or(otherwise);
}

template<typename Enum> void Settings::storeName(const QString &key, Enum value)
{
    const std::string_view text = name(value);
    m_store.setValue(key, QString::fromLatin1(text.data(), qsizetype(text.size())));
}

/// Calls at(key, option) for each, to read and to write it. Those below \p file are remembered for each file.
static void eachOption(auto &options, const QString &file, const auto &at)
{
    at(file + QLatin1String("inputs"), options.inputs);
    at(file + QLatin1String("batch"), options.batch);
    at(file + QLatin1String("libraries"), options.libraries);
    at(file + QLatin1String("formulas"), options.formulas);
    at(file + QLatin1String("batchDimension"), options.batchDimension);
    at(file + QLatin1String("executor"), options.execution.executor);
    at(file + QLatin1String("precision"), options.execution.precision);
    at(file + QLatin1String("memoryFormat"), options.execution.memoryFormat);
    at(file + QLatin1String("tf32"), options.execution.tf32);
    at(file + QLatin1String("caches"), options.execution.caches);
    at(QStringLiteral("measure/device"), options.device);
    at(QStringLiteral("measure/threads"), options.threads);
    at(QStringLiteral("measure/effort"), options.effort);
    at(QStringLiteral("measure/warmup"), options.limits.warmup);
    at(QStringLiteral("measure/runs"), options.limits.runs);
    at(QStringLiteral("measure/seconds"), options.limits.seconds);
    at(QStringLiteral("measure/memoryGigabytes"), options.memoryGigabytes);
    at(QStringLiteral("measure/convention"), options.convention);
    at(QStringLiteral("measure/sweepStep"), options.sweepStep);
    at(QStringLiteral("measure/maximumBatch"), options.maximumBatch);
    at(QStringLiteral("measure/countBytes"), options.countBytes);
}

MeasureOptions Settings::options(const QString &path) const
{
    MeasureOptions options;
    eachOption(options, fileGroup(path), [this]<typename Value>(const QString &key, Value &option) {
        const QVariant stored = m_store.value(key);
        if constexpr (NamedEnum<Value>)
            option = storedName(key, option);
        else if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>)
            option = stored.isValid() && stored.toLongLong() >= 0 ? Value(stored.toLongLong()) : std::nullopt;
        else if constexpr (std::is_same_v<Value, std::int64_t>)
            option = stored.toLongLong();
        else if (stored.isValid())
            option = stored.value<Value>();
    });
    return options;
}

void Settings::setOptions(const QString &path, const MeasureOptions &options)
{
    eachOption(options, fileGroup(path), [this]<typename Value>(const QString &key, const Value &option) {
        if constexpr (NamedEnum<Value>)
            storeName(key, option);
        else if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>)
            m_store.setValue(key, qlonglong(option.value_or(-1)));
        else if constexpr (std::is_same_v<Value, std::int64_t>)
            m_store.setValue(key, qlonglong(option)); // another type of Qt's, which is stored as a number
        else
            m_store.setValue(key, option);
    });
}

bool Settings::isTrusted(const QString &sha256) const
{
    return !sha256.isEmpty() && m_store.value(QStringLiteral("trusted/") + sha256).toBool();
}

void Settings::trust(const QString &sha256)
{
    if (!sha256.isEmpty())
        m_store.setValue(QStringLiteral("trusted/") + sha256, true);
}

RoofChoices Settings::roofChoices(const QString &model, const QString &device) const
{
    return roofChoicesFromText(
        m_store.value(fileGroup(model + u'\n' + device) + QStringLiteral("roofs")).toByteArray());
}

void Settings::setRoofChoices(const QString &model, const QString &device, const RoofChoices &choices)
{
    const QString key = fileGroup(model + u'\n' + device) + QStringLiteral("roofs");
    if (choices.empty())
        m_store.remove(key);
    else
        m_store.setValue(key, toText(choices));
}

VerdictThresholds Settings::verdictThresholds() const
{
    VerdictThresholds thresholds;
    for (const auto &[key, range] : storedThresholds) {
        bool isNumber = false;
        const double value = m_store.value(QLatin1String(key)).toDouble(&isNumber);
        if (isNumber && isWithin(value, range))
            thresholds.*range.threshold = value;
    }
    return thresholds;
}

void Settings::setVerdictThresholds(const VerdictThresholds &thresholds)
{
    if (thresholds == verdictThresholds())
        return;
    for (const auto &[key, range] : storedThresholds) {
        const double value = thresholds.*range.threshold;
        if (value == VerdictThresholds().*range.threshold || !isWithin(value, range))
            m_store.remove(QLatin1String(key));
        else
            m_store.setValue(QLatin1String(key), value);
    }
    Q_EMIT verdictThresholdsChanged();
}

bool Settings::foldsEqualBlocks() const
{
    return layout(foldLayout) != "0";
}

void Settings::setFoldsEqualBlocks(bool folds)
{
    setLayout(foldLayout, QByteArray::number(int(folds)));
}

QByteArray Settings::layout(const QString &name) const
{
    return m_store.value(QStringLiteral("layout/") + name).toByteArray();
}

void Settings::setLayout(const QString &name, const QByteArray &state)
{
    m_store.setValue(QStringLiteral("layout/") + name, state);
}

bool Settings::reopensLastFile() const
{
    return m_store.value(QStringLiteral("reopensLastFile"), false).toBool();
}

void Settings::setReopensLastFile(bool reopens)
{
    m_store.setValue(QStringLiteral("reopensLastFile"), reopens);
}

QString Settings::lastFolder(const QString &purpose) const
{
    return m_store.value(QStringLiteral("folders/") + purpose).toString();
}

void Settings::setLastFolder(const QString &purpose, const QString &folder)
{
    m_store.setValue(QStringLiteral("folders/") + purpose, folder);
}

QString Settings::interleavedVariant() const
{
    return m_store.value(QStringLiteral("turns/variant")).toString();
}

void Settings::setInterleavedVariant(const QString &variant)
{
    m_store.setValue(QStringLiteral("turns/variant"), variant);
}

bool Settings::compilesRemedies() const
{
    return m_store.value(QStringLiteral("remedies/compile")).toBool();
}

void Settings::setCompilesRemedies(bool compiles)
{
    m_store.setValue(QStringLiteral("remedies/compile"), compiles);
}

QStringList Settings::pipelineModels() const
{
    return m_store.value(QStringLiteral("pipeline/models")).toStringList();
}

QString Settings::pipelineHostWork() const
{
    return m_store.value(QStringLiteral("pipeline/hostWork")).toString();
}

void Settings::setPipeline(const QStringList &models, const QString &hostWork)
{
    m_store.setValue(QStringLiteral("pipeline/models"), models);
    m_store.setValue(QStringLiteral("pipeline/hostWork"), hostWork);
}

} // namespace rooflight
