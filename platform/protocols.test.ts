import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/protocols.md'), 'utf8');

/** Rows `| `call` | what it asks | `server/…` |`: the last word of the call is the method's name. */
const rows = [
  ...text.matchAll(/^\| `([\w.()]+)` \| .* \| `((?:server|platform|product|web)\/\S+\.tsx?)` \|$/gm),
].map(([, call = '', file = '']) => ({ call, file, method: call.split('.').at(-1) ?? '' }));

test('the tables of auth, rest, realtime, storage and functions are read', () => {
  expect(rows.length).toBeGreaterThan(140);
});

test.each(rows)('$call is made in $file', ({ file, method }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`\\.${method}(?:<[^(]*>)?\\(`));
});

test('every other test file that the page names exists', () => {
  const named = [...text.matchAll(/`((?:server|platform|product|e2e|database)\/[\w./-]+\.ts)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

/** The names of a section's lists, each as `part.name`: - `auth`: `initialize`, `dispose`; `channel()`: `teardown`. */
function listed(heading: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  let part = '';
  return [...section.matchAll(/`([\w.()]+)`(:?)/g)].flatMap(([, name = '', colon]) => {
    if (colon === '') return part === '' ? [] : [`${part}.${name}`];
    part = name;
    return [];
  });
}

/** What the packages' own types call private: reflection sees it as public. */
const hidden = new Set(
  globSync(
    'node_modules/@supabase/{auth,postgrest,realtime,storage,functions,supabase}-js/dist/**/*.d.{ts,mts}',
    { cwd: root },
  )
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^\s+(?:private|protected)\s+(?:(?:static|readonly|async)\s+)*(\w+)/gm,
      ),
    ])
    .map(([, name = '']) => name),
);

/** The methods that a program can call on an object, its own and those of its prototypes. */
function methodsOf(of: object): string[] {
  const names = new Set<string>();
  for (let at = of; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
  return [...names].filter((name) => !name.startsWith('_'));
}

describe('the installed client', () => {
  const client = createClient('http://127.0.0.1:1', 'sb_publishable_x', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { auth } = client;
  const parts: [part: string, of: object][] = [
    ['client', client],
    ['auth', auth],
    ['auth.mfa', auth.mfa],
    ['auth.mfa.recoveryCodes', auth.mfa.recoveryCodes],
    ['auth.mfa.webauthn', auth.mfa.webauthn],
    ['auth.passkey', auth.passkey],
    ['auth.oauth', auth.oauth],
    ['auth.admin', auth.admin],
    ['auth.admin.mfa', auth.admin.mfa],
    ['auth.admin.oauth', auth.admin.oauth],
    ['auth.admin.customProviders', auth.admin.customProviders],
    ['auth.admin.passkey', auth.admin.passkey],
    ['from()', client.from('films')],
    ['rest', client.from('films').select()],
    ['realtime', client.realtime],
    ['channel()', client.channel('films')],
    ['storage', client.storage],
    ['storage.from()', client.storage.from('films')],
    ['storage.analytics', client.storage.analytics],
    ['storage.vectors', client.storage.vectors],
    ['functions', client.functions],
  ];
  // Rows of `client` and of filters are written as they are called: `removeChannel`, `eq`.
  const written = rows.flatMap(({ call }) =>
    call.includes('.') ? [call] : [`client.${call}`, `rest.${call}`],
  );
  const known = new Set([
    ...written,
    ...listed('What asks nothing of the server'),
    ...listed('Not served'),
    ...['channel', 'getChannels', 'removeChannel', 'removeAllChannels'].map((name) => `realtime.${name}`),
  ]);

  test.each(parts)('has no method of %s that the page does not tell of', (part, of) => {
    const all = methodsOf(of).filter((name) => !hidden.has(name));
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((name) => !known.has(`${part}.${name}`))).toEqual([]);
  });

  test('has every method that the page tells of', () => {
    const there = new Set(parts.flatMap(([part, of]) => methodsOf(of).map((name) => `${part}.${name}`)));
    const told = [
      ...rows.map(({ call }) => call),
      ...listed('What asks nothing of the server'),
      ...listed('Not served'),
    ];
    const gone = told.filter(
      (call) =>
        !(call.includes('.') ? [call] : [`client.${call}`, `rest.${call}`]).some((name) => there.has(name)),
    );
    expect(gone.filter((call) => call !== 'rest.returns' && call !== 'rest.overrideTypes')).toEqual([]);
  });
});
