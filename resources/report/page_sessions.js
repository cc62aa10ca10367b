// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* Other sessions on the chart: points and roofs in the colour of their session, as in the window. */
const colorOfSession = (session) => `family-${data.colors[session]}`;

/* They can be pointed at; no row is theirs. */
data.others.forEach((other, index) => {
  for (const point of other.points) data.points.push({ ...point, session: index + 1, layer: -2, operator: -2 });
});

function colorOfPoint(point) {
  return data.others.length ? colorOfSession(point.session || 0) : `family-${point.family}`;
}

/* What stands in its card before its type. */
function sessionOf(point) {
  return data.others.length ? data.sessions[point.session || 0] : '';
}

/* Roofs of each session, the page's first. */
const roofsBySession = [data.roofs, ...data.others.map((other) => other.roofs)];

/* One that no session before this one has, too: it is drawn once. */
function isFirst(roof, session) {
  return !roofsBySession.slice(0, session).flat().some((one) => one.unit === roof.unit && one.value === roof.value);
}
