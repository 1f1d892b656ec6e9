// Pictures over a time axis, in UTC. Gaps are gaps; bands name what was qualified and what was throttled.
import { axis, band, base, ink, label, line, plain, tooltip, valueAxis } from './style_of_charts.js';

const bandStyles = {
  gap: { fill: 'url(#hatch)', text: 'no data', ink: 'ink-2' },
  qualified: { fill: ink('qualified'), text: 'qualified soak', ink: 'own-text' },
  throttled: { fill: ink('throttled'), text: 'throttled', ink: 'bad-text' },
};

const moment = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

function timeAxis(data, extra) {
  return axis({
    type: 'time',
    min: data.from * 1000,
    max: (data.from + data.step * data.count) * 1000,
    ...extra,
    axisLabel: { color: ink('ink-2'), fontSize: 12, hideOverlap: true, alignMinLabel: 'left', alignMaxLabel: 'right', formatter: { year: '{yyyy}', month: '{d} {MMM}', day: '{d} {MMM}', hour: '{HH}:{mm}', minute: '{HH}:{mm}', second: '{HH}:{mm}:{ss}' },
      ...(extra && extra.axisLabel) },
  });
}

// Values of a grid as points [time, y].
const timed = (data, values) => values.map((y, i) => [(data.from + i * data.step) * 1000, y]);

// A median as a line and, where values of one step differ, their range behind it.
function lines(data, values, color, extra) {
  const out = values.low ? band(timed(data, values.low), timed(data, values.high), ink(`${color}-band`), extra) : [];
  out.push(line({ data: timed(data, values.mid), lineStyle: { color: ink(color), width: 1.5 }, z: 3, ...extra }));
  return out;
}

function bandMarks(data, width) {
  if (data.bands.length === 0) return {};
  const span = data.step * data.count;
  return {
    markArea: {
      silent: true,
      data: data.bands.map((one) => {
        const style = bandStyles[one.kind] ?? bandStyles.gap;
        const wide = ((one.to - one.from) / span) * width > style.text.length * 7.5;
        return [{ xAxis: one.from * 1000, itemStyle: { color: style.fill },
          label: { show: wide, formatter: () => style.text, position: 'insideBottom', distance: 4, color: ink(style.ink), fontSize: 12 } }, { xAxis: one.to * 1000 }];
      }),
    },
  };
}

const limitLine = (limit, unit) => ({
  markLine: {
    silent: true, symbol: 'none', animation: false,
    lineStyle: { color: ink('bad'), width: 1, type: 'dashed' },
    label: label({ formatter: () => `${limit.label} ${plain(limit.value)} ${unit}`, position: 'insideEndTop', distance: 4, color: ink('bad-text') }),
    data: [{ yAxis: limit.value }],
  },
});

function tipRows(data, picked) {
  return (shown) => {
    const i = Math.round((shown[0].axisValue / 1000 - data.from) / data.step);
    return { title: `${moment(data.from + i * data.step)} UTC`, rows: picked(i) };
  };
}

function rowsOf(name, values, i, unit) {
  if (values.mid[i] === null || values.mid[i] === undefined) return [[name, 'no data']];
  const range = values.low && values.high[i] > values.low[i] ? ` (${plain(values.low[i])} to ${plain(values.high[i])})` : '';
  return [[name, `${plain(values.mid[i])}${range} ${unit}`]];
}

function single(data, width, { name, unit, color, limit }) {
  return base({
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
    tooltip: tooltip(tipRows(data, (i) => rowsOf(name, data.line, i, unit))),
    xAxis: timeAxis(data),
    yAxis: valueAxis({ min: 0, max: limit ? (range) => Math.max(range.max, limit.value * 1.1) : undefined, splitNumber: 3,
      axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: plain, showMaxLabel: limit ? false : undefined } }),
    series: [...lines(data, data.line, color), line({ data: [], ...bandMarks(data, width), ...(limit ? limitLine(limit, '') : {}) })],
  });
}

export const arrivalRate = (data, width) => single(data, width, { name: 'requests', unit: '/s', color: 'own' });

export const demand = (data, width) =>
  single(data, width, { name: 'accelerators needed', unit: '', color: 'own', limit: data.owned ? { value: data.owned, label: 'to be owned:' } : null });

const colors = ['own', 'second'];
const richNames = Object.fromEntries(colors.map((color) => [color, { color: ink(`${color}-text`), fontWeight: 600, fontSize: 12 }]));

// Two lines are named in their own colours.
function titleOf(panel) {
  if (panel.lines.length < 2) return `${panel.title}, ${panel.unit}`;
  return `${panel.lines.map((one, k) => `{${colors[k]}|${one.name}}`).join(' and ')}, ${panel.unit}`;
}

// Where an axis begins: at 0, or where a narrow range still shows at least a quarter of its height, so that noise stays small.
function floorOf(lowest, highest) {
  if (lowest < highest * 0.5) return 0;
  const step = 10 ** Math.floor(Math.log10(highest)) / 2;
  return Math.floor(Math.min(lowest, highest * 0.75) / step) * step;
}

// One panel under the other on one time axis.
export function devices(data, width, tall = 560) {
  const panels = data.panels;
  const head = panels.length > 4 ? 24 : 32; // a panel's title
  const height = (tall - 34 - head * panels.length) / panels.length;
  const option = base({
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: [], xAxis: [], yAxis: [], series: [],
    tooltip: tooltip(tipRows(data, (i) => panels.flatMap((panel) => panel.lines.flatMap((one) => rowsOf(one.name, one, i, panel.unit))))),
  });
  panels.forEach((panel, n) => {
    const last = n === panels.length - 1;
    const axes = { xAxisIndex: n, yAxisIndex: n };
    option.grid.push({ outerBoundsMode: 'none', left: 52, right: 16, top: head * (n + 1) + height * n, height });
    option.xAxis.push(timeAxis(data, { gridIndex: n, axisLabel: { show: last } }));
    const highest = Math.max(...panel.lines.flatMap((one) => (one.high ?? one.mid).filter((y) => y !== null)));
    const lowest = Math.min(...panel.lines.flatMap((one) => (one.low ?? one.mid).filter((y) => y !== null)));
    const room = panel.limit && panel.limit.value > highest ? panel.limit.value * 1.02 : null;
    option.yAxis.push(valueAxis({ gridIndex: n, splitNumber: 2, min: panel.unit === '%' ? 0 : floorOf(lowest, highest), max: panel.unit === '%' ? 100 : room ?? undefined,
      scale: true, name: titleOf(panel), nameLocation: 'end', nameGap: 12,
      nameTextStyle: { align: 'left', padding: [0, 0, 0, -52], color: ink('ink'), fontSize: 12, fontWeight: 600, rich: richNames },
      axisLabel: { color: ink('ink-2'), fontSize: 12, formatter: plain, showMaxLabel: room ? false : undefined } }));
    panel.lines.forEach((one, k) => {
      option.series.push(...lines(data, one, colors[k], axes));
    });
    option.series.push(line({ data: [], ...axes, ...bandMarks(data, n === 0 ? width : 0), ...(panel.limit ? limitLine(panel.limit, panel.unit) : {}) }));
  });
  return option;
}
