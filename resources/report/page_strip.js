// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* The strip below the plane: layers that move memory without arithmetic, at their bandwidth. It does not zoom. */
const stripRoom = 62; // pixels: its title, itself, its ticks
const stripHeight = 26;
const widestStripMark = 7;

const isOnStrip = (point) => point.bandwidth !== undefined;

class Strip {
  constructor(points, roofs) {
    this.points = points.filter(isOnStrip);
    this.roofs = roofs.filter((roof) => roof.unit === 'B/s');
    const values = [...this.points, ...this.points.map((point) => point.before).filter(Boolean)]
      .map((place) => log(place.bandwidth)).concat(this.roofs.map((roof) => log(roof.value)));
    this.low = Math.floor(Math.min(...values) - 0.1);
    this.high = Math.max(Math.ceil(Math.max(...values) + 0.1), this.low + 2);
  }

  get room() {
    return this.points.length ? stripRoom : 0;
  }

  /* Below a plane whose picture would end at `top`. */
  placeIn(left, right, top) {
    this.area = { left, right, top: top + 14, bottom: top + 14 + stripHeight };
  }

  at(bandwidth) {
    const { left, right, top, bottom } = this.area;
    const x = left + (log(bandwidth) - this.low) / (this.high - this.low) * (right - left);
    return { x, y: (top + bottom) / 2 };
  }

  draw(parent, ticks) {
    if (!this.room) return;
    const { left, right, top, bottom } = this.area;
    const title = make('text', { x: left, y: top - 6, class: 'strip-title' }, parent);
    title.textContent = texts.strip;
    for (const tick of ticks(this.low, this.high, Math.ceil((right - left) / 85))) {
      const { x } = this.at(10 ** tick);
      make('line', { x1: x, x2: x, y1: top, y2: bottom, class: 'grid' }, parent);
      make('text', { x, y: bottom + 16, 'text-anchor': 'middle' }, parent).textContent = round(10 ** tick);
    }
    for (const roof of this.roofs) {
      const { x } = this.at(roof.value);
      const line = make('line', { x1: x, x2: x, y1: top, y2: bottom, class: 'roof memory' }, parent);
      make('title', {}, line).textContent = `${roof.name}: ${quantity(roof.value, 'B/s')}`;
    }
    make('rect', { x: left, y: top, width: right - left, height: bottom - top, class: 'frame' }, parent);
  }
}

const tagSize = 16; // pixels

/* The numbers of what the verdict names, each beside its point, on no other number and on as few points as possible. */
function drawTags(parent, points, placeOf, area) {
  const shown = points.map((point) => ({ point, at: placeOf(point) })).filter(({ at }) => at);
  const half = tagSize / 2;
  const covers = (place, at, radius) => Math.hypot(place.x - at.x, place.y - at.y) < radius + half;
  const taken = [];
  for (const { point, at } of shown.filter((one) => one.point.tag > 0).sort((a, b) => a.point.tag - b.point.tag)) {
    const off = point.radius + half + 2;
    const costOf = ({ x, y }) => (x < area.left + half || x > area.right - half || y < area.top + half ? 1000 : 0)
      + taken.filter((other) => Math.abs(other.x - x) < tagSize && Math.abs(other.y - y) < tagSize).length * 100
      + shown.filter((other) => other.point !== point && covers({ x, y }, other.at, other.point.radius)).length;
    const around = [[1, -0.7], [-1, -0.7], [0, -1], [1, 0.7], [-1, 0.7], [0, 1],
      [1.8, -1.4], [-1.8, -1.4], [1.8, 1.4], [-1.8, 1.4]];
    const places = (isOnStrip(point) ? [[1.1, 0], [-1.1, 0]] : around) // the strip's title and ticks are above and below
      .map(([dx, dy]) => ({ x: at.x + dx * off, y: at.y + dy * off }));
    const { x, y } = places.reduce((best, place) => (costOf(place) < costOf(best) ? place : best));
    taken.push({ x, y });
    make('rect', { x: x - half, y: y - half, width: tagSize, height: tagSize, rx: 4, class: 'tag-ground' }, parent);
    make('text', { x, y: y + 4.5, 'text-anchor': 'middle', class: 'tag-number' }, parent).textContent = point.tag;
  }
}
