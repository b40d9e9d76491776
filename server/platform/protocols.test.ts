import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/protocols.md'), 'utf8');

/** Rows `| `call` | what it asks | `server/…` |`: the last word of the call is the method's name. */
const rows = [...text.matchAll(/^\| `([\w.()]+)` \| .* \| `(server\/\S+\.ts)` \|$/gm)].map(
  ([, call = '', file = '']) => ({ call, file, method: call.split('.').at(-1) ?? '' }),
);

test('the tables of auth, rest, realtime and functions are read', () => {
  expect(rows.length).toBeGreaterThan(75);
});

test.each(rows)('$call is made in $file', ({ file, method }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`\\.${method}(?:<[^(]*>)?\\(`));
});

test('every other test file that the page names exists', () => {
  const named = [...text.matchAll(/`((?:server|e2e|database)\/[\w./-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
