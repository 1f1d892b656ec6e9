// Curves over something other than time.
import { apart, axis, band, base, fixedGrid, ink, label, line, narrow, note, percent, plain, tooltip, usd, usdShort, valueAxis } from './style_of_charts.js';

const seconds = (s) => (s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`);

// Variance over mean of the counts by the length of the counting step, both on logarithmic axes.
export function dispersion(data) {
  const ys = data.columns.dispersion ?? Object.values(data.columns)[0];
  const points = data.x.map((x, i) => [x, ys[i] > 0 ? ys[i] : null]);
  const known = ys.filter((y) => y > 0);
  return base({
    grid: { left: 8, right: 28, top: 24, bottom: 4, containLabel: true },
    tooltip: tooltip((shown) => ({ title: `over ${seconds(shown[0].axisValue)}`, rows: [['variance over mean', plain(shown[0].value[1])]] })),
    xAxis: axis({ type: 'log', min: data.x[0], max: data.x[data.x.length - 1], axisLabel: { color: ink('ink-2'), fontSize: 12, customValues: data.x, formatter: seconds }, axisTick: { show: false, customValues: data.x } }),
    yAxis: valueAxis({ type: 'log', min: Math.min(0.5, ...known), max: Math.max(2, ...known) * 1.6, axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: plain, showMinLabel: false, showMaxLabel: false } }),
    series: [
      line({ data: points, showSymbol: true, symbol: 'circle', symbolSize: 8, itemStyle: { color: ink('own') }, lineStyle: { color: ink('own'), width: 2 },
        label: label({ position: 'top', formatter: ({ value }) => plain(value[1]) }),
        markLine: { silent: true, symbol: 'none', animation: false, lineStyle: { color: ink('ink-3'), type: 'dashed', width: 1 },
          label: label({ formatter: () => 'random arrivals: 1', position: 'insideEndBottom', color: ink('ink-2') }), data: [{ yAxis: 1 }] } }),
    ],
  });
}

// Column, colour, the word beside its end.
const sides = { own: ['own', 'own'], 'own after exit value': ['own', 'own, resold'], rent: ['rent', 'rent'], hybrid: ['hybrid', 'hybrid'] };

// The next of 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8 times a power of ten: each a round number in quarters.
function niceTop(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value);
}

// The first month in which owning has cost no more than renting.
function crossing(data) {
  const { own, rent } = data.columns;
  if (!own || !rent) return -1;
  return data.x.findIndex((_, i) => i > 0 && own[i] !== null && rent[i] !== null && own[i] <= rent[i]);
}

export function cumulativeCost(data, width, height) {
  const edges = { left: 62, right: narrow(width) ? 128 : 132, top: 24, bottom: 42 };
  const months = data.x[data.x.length - 1];
  const series = [];
  const ends = [];
  for (const [name, [color, word]] of Object.entries(sides)) {
    const ys = data.columns[name];
    if (!ys) continue;
    const last = ys.findLastIndex((y) => y !== null);
    series.push(line({ name, data: data.x.map((x, i) => [x, ys[i]]), lineStyle: { color: ink(color), width: name === word ? 2.5 : 1.5, type: name === word ? 'solid' : 'dashed' }, z: 3 }));
    ends.push({ x: data.x[last], y: ys[last], text: `${word} ${usdShort(ys[last])}`, color: ink(`${color}-text`) });
  }
  series.push(line({ data: [], markLine: { silent: true, symbol: 'none', animation: false, label: { show: false }, lineStyle: { color: ink('grid'), type: 'solid', width: 1 },
    data: [12, 24, 36, 48, 60].filter((month) => month <= months).map((month) => ({ xAxis: month })) } }));
  const top = niceTop(Math.max(...Object.values(data.columns).flat().filter((y) => y !== null), 1));
  const pixel = (y) => edges.top + (1 - y / top) * (height - edges.top - edges.bottom);
  const moved = apart(ends.map(({ y }) => pixel(y)), 16, 8, height - edges.bottom);
  ends.forEach(({ x, y, text, color }, n) => series.push(note([x, y], text, { position: 'right', distance: 6, offset: [0, moved[n] - pixel(y)], color, fontWeight: 600, lineHeight: 14 })));
  const i = crossing(data);
  if (i > 0) {
    series.push(line({ data: [[data.x[i], data.columns.own[i]]], showSymbol: true, symbol: 'circle', symbolSize: 9, itemStyle: { color: ink('ink') }, tooltip: { show: false }, z: 6,
      label: label({ formatter: () => `month ${data.x[i]}`, position: 'left', offset: [-4, -14], fontWeight: 600 }) }));
  }
  return base({
    grid: fixedGrid(edges),
    tooltip: tooltip((shown) => ({ title: `month ${shown[0].axisValue}`, rows: shown.filter((one) => one.seriesName in sides && one.value[1] !== null).map((one) => [sides[one.seriesName][1], usd(one.value[1])]) })),
    xAxis: axis({ type: 'value', min: data.x[0], max: months, interval: 12, name: 'months', nameLocation: 'middle', nameGap: 24 }),
    yAxis: valueAxis({ min: 0, max: top, interval: top / 4, axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: usdShort } }),
    series,
  });
}

// The share of the hours in which the first, second, ... accelerator is needed, as steps.
export function loadDuration(data) {
  const ys = Object.values(data.columns)[0];
  const last = data.x.length - 1;
  const points = data.x.map((x, i) => [x - 0.5, ys[i]]);
  points.push([data.x[last] + 0.5, ys[last]]);
  const even = data.break_even;
  return base({
    grid: { left: 8, right: 16, top: 16, bottom: 22, containLabel: true },
    tooltip: tooltip((shown) => {
      const i = Math.min(last, Math.max(0, Math.floor(shown[0].axisValue - data.x[0] + 0.5)));
      return { title: `accelerator ${data.x[i]}`, rows: [['needed', percent(ys[i])]] };
    }),
    xAxis: axis({ type: 'value', min: data.x[0] - 0.5, max: data.x[last] + 0.5, name: 'nth accelerator', nameLocation: 'middle', nameGap: 24,
      axisLabel: { color: ink('ink-2'), fontSize: 12, hideOverlap: true, customValues: data.x, formatter: (x) => `${x}` } }),
    yAxis: valueAxis({ min: 0, max: 1, interval: 0.25, axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: (y) => percent(y) } }),
    series: [
      line({ data: points, step: 'end', lineStyle: { color: ink('own'), width: 2 }, areaStyle: { color: ink('own-band'), opacity: 1 },
        ...(even === null ? {} : { markLine: { silent: true, symbol: 'none', animation: false, lineStyle: { color: ink('ink'), type: 'dashed', width: 1 },
          label: label({ formatter: () => `break-even ${percent(even)}`, position: 'insideEndTop', fontWeight: 600, backgroundColor: ink('paper'), padding: [1, 4] }), data: [{ yAxis: even }] } }) }),
    ],
  });
}

// Each card's minutes from the busiest to the idlest; of many cards the median one and a band.
export function busyDistribution(data) {
  const last = data.lines[0].mid.length - 1;
  const points = (ys) => ys.map((y, i) => [i / last, y]);
  const shown = data.lines.flatMap((one) => [
    ...(one.low ? band(points(one.low), points(one.high), ink('own-band')) : []),
    line({ name: one.name, data: points(one.mid), lineStyle: { color: ink('own'), width: 1.5, opacity: data.lines.length > 1 ? 0.7 : 1 }, z: 3 }),
  ]);
  return base({
    grid: { left: 8, right: 16, top: 16, bottom: 22, containLabel: true },
    tooltip: tooltip((picked) => {
      const i = Math.round(picked[0].axisValue * last);
      return { title: `${percent(i / last)} of the minutes`, rows: data.lines.map((one) => [one.name, one.mid[i] === null ? 'no data' : `${plain(one.mid[i])} % or more`]) };
    }),
    xAxis: axis({ type: 'value', min: 0, max: 1, interval: 0.25, name: 'share of the minutes', nameLocation: 'middle', nameGap: 24,
      axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: (x) => percent(x) } }),
    yAxis: valueAxis({ min: 0, max: 100, interval: 25, axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: (y) => `${y} %` } }),
    series: shown,
  });
}
