// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// The chart and the tables of an interactive report. Everything that it shows is text, never markup.
'use strict';

const data = JSON.parse(document.getElementById('rooflight-data').textContent);
const texts = data.texts; // the fixed ones, in the language of the page
const svgSpace = 'http://www.w3.org/2000/svg';
const log = Math.log10;

function make(name, attributes, parent) {
  const element = document.createElementNS(svgSpace, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.append(element);
  return element;
}

function html(name, text, parent, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  if (parent) parent.append(element);
  return element;
}

/* A text with values in the places of %1, %2. */
function filled(text, ...values) {
  return text.replace(/%([1-9])/g, (place, digit) => values[digit - 1] ?? place);
}

/* Numbers as the rest of the page has them: three digits, powers of 1000. */
const prefixes = [[1e18, 'E'], [1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];

function three(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function quantity(value, unit) {
  if (!(value > 0)) return '0 ' + unit;
  const [factor, prefix] = prefixes.find(([size]) => value >= size * 0.9995) || prefixes[prefixes.length - 1];
  return three(value / factor) + ' ' + prefix + unit;
}

function plain(value) {
  return value >= 1 ? quantity(value, '').trim() : String(Number(value.toPrecision(3)));
}

/* Of axes, whose values are round. */
function round(value) {
  const [factor, prefix] = prefixes.find(([size]) => value >= size * 0.9995) || prefixes[prefixes.length - 1];
  return `${Number((value / factor).toPrecision(3))} ${prefix}`.trim();
}

function percent(share) {
  if (share < 0.001) return '<0.1 %';
  return (share * 100).toFixed(share >= 0.0995 ? 0 : 1) + ' %';
}

/* "+12 %", "−8.3 %". */
function signedPercent(change) {
  return (change < 0 ? '−' : '+') + percent(Math.abs(change));
}

/* "24.3 ms" of nanoseconds. */
function duration(timeNs) {
  return quantity(timeNs * 1e-9, 's');
}

/* "11,689". */
function counted(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/* What a cell says as a number: "24.3 ms" is 0.0243, "<0.1 %" is 0.1; null where it says none. */
function valueOf(text) {
  const match = /^[≥<>\s]*([+−-]?)([\d,]*\.?\d+(?:e[+-]?\d+)?)\s*([EPTGMkmµn](?=FLOP|MAC|MAdd|Flops|B$|B\/s|s$|Hz|W$|\/s))?/.exec(text);
  if (!match) return null;
  const factor = prefixes.find(([, prefix]) => prefix === (match[3] || ''))[0];
  return (/[−-]/.test(match[1]) ? -1 : 1) * Number(match[2].replaceAll(',', '')) * factor;
}
