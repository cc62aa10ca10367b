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
  const from = { x: chart.x(log(before.intensity)), y: chart.y(log(before.rate)), radius: radiusOf(before.share) };
  make('path', { d: data.shapes[point.family], class: 'before',
    transform: `translate(${from.x} ${from.y}) scale(${from.radius})` }, parent);
  const [dx, dy] = [chart.x(log(point.intensity)) - from.x, chart.y(log(point.rate)) - from.y];
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
