// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/roofline/size_paths.h"
#include "ui/models/session_view.h"

#include <vector>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace rooflight {

class FigureView;
struct Trail;

/// A sweep over sizes of the inputs: a heat map of the share of the roof of one layer, and where layers go over a
/// ridge.
class SizePanel : public QWidget
{
    Q_OBJECT

public:
    explicit SizePanel(QWidget *parent = nullptr);

    /// Shows the sweep of a session under its roofs.
    static constexpr ResultKinds shownKinds = kindsOf<Analysis, DeviceRoofs, BatchSweep>;
    void setSession(const SessionView &view);
    /// Whether there is something to show.
    [[nodiscard]] bool hasSizes() const;
    [[nodiscard]] QComboBox *layers() const { return m_layers; }
    [[nodiscard]] QString sentences() const;
    /// The ways of the layers over the roofline, that of the one which is shown first of all.
    [[nodiscard]] std::vector<Trail> trails() const;
    /// Position of the chosen layer in sizePaths() of the session; without a value none can be chosen.
    [[nodiscard]] std::optional<std::size_t> path() const;

Q_SIGNALS:
    void trailsChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void fillLayers();
    void showLayer();
    void showText(const QString &text);
    void retranslate();

    Part<BatchSweep> m_sweep;
    std::vector<SizePath> m_paths; ///< empty without a sweep or without roofs
    FigureView *m_figure;
    QWidget *m_aside; ///< what belongs to the sizes
    QComboBox *m_layers;
    QPlainTextEdit *m_sentences;
    QPushButton *m_save;
};

} // namespace rooflight
