// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/model/request.h"
#include "core/report/format/phrase.h"
#include "core/roofline/estimate.h"
#include "core/roofline/open_size.h"
#include "core/roofline/scaled_time.h"
#include "core/roofline/size_paths.h"
#include "ui/views/panels/what_if_history.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace rooflight {

/// Batch, length, precision, fusion and device that the model could be run with, and what that would come to at the
/// roofs.
class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(QWidget *parent = nullptr);

    /// Batch of the run that was observed; another one starts over.
    void setObserved(std::int64_t batch, const QString &device);
    /// The size of the inputs that can be changed; another one starts over. Without any a note says why. If it is
    /// the batch, too, one slider is for both.
    void setLength(const std::optional<OpenSize> &size, bool isExport, bool isBatch = false);
    /// Without layers there is nothing to work out; in a session of times alone there never will be.
    /// Why the times of the session are not certain; empty if they are.
    void setDoubt(const QString &doubt) { m_doubt = doubt; }
    void setHasLayers(bool hasLayers, bool holdsOnlyTimes);
    /// \p assumptions: what it takes for granted, in sentences.
    void setForecast(const std::optional<Forecast> &forecast, const std::vector<Phrase> &assumptions = {});
    /// Takes the place of what the forecast expects; nothing if no operator was called.
    void setEstimate(const std::optional<Estimate> &estimate);
    /// The model is being run for an estimate.
    void setEstimating(bool estimating);
    /// Why there is no estimate.
    void setEstimateProblem(const QString &sentence, const QString &details);
    /// Whether a worker is free to run the model.
    void setMeasurable(bool measurable);
    /// Instead of a forecast: why there is none. \p details are shown on demand.
    void setProblem(const QString &sentence, const QString &details);
    /// The selected layer at its roof, batch by batch, and where its bound changes; empty while none is selected.
    void setPath(const QString &layer, const std::vector<BatchPlace> &places,
                 const std::optional<BatchTurn> &turn = std::nullopt);

    [[nodiscard]] const WhatIf &change() const { return m_change; }
    /// The length that was chosen, if it is not the observed one.
    [[nodiscard]] std::optional<std::int64_t> length() const { return m_lengthThere; }
    /// Asks nothing, and forgets what was asked: what is asked next is of another model or measurement.
    void reset();
    /// The model is as it was observed.
    /// As it is to be run, but for the length: \p here with the batch and precision that were chosen.
    [[nodiscard]] Request changedRequest(const Request &here) const;
    [[nodiscard]] bool isUnchanged() const { return m_change.changesNothing() && !m_lengthThere; }
    /// What is chosen, in a few words: "batch 32, bfloat16".
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool showsPath() const;
    [[nodiscard]] QString text() const; ///< what it comes to
    [[nodiscard]] const QString &pathName() const { return m_layer; } ///< of setPath()

    /// What was chosen before, step by step.
    [[nodiscard]] const WhatIfHistory &history() const { return m_history; }
    [[nodiscard]] QSlider *batchSlider() const { return m_batch; }
    [[nodiscard]] QSlider *lengthSlider() const { return m_length; }
    [[nodiscard]] QComboBox *precisions() const { return m_precision; }
    [[nodiscard]] QComboBox *fusions() const { return m_fusion; }
    [[nodiscard]] QComboBox *devices() const { return m_device; }
    [[nodiscard]] QCheckBox *noLaunches() const { return m_noLaunches; }

Q_SIGNALS:
    void changed();
    void estimateRequested();
    void estimateCancelled();
    /// To run the model in the way that was chosen.
    void measureRequested();
    void pathChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void read();
    /// Puts the controls there, as if a person had.
    void choose(const WhatIfChoice &choice);
    [[nodiscard]] WhatIfChoice choice() const;
    [[nodiscard]] WhatIfChoice asObserved() const;
    [[nodiscard]] bool isHeld() const;
    void showTexts();
    void retranslate();
    void showLength();
    void showBatch();
    void showButtons();
    [[nodiscard]] bool canBeRun() const; ///< as it was chosen, on this device
    [[nodiscard]] QString headlineWith(double hereNs, double thereAtRoofNs) const;
    [[nodiscard]] QString perItemSentence(double hereNs) const;
    [[nodiscard]] QString foundBy() const; ///< how the time there was found
    [[nodiscard]] std::int64_t batchThere() const;
    [[nodiscard]] std::optional<std::int64_t> chosenLength() const;
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString remarks() const;
    [[nodiscard]] QString allRemarks() const; ///< and the path
    [[nodiscard]] QString pathSentence() const;

    QLabel *m_headline;
    QLabel *m_remarks;
    QLabel *m_batchTitle;
    QSlider *m_batch;
    QLabel *m_batchValue;
    QLabel *m_lengthTitle;
    QSlider *m_length;
    QLabel *m_lengthValue;
    QLabel *m_lengthNote; ///< why it cannot be changed, in place of the slider
    QLabel *m_precisionTitle;
    QComboBox *m_precision;
    QLabel *m_fusionTitle;
    QComboBox *m_fusion;
    QLabel *m_deviceTitle;
    QComboBox *m_device;
    QCheckBox *m_noLaunches;
    QCheckBox *m_path;
    QPushButton *m_estimateButton;
    QPushButton *m_measure;
    QPushButton *m_reset;
    QPushButton *m_undo;
    WhatIfHistory m_history;
    std::int64_t m_observedBatch = 1;
    QString m_observedDevice;
    WhatIf m_change;
    std::optional<OpenSize> m_openSize;
    bool m_hasLayers = true;
    bool m_holdsOnlyTimes = false;
    QString m_doubt; ///< why the times here are not certain
    bool m_isExport = false;
    bool m_lengthIsBatch = false;
    std::optional<std::int64_t> m_lengthThere;
    std::optional<Forecast> m_forecast;
    std::vector<Phrase> m_assumptions; ///< of the forecast
    std::optional<Estimate> m_estimate;
    bool m_estimating = false;
    bool m_measurable = false;
    QString m_estimateProblem;
    QString m_problem;
    QString m_layer; ///< whose path is shown
    std::vector<BatchPlace> m_places;
    std::optional<BatchTurn> m_turn;
};

} // namespace rooflight
