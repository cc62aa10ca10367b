// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/execution.h"
#include "core/model/request.h"
#include "core/model/verdict.h"
#include "ui/models/roof_choices.h"
#include "ui/style/themes.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSettings>
#include <QStringList>

#include <optional>

namespace rooflight {

/// How a model is to be measured, as far as a person can choose.
struct MeasureOptions {
    QStringList inputs; ///< SPECs, one an argument; empty: as the file says
    int batch = 0; ///< 0: as the input says
    QString device = QStringLiteral("cpu");
    int threads = 0; ///< 0: as LibTorch would choose
    Effort effort = Effort::Normal;
    QStringList libraries; ///< operator libraries to load first
    QString formulas; ///< file with formulas of the person's own; empty for none
    Execution execution;
    MeasureLimits limits;
    double memoryGigabytes = 0; ///< that the model may use; 0: as the worker chooses
    Convention convention = Convention::Fma2;
    QString batchDimension; ///< "0", "ids=1", several with spaces between, or "none"; empty: found out
    int sweepStep = 0; ///< between batches of a sequential search; 0: powers of two, then halving
    int maximumBatch = 0; ///< of a sweep; 0: until memory ends
    bool countBytes = false; ///< on a GPU with its own counters, too

    bool operator==(const MeasureOptions &) const = default;
};

/// What a model came to, for the list of recent files.
struct RecentResult {
    double medianNs = 0;
    Bound bound = Bound::None; ///< what holds most of the time
    QString model; ///< SHA-256 of its file
    bool isUncertain = false; ///< what disturbed the measurement could have changed it

    bool operator==(const RecentResult &) const = default;
};

/// What a person may choose for a threshold of the verdicts, both ends included.
struct ThresholdRange {
    double VerdictThresholds::*threshold;
    double least = 0;
    double greatest = 0;
};

inline constexpr ThresholdRange launchOverheadsRange { &VerdictThresholds::launchOverheads, 0, 100 };
inline constexpr ThresholdRange underutilizedRange { &VerdictThresholds::underutilized, 0, 1 };
inline constexpr ThresholdRange balancedZoneRange { &VerdictThresholds::balancedZone, 0, 1 };

inline constexpr int leastTextScale = 70;
inline constexpr int greatestTextScale = 250;

/// Everything that outlives the program, by name and type. One object serves all windows.
class Settings : public QObject
{
    Q_OBJECT

public:
    explicit Settings(QObject *parent = nullptr);

    [[nodiscard]] Theme theme() const;
    void setTheme(Theme theme);

    /// A code of windowLanguages(), or empty for the language of the desktop.
    [[nodiscard]] QString language() const;
    void setLanguage(const QString &language);

    /// Size of all texts, in percent of the desktop's.
    [[nodiscard]] int textScale() const;
    void setTextScale(int percent);

    /// Another look until the program ends or a person chooses one.
    void overrideLook(std::optional<Theme> theme, const QString &language);

    /// Command line of the worker; empty for the one that belongs to this program.
    [[nodiscard]] QString workerCommand() const;
    void setWorkerCommand(const QString &command);
    /// Uses another worker until the program ends.
    void overrideWorkerCommand(const QString &command);
    /// Program and arguments of the worker that is to be started.
    [[nodiscard]] QStringList workerProgram() const;
    /// Another worker than ours was chosen.
    [[nodiscard]] bool hasOwnWorker() const;

    /// The Python that builds the models of folders; empty for the one that is found.
    [[nodiscard]] QString python() const;
    void setPython(const QString &path);

    /// Newest first, absolute. Measurements that were kept without being saved are none of them: they would push out
    /// the files that a person opened.
    [[nodiscard]] QStringList recentFiles() const;
    /// Recent files with a result of this model, given by the SHA-256 of its file; then kept measurements of it.
    [[nodiscard]] QStringList recentFilesOf(const QString &model) const;
    void addRecentFile(const QString &path);
    void clearRecentFiles();
    /// What a file came to when it was shown last; without a value if that is not known. Of a measurement that was
    /// kept without being saved it is known until the program ends: its file goes, too.
    [[nodiscard]] std::optional<RecentResult> recentResult(const QString &path) const;
    void setRecentResult(const QString &path, const RecentResult &result);

    /// Device, threads, effort, how it is timed and the convention are remembered for all files; inputs, batch and its
    /// dimension, execution, libraries and formulas for each file.
    [[nodiscard]] MeasureOptions options(const QString &path) const;
    void setOptions(const QString &path, const MeasureOptions &options);

    /// A file is known by its content: a changed file is asked about again.
    [[nodiscard]] bool isTrusted(const QString &sha256) const;
    void trust(const QString &sha256);

    /// What was chosen about the roofs of a model on a device.
    [[nodiscard]] RoofChoices roofChoices(const QString &model, const QString &device) const;
    void setRoofChoices(const QString &model, const QString &device, const RoofChoices &choices);

    /// Where one verdict ends and the next begins. What is stored outside of its range counts as the default.
    [[nodiscard]] VerdictThresholds verdictThresholds() const;
    void setVerdictThresholds(const VerdictThresholds &thresholds);

    /// Whether equal blocks of a model are one point, one row.
    [[nodiscard]] bool foldsEqualBlocks() const;
    void setFoldsEqualBlocks(bool folds);

    /// Layouts of windows and tables, by name.
    [[nodiscard]] QByteArray layout(const QString &name) const;
    void setLayout(const QString &name, const QByteArray &state);

    /// Whether the program starts with the file that was shown last.
    [[nodiscard]] bool reopensLastFile() const;
    void setReopensLastFile(bool reopens);

    [[nodiscard]] QString lastFolder(const QString &purpose) const;
    void setLastFolder(const QString &purpose, const QString &folder);

    /// What was timed interleaved last.
    [[nodiscard]] QString interleavedVariant() const;
    void setInterleavedVariant(const QString &variant);

    /// Whether remedies compile the model, too, which takes a minute.
    [[nodiscard]] bool compilesRemedies() const;
    void setCompilesRemedies(bool compiles);

    /// The pipeline that was timed last: models behind the first one, and the work between them.
    [[nodiscard]] QStringList pipelineModels() const;
    [[nodiscard]] QString pipelineHostWork() const;
    void setPipeline(const QStringList &models, const QString &hostWork);

Q_SIGNALS:
    void themeChanged();
    void languageChanged();
    void textScaleChanged();
    void recentFilesChanged();
    void verdictThresholdsChanged();

private:
    template<typename Enum> [[nodiscard]] Enum storedName(const QString &key, Enum otherwise) const;
    template<typename Enum> void storeName(const QString &key, Enum value);

    QSettings m_store;
    QString m_workerOverride;
    std::optional<Theme> m_themeOverride;
    QString m_languageOverride;
    QHash<QString, RecentResult> m_keptResults; ///< by the path of a kept measurement
};

} // namespace rooflight
