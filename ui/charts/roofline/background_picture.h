// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "ui/charts/roofline/mark_stamps.h"

#include <QFutureWatcher>
#include <QTimer>

#include <atomic>
#include <memory>

namespace rooflight {

/// The whole picture of many marks, drawn in another thread once no other one was wanted for a moment.
class BackgroundPicture : public QObject
{
    Q_OBJECT

public:
    /// What a picture is of.
    struct Subject {
        std::shared_ptr<const MarkStamps> stamps;
        MarkViewports viewports;
        double devicePixelRatio = 1;

        bool operator==(const Subject &) const = default;
    };

    explicit BackgroundPicture(QObject *parent = nullptr);
    ~BackgroundPicture() override;
    Q_DISABLE_COPY_MOVE(BackgroundPicture)

    /// Null until it is there; then ready() was emitted.
    [[nodiscard]] QImage pictureOf(const Subject &subject) const;
    void want(const Subject &subject);
    /// Draws it here and now.
    void finish(const Subject &subject);

Q_SIGNALS:
    void ready();

private:
    void start();
    void stop();

    QTimer m_pause;
    Subject m_wanted;
    Subject m_started;
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the thread that draws
    QFutureWatcher<QImage> m_drawing;
    Subject m_drawn;
    QImage m_picture;
};

} // namespace rooflight
