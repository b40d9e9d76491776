import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LEAVES, ROOMS } from '../../product/rooms.ts';
import { importFaults } from './import-rules.ts';
import { fileFaults } from './names-and-lengths.ts';

const tree = join(import.meta.dirname, '../..');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loge-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Where the specifiers of an import lead from a file; `null` for a package. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(path), specifier) : null;
}

const PACKAGES = ['react', 'zod', 'pg', 'vitest', 'temporal-polyfill', '@tanstack/react-query'];

/** What is wrong with the imports of a tree made of these files. Whatever they import is there too. */
async function inTree(files: Record<string, string>): Promise<string[]> {
  const imports = Object.fromEntries(
    ['product', 'platform', 'database', 'server', 'web'].map((room) => [`#${room}/*`, `./${room}/*`]),
  );
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, '1.0.0']));
  write({ 'package.json': JSON.stringify({ type: 'module', imports, dependencies }) });
  for (const name of PACKAGES)
    write({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
      [`node_modules/${name}/index.js`]: '',
    });
  for (const [path, text] of Object.entries(files))
    for (const [, specifier = ''] of text.matchAll(/'([#.][^']+)'/g)) {
      const target = targetOf(path, specifier);
      if (target !== null) write({ [target]: 'export {};' });
    }
  write(files);
  const rooms = ['product', 'platform', 'database', 'server', 'web', 'e2e', 'scripts', 'tools'];
  for (const room of rooms) mkdirSync(join(root, room), { recursive: true });
  return importFaults(root, rooms);
}

describe('an arrow that runs the wrong way is named', () => {
  test('with its file, its room and what it imports', async () => {
    const wrong = [
      ['product/shared/a.ts', '#product/accounts/rules/b.ts', 'product/shared'],
      ['product/booking/rules/a.ts', '#product/payments/rules/b.ts', 'product/booking/rules'],
      ['product/booking/rules/b.ts', '../contract.ts', 'product/booking/rules'],
      ['product/booking/rules/c.ts', '../seats.ts', 'product/booking/rules'],
      ['product/booking/contract.ts', '#product/conference/contract.ts', 'product/booking/contract'],
      ['product/booking/reviews-contract.ts', './seats.ts', 'product/booking/contract'],
      ['product/booking/commands/a.ts', '#product/payments/b.ts', 'product/booking'],
      ['product/moderation/a.ts', '#product/support/rules/b.ts', 'product/moderation'],
      ['product/accounts/a.ts', '#product/moderation/contract.ts', 'product/accounts'],
      ['product/moderation/b.ts', '#product/commands.ts', 'product/moderation'],
      ['product/moderation/c.ts', '#product/mails.ts', 'product/moderation'],
      ['product/command/a.ts', '#server/mail/b.ts', 'product/command'],
      ['web/ui/a.ts', '#web/features/auth/b.ts', 'web/ui'],
      ['web/features/booking/a.ts', '../auth/b.ts', 'web/features'],
      ['web/features/booking/c.ts', '#product/booking/seats.ts', 'web/features'],
      ['web/features/booking/d.ts', '#product/booking/commands/hold-slot.ts', 'web/features'],
      ['web/features/auth/a.ts', '#web/pages/home/b.tsx', 'web/features'],
      ['web/pages/home/a.tsx', '#web/app/router.tsx', 'web/pages'],
      ['web/lib/a.ts', '#server/settings.ts', 'web/lib'],
      ['web/features/booking/b.ts', '#web/conference-core/b.ts', 'web/features'],
      ['web/conference-core/a.ts', '#web/ui/b.ts', 'web/conference-core'],
      ['web/conference-core/c.ts', '#web/features/conference/b.ts', 'web/conference-core'],
      ['platform/rest/a.ts', '#product/booking/rules/b.ts', 'platform'],
      ['platform/auth/a.ts', '#server/integrations/mail/b.ts', 'platform'],
      ['server/postgres/a.ts', '#platform/b.ts', 'server/postgres'],
    ] as const;
    const found = await inTree(
      Object.fromEntries(wrong.map(([path, target]) => [path, `import { b } from '${target}';\nb();\n`])),
    );
    for (const [path, target, room] of wrong)
      expect(found).toContain(`${path} arrow: ${room}: imports ${targetOf(path, target)}`);
  });

  test('to the embedded media server, but from the one file that opens it', async () => {
    const found = await inTree({
      'server/integrations/media/a.ts': "import './embedded/b.ts'",
      'server/integrations/media/open-media.ts': "import './embedded/b.ts'",
    });
    expect(found).toEqual([
      'server/integrations/media/a.ts media: the embedded media server and werift stand alone behind open-media.ts: imports server/integrations/media/embedded/b.ts',
    ]);
  });

  test('in a folder that has no row', async () => {
    for (const path of ['server/newroom/a.ts', 'product/newroom/a.ts']) {
      const [fault] = await inTree({ [path]: "import 'pg'" });
      expect(fault).toContain(`${path} arrow: a folder without a row`);
    }
  });

  test('whatever the form of the import', async () => {
    const forms = [
      "import '#web/app/b.ts'",
      "export * from '#web/app/b.ts'; const x = 1",
      "const b = await import('#web/app/b.ts')",
      "import { type A, b } from '#web/app/b.ts'",
      "import type { A } from '#web/app/b.ts'",
    ];
    const files = Object.fromEntries(forms.map((form, index) => [`web/ui/a${index}.tsx`, form]));
    expect(await inTree(files)).toEqual(
      Object.keys(files).map((path) => `${path} arrow: web/ui: imports web/app/b.ts`),
    );
  });

  test('and a type may pass where a value may not', async () => {
    const to = '#platform/b.ts';
    const found = await inTree({
      'server/integrations/a.ts': `import type { A } from '${to}'`,
      'server/integrations/b.ts': `import { type A } from '${to}'`,
      'server/integrations/c.ts': `import { A } from '${to}'`,
      'server/integrations/d.ts': `import type { A } from '${to}'; import { b } from '${to}'`,
    });
    expect(found.map((fault) => fault.split(' ')[0])).toEqual([
      'server/integrations/c.ts',
      'server/integrations/d.ts',
    ]);
  });

  test('but not what the house allows', async () => {
    const product = "import { a } from '#product/commands.ts'";
    expect(
      await inTree({
        'server/main.ts': product,
        'product/booking/commands/b.ts':
          "import { command } from '#platform/functions/command.ts'; import '../seats.ts'; import '../contract.ts';",
        'product/booking/a.ts': "import '#product/availability/b.ts'; import '#product/command/access.ts';",
        'product/moderation/a.ts': "import '#product/conference/b.ts'; import './rules/c.ts'",
        'product/moderation/rules/c.ts':
          "import '#product/accounts/rules/b.ts'; import '#product/shared/time/a.ts'",
        'product/moderation/contract.ts':
          "import './rules/c.ts'; import '#product/shared/contract.ts'; import 'zod'",
        'product/content/commands/a.ts': "import { mails } from '#product/mails.ts'",
        'product/accounts/rules/a.test.ts': "import '#product/booking/rules/b.ts'",
        'product/commands.ts': "import './booking/commands/b.ts'; import './moderation/a.ts'",
        'platform/rest/a.test.ts': product,
        'database/testing/a.ts': product,
        'web/features/booking/a.ts':
          "import '#product/booking/rules/b.ts'; import '#product/booking/reviews-contract.ts'",
        'web/features/conference/a.ts': "import { b } from '#web/conference-core/b.ts'; import 'react'",
        'web/features/auth/a.test.ts': "import { b } from '#web/testing/b.ts'; import './testing/b.ts'",
        'e2e/a.spec.ts': "import { b } from '#web/testing/b.ts'",
        'web/ui/a.tsx': "// import '#web/app/b.ts'\nconst a = \"import '#web/app/b.ts'\";",
      }),
    ).toEqual([]);
  });

  test('and the order of the rooms names every folder of the product, once', () => {
    const folders = readdirSync(join(tree, 'product'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    expect([...ROOMS, ...LEAVES].sort()).toEqual(folders.sort());
    expect(LEAVES).toEqual([...LEAVES].sort());
  });
});

test('only the composition imports what a room keeps to itself', async () => {
  const text = "import { a } from '#product/booking/a.ts'";
  const found = await inTree({
    'server/listen.ts': text,
    'scripts/x.ts': text,
    'web/features/auth/a.test.ts': text,
  });
  expect(found.map((fault) => fault.split(':')[0])).toEqual([
    'scripts/x.ts product',
    'server/listen.ts product',
    'web/features/auth/a.test.ts arrow',
  ]);
});

test('what is for tests is in no product', async () => {
  const found = await inTree({
    'web/app/a.ts': "import { b } from '#web/testing/b.ts'",
    'web/features/auth/a.ts': "import { b } from './testing/b.ts'",
  });
  expect(found).toContain(
    'web/app/a.ts testing: only tests import from a folder testing: imports web/testing/b.ts',
  );
  expect(found).toContain(
    'web/features/auth/a.ts testing: only tests import from a folder testing: imports web/features/auth/testing/b.ts',
  );
});

test('packages: the rules know the calendar alone, the core of the room no React, the page no Node', async () => {
  const found = await inTree({
    'product/booking/rules/a.ts':
      "import { Temporal } from 'temporal-polyfill'; import fs from 'node:fs'; import pg from 'pg';",
    'product/booking/rules/a.test.ts': "import { test } from 'vitest'; import fs from 'node:fs';",
    'web/ui/b.ts': "import fs from 'node:fs';",
    'web/conference-core/a.ts': "import 'react'; import '@tanstack/react-query'; import { z } from 'zod'",
  });
  expect(found).toEqual([
    'product/booking/rules/a.ts package: product/booking/rules: imports fs',
    'product/booking/rules/a.ts package: product/booking/rules: imports node_modules/pg/index.js',
    'web/conference-core/a.ts package: web/conference-core: imports node_modules/@tanstack/react-query/index.js',
    'web/conference-core/a.ts package: web/conference-core: imports node_modules/react/index.js',
    'web/ui/b.ts package: the page runs without Node: imports fs',
  ]);
});

test('a package that package.json does not name, and a file that is not there', async () => {
  write({
    'node_modules/stray/package.json': '{"name":"stray","version":"1.0.0","main":"index.js"}',
    'node_modules/stray/index.js': '',
  });
  const found = await inTree({ 'server/web/a.ts': 'import \'stray\'; import "./nowhere.ts"' });
  expect(found.map((fault) => fault.split(':')[0])).toEqual([
    'server/web/a.ts package',
    'server/web/a.ts unresolved',
  ]);
});

test.each([
  ['values', "import { a } from './a.ts'; export const b = a;"],
  ['types', "import type { a } from './a.ts'; export const b: typeof a | null = null;"],
  ['what is loaded later', "export const b = () => import('./a.ts');"],
])('a ring of imports, here of %s', async (_of, b) => {
  const [fault] = await inTree({
    'product/shared/a.ts': "import { b } from './b.ts'; export const a = b;",
    'product/shared/b.ts': b,
  });
  expect(fault).toContain('cycle: ');
});

/** What Biome says, by our biome.json, of a file with this text. */
function lint(path: string, text: string): string {
  for (const name of ['biome.json', ...globSync('tools/arrows/*.grit', { cwd: tree })])
    write({ [name]: readFileSync(join(tree, name), 'utf8') });
  write({ [path]: text });
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', path];
  const { stdout, stderr } = spawnSync('biome', args, { cwd: root, encoding: 'utf8' });
  return stdout + stderr;
}

describe('by the linter', () => {
  test('a rule is pure', () => {
    const outside = [
      'new Date()',
      'Date.now()',
      'Date()',
      'Math.random()',
      'process.env.X',
      'crypto.randomUUID()',
      'fetch("/")',
      'Temporal.Now.instant()',
      'console.log(1)',
      'setTimeout(f)',
      'import.meta.env.X',
      'performance.now()',
    ];
    const text = outside.map((use, index) => `export const a${index} = () => ${use};`).join('\n');
    const found = lint('product/shared/a.ts', text);
    for (const line of outside.keys())
      expect(found, outside[line]).toMatch(new RegExp(`line=${line + 1},.*(?:takes clock|global variable)`));
    expect(lint('product/booking/rules/a.ts', text)).toContain('takes clock');
    expect(lint('product/booking/a.ts', text)).not.toContain('takes clock');
    expect(lint('product/shared/a.test.ts', 'export const a = () => Date.now();')).not.toContain(
      'takes clock',
    );
    expect(lint('product/shared/a.ts', 'export const a = (at: number) => new Date(at);')).not.toContain(
      'takes clock',
    );
  });

  test('only the settings read the environment', () => {
    const text = 'export const a = process.env.A;';
    expect(lint('server/web/page.ts', text)).toContain('noProcessEnv');
    for (const path of ['server/settings.ts', 'scripts/a.ts', 'tools/schema/a.ts', 'vite.config.ts'])
      expect(lint(path, text)).not.toContain('noProcessEnv');
  });

  test('no file only passes on what others export, and no type is imported out of sight', () => {
    expect(lint('web/ui/all.ts', "export * from './a.tsx';\nexport { b } from './b.tsx';")).toContain(
      'noBarrelFile',
    );
    expect(lint('web/ui/a.ts', "export let a: import('#web/app/b.ts').A;")).toContain(
      'at the top of the file',
    );
  });
});

describe('files', () => {
  const faultsOf = (files: Record<string, string>) => {
    write(files);
    return fileFaults(root).join('\n');
  };

  test('have no name that says nothing', () => {
    for (const path of ['web/lib/date-utils.ts', 'server/web/helpers/a.ts', 'product/booking/sql/misc.sql'])
      expect(faultsOf({ [path]: '' })).toContain(`${path}:1 name`);
    expect(faultsOf({ 'product/shared/index.ts': '' })).toContain('product/shared/index.ts:1 name');
    expect(faultsOf({ 'product/shared/commonest.ts': '' })).not.toContain('commonest');
  });

  test('have no more than 400 lines without a reason', () => {
    const long = 'export {};\n'.repeat(401);
    expect(faultsOf({ 'product/shared/a.ts': long.slice(11) })).toBe('');
    expect(faultsOf({ 'product/shared/a.ts': long })).toContain('product/shared/a.ts:401 length: 401 lines');
    expect(faultsOf({ 'product/shared/a.ts': `// Long because it is a table\n${long}` })).toBe('');
  });
});
