import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Relative luminance (WCAG 2.2) of an opaque oklch token, through linear sRGB (Ottosson's matrices). */
function luminance(name: string): number {
  const found = new RegExp(`--color-${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`).exec(tokens);
  if (!found) throw new Error(`no opaque token ${name}`);
  const [l, c, h] = found.slice(1).map(Number) as [number, number, number];
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * within(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z) +
    0.7152 * within(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z) +
    0.0722 * within(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z)
  );
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['pit', 'ground', 'stage', 'raised', 'lifted', 'hover'];

describe('contrast', () => {
  it.each(['ink', 'soft', 'muted', 'spot', 'live', 'settled'])('%s is readable on every surface', (text) => {
    for (const surface of surfaces) expect(contrast(text, surface), surface).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['on-spot', 'spot'],
    ['on-spot', 'spot-bright'],
    ['on-spot', 'spot-deep'],
    ['on-live', 'live'],
    ['on-live', 'live-bright'],
    ['ground', 'ink'],
  ])('%s is readable on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['ground', 'stage', 'raised'])('the border of a field stands out from %s', (surface) => {
    expect(contrast('edge', surface)).toBeGreaterThanOrEqual(3);
  });

  it('initials are readable on every gradient', () => {
    for (const [, name] of tokens.matchAll(/--color-(avatar-\w+):/g)) {
      expect(contrast('on-avatar', name ?? ''), name).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('dark only', () => {
  it.each(surfaces)('%s is a dark surface', (surface) => {
    expect(luminance(surface)).toBeLessThan(0.06);
  });

  it.each(['ink', 'soft', 'muted'])('%s is a light text', (text) => {
    expect(luminance(text)).toBeGreaterThan(0.2);
  });

  it('the browser is told so, and nothing of the page asks which scheme the reader prefers', () => {
    const web = join(import.meta.dirname, '..');
    const base = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8');
    // Paper is white.
    const screen = base.replace(/@media print \{[\s\S]*?\n\}/g, '');
    expect([...screen.matchAll(/color-scheme:\s*(\w+)/g)].map(([, scheme]) => scheme)).toEqual(['dark']);
    const asks = /prefers-color-scheme|light-dark\(|(?<![\w-])dark:(?=[\w[])/;
    const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:tsx|css|html)$/.test(file),
    );
    expect(files.filter((file) => asks.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
  });
});

it('no raw colour stands outside the tokens', () => {
  const web = join(import.meta.dirname, '..');
  const raw = /oklch\(|rgba?\(|hsla?\(|#[0-9a-f]{6}\b|-\[#|: (?:white|red|gray|grey)\b/i;
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:tsx?|css)$/.test(file) && !/tokens\.css$|\.test\.tsx?$/.test(file),
  );
  expect(files.filter((file) => raw.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
});
