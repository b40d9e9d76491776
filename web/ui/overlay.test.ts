import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a veil is on the same layer as the windows, so that a window that opens later dims the earlier one', () => {
  const css = readFileSync(join(import.meta.dirname, 'overlay.css'), 'utf8');
  const layers = [...css.matchAll(/z-index: (\d+)/g)].map(([, layer]) => layer);
  expect(layers.length).toBeGreaterThanOrEqual(3);
  expect(new Set(layers).size).toBe(1);
});
