// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* Where a point stood in an earlier session: a broken outline, and an arrow from there. */
const arrowLength = 8;

function radiusOf(share) {
  return Math.sqrt(25 + (share || 0) * 26 * 26);
}

function drawBefore(chart, point, parent) {
  parent.replaceChildren();
  const before = point && point.before;
  if (!before) return;
  const from = { ...chart.at(before), radius: radiusOf(before.share) };
  if (isOnStrip(point)) from.radius = Math.min(from.radius, widestStripMark);
  else if (!chart.isShown(before) || !chart.isShown(point)) return;
  make('path', { d: data.shapes[point.family], class: 'before',
    transform: `translate(${from.x} ${from.y}) scale(${from.radius})` }, parent);
  const to = chart.at(point);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const way = Math.hypot(dx, dy);
  const [start, end] = [from.radius, way - point.radius - 2];
  if (end - start < arrowLength) return;
  const at = (along, aside) => `${from.x + (dx * along - dy * aside) / way} ${from.y + (dy * along + dx * aside) / way}`;
  make('path', { d: `M ${at(start, 0)} L ${at(end - arrowLength, 0)}`, class: 'arrow' }, parent);
  make('path', { d: `M ${at(end, 0)} L ${at(end - arrowLength, 4)} L ${at(end - arrowLength, -4)} Z`,
    class: 'arrow-head' }, parent);
}

/* Lines of a point's card. */
function beforeRows(point, row) {
  if (!point.before || !point.before.timeNs || !point.timeNs) return;
  row(texts.before, duration(point.before.timeNs));
  row(texts.change, signedPercent(point.timeNs / point.before.timeNs - 1));
}
