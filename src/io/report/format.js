"use strict";
// Numbers as people read them, and a little help with the document.

const kThinSpace = "\u202f";
const kMinus = "\u2212";

function formatCount(n) {
  return Math.round(n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, kThinSpace);
}

function superscript(n) {
  return String(n).replace(/[-\d]/g, (c) => (c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[+c]));
}

/** A number with `digits` significant digits; powers of ten where plain digits would be long. */
function formatNumber(x, digits = 4) {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : kMinus + "∞";
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-3) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
    return `${mantissa.replace(/\.?0+$/, "").replace("-", kMinus)}\u00b710${superscript(+exponent)}`;
  }
  return String(+x.toPrecision(digits)).replace("-", kMinus);
}

/** A time with as many decimals as tell apart thousandths of `span`. */
function formatTime(t, span) {
  const decimals = Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(span > 0 ? span : 1))));
  return (Math.abs(t) < 0.5 * 10 ** -decimals ? 0 : t).toFixed(decimals).replace("-", kMinus);
}

function formatVector(v, digits = 4) {
  return `(${Array.from(v, (x) => formatNumber(x, digits)).join(", ")})`;
}

/** make("p.note", {onclick}, "text", child …) */
function make(what, properties, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function find(id) {
  return document.getElementById(id);
}

/** Steps of 1, 2 or 5 times a power of ten that cut `span` into about `count` parts. */
function niceStep(span, count) {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** The value of a custom property of the style sheet. */
function cssColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function parseColor(hex) {
  return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
}

function mixColors(a, b, t) {
  return a.map((x, k) => Math.round(x + (b[k] - x) * t));
}

function rgb(color, alpha = 1) {
  return alpha === 1 ? `rgb(${color.join(",")})` : `rgba(${color.join(",")},${alpha})`;
}

/** Relative luminance after WCAG 2.1, 0 to 1. */
function luminance(color) {
  const [r, g, b] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Sizes a canvas to its place in the page, in device pixels; returns [context, width, height] in CSS pixels. */
function fitCanvas(canvas) {
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(box.width * ratio));
  const height = Math.max(1, Math.round(box.height * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return [context, width / ratio, height / ratio];
}
