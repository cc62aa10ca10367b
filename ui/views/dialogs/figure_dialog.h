// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/export/report_picture.h"

#include <QDialog>
#include <QString>

#include <optional>

class QComboBox;
class QDialogButtonBox;
class QLabel;

namespace rooflight {

class FigurePreview;
class RooflinePlot;
class Settings;

/// What the figure is taken from. All must stay while the dialog is open.
struct FigureSource {
    const RooflinePlot *plot = nullptr; ///< on the screen
    const JudgedSession *judged = nullptr;
    PictureOptions page; ///< of the page about the session
    QString name; ///< of the session
};

/// Takes the chart out of the window as it is on the screen: for a paper, a slide or a page, with a preview.
class FigureDialog : public QDialog
{
    Q_OBJECT

public:
    FigureDialog(const FigureSource &source, Settings *settings, QWidget *parent = nullptr);
    ~FigureDialog() override;

    enum class Content { Chart, ChartAndTable, Page };

    void setContent(Content content);
    [[nodiscard]] Content content() const;
    /// "3.4in", "86mm" or "1200px".
    void setFigureWidth(const QString &width);
    void setTheme(Theme theme, bool isTransparent);

    /// Writes what the preview shows; the format follows the file's ending. Errors: OutputFile.
    [[nodiscard]] Result<void> writeTo(const QString &path);
    /// Puts it into the clipboard as a picture.
    void copy();

Q_SIGNALS:
    void saved(const QString &path);

private:
    void save();
    void showPicture();
    void remember();
    void restore();
    [[nodiscard]] Result<FigureLook> look() const;
    /// Null if the width is not one.
    [[nodiscard]] std::optional<PictureContent> picture();

    FigureSource m_source;
    Settings *m_settings;
    QComboBox *m_content;
    QComboBox *m_width;
    QComboBox *m_scale;
    QComboBox *m_ground;
    QLabel *m_note; ///< how large it is, or what is wrong
    FigurePreview *m_preview;
    QDialogButtonBox *m_buttons;
    std::optional<ChartPicture> m_chart; ///< in the look that is chosen
};

/// The chart as the dialog would put it into the clipboard: twice as many pixels as on the screen, with its legend.
void copyChart(const RooflinePlot &plot, const QSize &size, Theme theme);

} // namespace rooflight
