import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { BarChart } from './bar-chart.tsx';
import type { ChartState } from './chart-frame.tsx';
import { CurveChart, Sparkline } from './curve-chart.tsx';
import { FunnelChart } from './funnel-chart.tsx';
import { HeatGrid } from './heat-grid.tsx';
import { axisOf, cellAfterKey, heightOf, isNamed, pointAfterKey, type Series } from './scale.ts';

const html = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
const series: readonly Series[] = [
  { key: 'net', label: 'Net', tone: 'settled' },
  { key: 'before', label: 'Avant', tone: 'rest' },
];
const points = [
  { key: '1', label: 'janvier 2026', short: 'janv.', values: { net: 10, before: null }, to: '/janvier' },
  { key: '2', label: 'février 2026', short: 'févr.', values: { net: -4, before: 6 }, to: '/fevrier' },
];
const facts = { title: 'Février a baissé', series, points, format: String, pointsName: 'Mois' };

describe('an axis', () => {
  it('holds every value and zero, on equal steps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 40 }),
        fc.boolean(),
        (values, whole) => {
          const axis = axisOf(values, whole);
          for (const value of [0, ...values]) {
            expect(heightOf(value, axis)).toBeGreaterThanOrEqual(0);
            expect(heightOf(value, axis)).toBeLessThanOrEqual(1);
          }
          expect(axis.lines[0]).toBe(axis.low);
          expect(axis.lines.at(-1)).toBe(axis.high);
          const step = (axis.lines[1] ?? 0) - (axis.lines[0] ?? 0);
          axis.lines.slice(1).forEach((line, index) => {
            expect(line - (axis.lines[index] ?? 0)).toBeCloseTo(step);
          });
        },
      ),
    );
  });

  it('of counts has no halves', () => {
    for (const most of [1, 2, 3, 5, 7, 30])
      expect(axisOf([most], true).lines.every(Number.isInteger)).toBe(true);
  });

  it('always names the last point, and no more than fit', () => {
    for (let count = 1; count <= 60; count += 1) {
      const named = Array.from({ length: count }, (_, index) => isNamed(index, count, 4));
      expect(named.at(-1)).toBe(true);
      expect(named.filter(Boolean).length).toBeLessThanOrEqual(4);
    }
  });
});

describe('the keyboard', () => {
  it('moves from point to point and stops at both ends', () => {
    expect(pointAfterKey('ArrowRight', 3, 12)).toBe(4);
    expect(pointAfterKey('ArrowRight', 11, 12)).toBe(11);
    expect(pointAfterKey('ArrowLeft', 0, 12)).toBe(0);
    expect(pointAfterKey('Home', 7, 12)).toBe(0);
    expect(pointAfterKey('End', 7, 12)).toBe(11);
    expect(pointAfterKey('PageUp', 10, 12)).toBe(11);
    expect(pointAfterKey('a', 7, 12)).toBeNull();
  });

  it('goes in a grid where the arrow points, also when the days stand side by side', () => {
    const at = { row: 3, column: 10 };
    const size = { rows: 7, columns: 14 };
    expect(cellAfterKey('ArrowRight', at, size, false)).toEqual({ row: 3, column: 11 });
    expect(cellAfterKey('ArrowDown', at, size, false)).toEqual({ row: 4, column: 10 });
    expect(cellAfterKey('ArrowRight', at, size, true)).toEqual({ row: 4, column: 10 });
    expect(cellAfterKey('ArrowDown', at, size, true)).toEqual({ row: 3, column: 11 });
    expect(cellAfterKey('ArrowDown', { row: 6, column: 0 }, size, false)).toEqual({ row: 6, column: 0 });
    expect(cellAfterKey('Home', at, size, false)).toEqual({ row: 3, column: 0 });
    expect(cellAfterKey('Enter', at, size, false)).toBeNull();
  });
});

describe.each([
  ['a curve', <CurveChart key="c" {...facts} />],
  ['bars', <BarChart key="b" {...facts} />],
])('%s', (_name, chart) => {
  const markup = html(chart);
  it('is one stop of the keyboard that reads its last point with every series', () => {
    expect(markup.match(/tabindex="0"/g)).toHaveLength(1);
    expect(markup).toContain('role="slider"');
    expect(markup).toContain('aria-label="Février a baissé"');
    expect(markup).toContain('aria-valuetext="février 2026 : Net -4, Avant 6"');
    expect(markup).toMatch(/aria-valuemin="1" aria-valuemax="2" aria-valuenow="2"/);
  });

  it('has its finding as a heading, a table on demand, and the way to what the point is made of', () => {
    expect(markup).toMatch(/<h3[^>]*>Février a baissé<\/h3>/);
    expect(markup).toMatch(/aria-pressed="false".*En tableau/);
    expect(markup).toContain('href="/fevrier"');
  });
});

it('what is not known is a gap in the curve, and said as such', () => {
  const [january] = points;
  const markup = html(<CurveChart {...facts} points={january ? [january] : []} />);
  expect(markup).toContain('Avant inconnu');
  expect(markup.match(/class="chart-mark"/g)).toHaveLength(1);
});

it('bars below zero hang from the zero line', () => {
  const [bar] = html(<BarChart {...facts} series={series.slice(0, 1)} points={points.slice(1)} />).match(
    /class="chart-bar"[^>]*/,
  ) ?? [''];
  expect(bar).toContain('bottom:0%;height:100%');
});

describe('while there is nothing to draw', () => {
  const drawn = (state: ChartState) => html(<CurveChart {...facts} state={state} />);
  it('is busy, says why it is empty, or offers another try, without a slider or a table', () => {
    expect(drawn({ kind: 'loading' })).toContain('aria-busy="true"');
    expect(drawn({ kind: 'empty', text: 'Rien encore' })).toContain('Rien encore');
    expect(drawn({ kind: 'error', text: 'Pas lus', onRetry: () => undefined, retrying: false })).toMatch(
      /role="alert".*Pas lus.*Réessayer/,
    );
    expect(drawn({ kind: 'loading' })).not.toMatch(/slider|En tableau/);
  });
});

it('a grid of hours has one stop, at what was asked for first, and says each cell', () => {
  const cell = { veil: false, light: 0, ring: false, text: 'fermé' };
  const markup = html(
    <HeatGrid
      title="Jeudi soir"
      legend={{ ring: 'Cherché' }}
      cells={[
        { ...cell, weekday: 1, hour: 18 },
        { ...cell, weekday: 4, hour: 20, ring: true, text: 'fermé, cherché par 9 personnes' },
      ]}
    />,
  );
  expect(markup.match(/tabindex="0"/g)).toHaveLength(1);
  expect(markup).toMatch(/aria-label="jeudi 20\u00a0h : fermé, cherché par 9 personnes" tabindex="0"/);
  expect(markup.match(/role="gridcell"/g)).toHaveLength(7 * 3);
});

it('a funnel says what cannot be counted instead of drawing zero, and gives no rate after it', () => {
  const markup = html(
    <FunnelChart
      title="Une sur deux"
      steps={[
        { key: 'a', label: 'Vu', count: 10 },
        { key: 'b', label: 'Ouvert', count: null },
        { key: 'c', label: 'Retenu', count: 6 },
        { key: 'd', label: 'Tenu', count: 3, settled: true },
      ]}
    />,
  );
  expect(markup).toContain('non compté');
  expect(markup.match(/de l’étape d’avant/g)).toHaveLength(1);
  expect(markup).toMatch(/50\s%/);
});

it('a small curve says in words what it shows', () => {
  expect(html(<Sparkline values={[1, 2]} label="De 1 à 2" />)).toMatch(/role="img" aria-label="De 1 à 2"/);
});

describe('the tones', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../tokens.css'), 'utf8');
  const names = ['settled', 'spot', 'series-rest', 'series-other'];

  /** An opaque token as linear sRGB (Ottosson's matrices). */
  const linear = (name: string): number[] => {
    const found = new RegExp(`--color-${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`).exec(tokens);
    const [l = 0, c = 0, h = 0] = (found ?? []).slice(1).map(Number);
    const a = c * Math.cos((h * Math.PI) / 180);
    const b = c * Math.sin((h * Math.PI) / 180);
    const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
      4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
      -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
      -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
    ];
  };
  const times = (matrix: readonly (readonly number[])[], [r = 0, g = 0, b = 0]: number[]) =>
    matrix.map(([x = 0, y = 0, z = 0]) => x * r + y * g + z * b);
  const oklab = (rgb: number[]) => {
    const cone = times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      rgb,
    ).map(Math.cbrt);
    return times(
      [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
      ],
      cone,
    );
  };
  /** How a colour is seen without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
  const sight: Readonly<Record<string, readonly (readonly number[])[]>> = {
    protanopia: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  };
  /** A difference of 0.02 in Oklab is just seen beside each other; across a chart it takes several times that. */
  it.each(Object.entries(sight))('are told apart with %s', (_kind, matrix) => {
    const seen = names.map((name) => oklab(times(matrix, linear(name))));
    for (const [index, one] of seen.entries())
      for (const [other, two] of seen.entries()) {
        if (other <= index) continue;
        const far = Math.hypot(...one.map((value, axis) => value - (two[axis] ?? 0)));
        expect(far, `${names[index]} and ${names[other]}`).toBeGreaterThan(0.08);
      }
  });

  it('differ by dash and by pattern too', () => {
    const css = readFileSync(join(import.meta.dirname, 'charts.css'), 'utf8');
    expect(new Set([...css.matchAll(/--dash: ([^;]+);/g)].map(([, dash]) => dash)).size).toBe(3);
    for (const tone of ['asks', 'rest', 'other'])
      expect(css).toContain(`:is(.chart-bar, .chart-bar-sample)[data-tone="${tone}"]`);
  });
});
