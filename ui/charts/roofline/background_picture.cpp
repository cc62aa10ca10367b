// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/background_picture.h"

#include <QtConcurrentRun>

namespace rooflight {

namespace {

constexpr int pauseMs = 60; // between the last change and the whole picture

} // namespace

BackgroundPicture::BackgroundPicture(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &BackgroundPicture::start);
    connect(&m_drawing, &QFutureWatcherBase::finished, this, [this] {
        const QImage picture = m_drawing.result();
        if (picture.isNull())
            return;
        m_drawn = m_started;
        m_picture = picture;
        Q_EMIT ready();
    });
}

/// The thread, which holds all that it draws from, ends by itself.
BackgroundPicture::~BackgroundPicture()
{
    stop();
}

QImage BackgroundPicture::pictureOf(const Subject &subject) const
{
    return subject == m_drawn ? m_picture : QImage();
}

void BackgroundPicture::want(const Subject &subject)
{
    if (subject == m_wanted)
        return;
    stop();
    m_wanted = subject;
    m_pause.start();
}

void BackgroundPicture::finish(const Subject &subject)
{
    if (subject == m_drawn)
        return;
    stop();
    m_pause.stop();
    m_wanted = subject;
    m_picture = wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio);
    m_drawn = subject;
}

void BackgroundPicture::start()
{
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_started = m_wanted;
    m_drawing.setFuture(QtConcurrent::run([subject = m_wanted, stop = m_stop] {
        return wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio, stop.get());
    }));
}

void BackgroundPicture::stop()
{
    if (m_stop)
        m_stop->store(true);
}

} // namespace rooflight
