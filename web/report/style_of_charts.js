// What all pictures share: colours are the page's own variables, so that light, dark and paper need no second drawing.
export const ink = (name) => `var(--${name})`;

export const narrow = (width) => width < 560;

export const percent = (fraction, digits = 0) => `${(fraction * 100).toFixed(digits)} %`;

// "$36,196", "$3.29"; short for axes: "$1.2 M", "$350 k"
export const usd = (value) =>
  (value < 0 ? '-$' : '$') + Math.abs(value).toLocaleString('en-US', Math.abs(value) < 100
    ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 });
export function usdShort(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `$${+(value / 1e6).toPrecision(3)} M`;
  if (size >= 1e3) return `$${+(value / 1e3).toPrecision(3)} k`;
  return `$${+value.toPrecision(3)}`;
}
export const plain = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : `${+value.toPrecision(3)}`);

const family = getComputedStyle(document.body).fontFamily;

// Options that every picture starts from.
export function base(extra) {
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: family, fontSize: 12, color: ink('ink-2') },
    ...extra,
  };
}

export function axis(extra) {
  return {
    axisLine: { show: true, lineStyle: { color: ink('rule'), width: 1 } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { color: ink('ink-2'), fontSize: 12, fontFamily: family, hideOverlap: true },
    nameTextStyle: { color: ink('ink-2'), fontSize: 12, fontFamily: family },
    ...extra,
  };
}
export const valueAxis = (extra) =>
  axis({ type: 'value', axisLine: { show: false }, splitLine: { show: true, lineStyle: { color: ink('grid'), width: 1 } }, ...extra });

// A tooltip made of elements, never of markup: what it shows may come from a file.
export function tooltip(rowsOf, extra) {
  return {
    trigger: 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: ink('paper'),
    borderColor: ink('rule'),
    borderWidth: 1,
    padding: [8, 12],
    shadowBlur: 0,
    textStyle: { color: ink('ink'), fontSize: 12, fontFamily: family },
    axisPointer: { type: 'line', lineStyle: { color: ink('ink-3'), width: 1, type: 'solid' }, label: { show: false } },
    formatter: (points) => {
      const { title, rows } = rowsOf(points);
      const box = document.createElement('div');
      const head = document.createElement('b');
      head.textContent = title;
      box.append(head);
      for (const [name, text] of rows) {
        const line = document.createElement('div');
        line.className = 'tip';
        const left = document.createElement('span');
        left.textContent = name;
        const right = document.createElement('span');
        right.textContent = text;
        line.append(left, right);
        box.append(line);
      }
      return box;
    },
    ...extra,
  };
}

export const label = (extra) => ({ show: true, color: ink('ink'), fontSize: 12, fontFamily: family, ...extra });

// A line that only a reader of the picture needs: no symbol, no reaction.
export function line(extra) {
  return { type: 'line', symbol: 'none', showSymbol: false, silent: true, animation: false, emphasis: { disabled: true }, ...extra };
}

// Nothing but a text at a point.
export function note(at, text, extra) {
  return line({ data: [at], symbol: 'circle', symbolSize: 0.01, showSymbol: true, tooltip: { show: false }, label: label({ formatter: () => text, ...extra }), z: 6 });
}

// Pixels for labels that want to stand at `wanted`: in the same order, `gap` apart, between `first` and `last`.
export function apart(wanted, gap, first, last) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const out = [...wanted];
  let free = first;
  for (const i of order) {
    out[i] = Math.max(wanted[i], free);
    free = out[i] + gap;
  }
  let limit = last;
  for (const i of order.reverse()) {
    out[i] = Math.min(out[i], limit);
    limit = out[i] - gap;
  }
  return out;
}

// A grid whose place is known beforehand, so that labels can be set apart.
export const fixedGrid = (extra) => ({ outerBoundsMode: 'none', containLabel: false, ...extra });

let bandCount = 0;
// The area between `low` and `high`, points [x, y].
export function band(low, high, fill, extra) {
  const stack = `band${(bandCount += 1)}`;
  const spread = high.map(([x, y], i) => [x, y === null || low[i][1] === null ? null : y - low[i][1]]);
  const hidden = { lineStyle: { opacity: 0 }, stack, stackStrategy: 'all', tooltip: { show: false }, z: 1, ...extra };
  return [line({ data: low, ...hidden }), line({ data: spread, ...hidden, areaStyle: { color: fill, opacity: 1 } })];
}
