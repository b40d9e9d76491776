import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkArrows, format } from './check.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loge-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Violations of a tree made of these files. */
function inTree(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkArrows(root).map(format);
}

test('this tree keeps its own rules', () => {
  expect(checkArrows(join(import.meta.dirname, '../..')).map(format)).toEqual([]);
});

describe('an arrow that runs the wrong way is named with its line', () => {
  test.each([
    ['domain/a.ts', '#contracts/b.ts', 'domain may not import contracts (contracts/b.ts)'],
    ['contracts/a.ts', '#server/settings.ts', 'contracts may not import server/settings'],
    [
      'web/ui/a.tsx',
      '../features/auth/b.ts',
      'web/ui may not import web/features/auth (web/features/auth/b.ts)',
    ],
    ['web/features/auth/a.ts', '../booking/b.ts', 'web/features/auth may not import web/features/booking'],
    ['web/features/auth/a.ts', '#web/pages/home/b.tsx', 'web/features/auth may not import web/pages'],
    ['web/pages/home/a.tsx', '#web/app/router.tsx', 'web/pages may not import web/app'],
    ['web/lib/a.ts', '#server/settings.ts', 'web/lib may not import server/settings'],
    [
      'server/product/booking/a.ts',
      '../payments/b.ts',
      'server/product/booking may not import server/product/payments (server/product/payments/b.ts)',
    ],
    [
      'server/product/lifecycle/a.ts',
      '../booking/b.ts',
      'server/product/lifecycle may not import server/product/booking',
    ],
    ['server/product/a.ts', './lifecycle/b.ts', 'server/product may not import server/product/lifecycle'],
    ['server/product/reviews/a.ts', '../commands.ts', 'reviews may not import server/product/commands.ts'],
    ['server/platform/rest/a.ts', '#server/product/b.ts', 'server/platform may not import server/product'],
    [
      'server/platform/auth/a.ts',
      '#server/integrations/mail/b.ts',
      'server/platform may not import server/integrations',
    ],
    ['server/postgres/a.ts', '#server/platform/b.ts', 'server/postgres may not import server/platform'],
    ['server/newroom/a.ts', 'pg', 'server/newroom has no row'],
    [
      'web/features/booking/a.ts',
      '#web/conference-core/b.ts',
      'web/features/booking may not import web/conference-core',
    ],
    ['web/conference-core/a.ts', '#web/ui/b.ts', 'web/conference-core may not import web/ui'],
    [
      'web/conference-core/a.ts',
      '#web/features/conference/b.ts',
      'web/conference-core may not import web/features',
    ],
  ])('%s importing %s', (path, specifier, message) => {
    const found = inTree({ [path]: `// one line\nimport { b } from '${specifier}';\nb();\n` });
    expect(found.join('\n')).toContain(message);
    if (!message.includes('no row')) expect(found[0]).toContain(`${path}:2 arrow`);
  });

  test('the core of the room knows no React, its view knows the core', () => {
    for (const name of [
      'react',
      'react-dom/client',
      '@tanstack/react-query',
      'lucide-react',
      'radix-ui/popover',
    ])
      expect(inTree({ 'web/conference-core/a.ts': `import { b } from '${name}'` })).toEqual([
        `web/conference-core/a.ts:1 package: web/conference-core may not import ${name}`,
      ]);
    expect(
      inTree({
        'web/conference-core/a.ts': "import { z } from 'zod'",
        'web/features/conference/a.ts': "import { b } from '#web/conference-core/b.ts'; import 'react'",
      }),
    ).toEqual([]);
  });

  test('what is for tests is in no product', () => {
    const text = "import { b } from '#web/testing/b.ts'";
    expect(
      inTree({ 'web/app/a.ts': text, 'web/features/auth/a.ts': "import { b } from './testing/b.ts'" }),
    ).toEqual([
      'web/app/a.ts:1 arrow: web/app may not import web/testing (web/testing/b.ts)',
      'web/app/a.ts:1 testing: only tests import from a folder testing (web/testing/b.ts)',
      'web/features/auth/a.ts:1 testing: only tests import from a folder testing (web/features/auth/testing/b.ts)',
    ]);
    expect(
      inTree({
        'web/app/a.ts': '',
        'web/features/auth/a.ts': '',
        'web/features/auth/a.test.ts': `${text}; import './testing/b.ts'`,
        'e2e/a.spec.ts': text,
      }),
    ).toEqual([]);
  });

  test('whatever the form of the import', () => {
    const forms = [
      "import '#web/app/b.ts'",
      "export * from '#web/app/b.ts'; const x = 1",
      "const b = await import('#web/app/b.ts')",
      "import { type A, b } from '#web/app/b.ts'",
      "import type { A } from '#web/app/b.ts'",
      "let a: import('#web/app/b.ts').A",
    ];
    for (const form of forms) expect(inTree({ 'web/ui/a.tsx': form })).toHaveLength(1);
  });

  test('a type may pass where a value may not', () => {
    const path = 'server/integrations/mail/a.ts';
    expect(inTree({ [path]: "import type { A } from '#server/platform/b.ts'" })).toEqual([]);
    expect(inTree({ [path]: "import { type A } from '#server/platform/b.ts'" })).toEqual([]);
    expect(inTree({ [path]: "import { A } from '#server/platform/b.ts'" })[0]).toContain('but for its types');
  });

  test('only the server’s main file plugs the product in', () => {
    const text = "import { a } from '#server/product/a.ts'";
    expect(inTree({ 'server/main.ts': text, 'server/product/booking/b.ts': text })).toEqual([]);
    expect(inTree({ 'server/listen.ts': text, 'scripts/x.ts': text })).toEqual([
      'scripts/x.ts:1 product: only server/start.ts and server/jobs/registry.ts import the product (server/product/a.ts)',
      'server/listen.ts:1 product: only server/start.ts and server/jobs/registry.ts import the product (server/product/a.ts)',
    ]);
  });

  test('a command may be written in the form that the functions protocol calls', () => {
    const path = 'server/product/booking/a.ts';
    expect(inTree({ [path]: "import { command } from '#server/platform/functions/command.ts'" })).toEqual([]);
    expect(inTree({ [path]: "import { f } from '#server/platform/functions/functions.ts'" })).toHaveLength(1);
  });

  test('the product is a tree: leaves share the lifecycle and the files at its top', () => {
    const text = "import '../lifecycle/b.ts'; import '../access.ts'; import './c.ts';";
    expect(inTree({ 'server/product/booking/a.ts': text })).toEqual([]);
    expect(inTree({ 'server/product/commands.ts': "import './booking/a.ts';" })).toEqual([]);
  });

  test('a test of the server may know all of it, a test of the page may not', () => {
    const text = "import { a } from '#server/product/a.ts'";
    expect(inTree({ 'server/platform/a.test.ts': text, 'database/testing/a.ts': text })).toEqual([]);
    expect(inTree({ 'web/features/auth/a.test.ts': text })).toHaveLength(1);
  });

  test('words in a comment or a string are no import', () => {
    expect(
      inTree({ 'web/ui/a.tsx': "// import '#web/app/b.ts'\nconst a = \"import '#web/app/b.ts'\";" }),
    ).toEqual([]);
  });

  test('a ring of imports, types aside', () => {
    const a = "import { b } from './b.ts'; export const a = b;";
    expect(
      inTree({ 'domain/a.ts': a, 'domain/b.ts': "import type { a } from './a.ts'; export const b = 1;" }),
    ).toEqual([]);
    expect(
      inTree({ 'domain/a.ts': a, 'domain/b.ts': "import { a } from './a.ts'; export const b = a;" }),
    ).toEqual(['domain/b.ts:1 cycle: domain/a.ts -> domain/b.ts -> domain/a.ts']);
  });
});

describe('domain is pure', () => {
  test.each([
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
  ])('%s is the outside world', (use) =>
    expect(inTree({ 'domain/a.ts': `export const a = () => ${use};` }).join()).toContain(
      'domain/a.ts:1 pure',
    ),
  );
  test('a given date is not, nor is a test', () => {
    expect(inTree({ 'domain/a.ts': 'export const a = (at: number) => new Date(at);' })).toEqual([]);
    expect(
      inTree({ 'domain/a.test.ts': "import { test } from 'vitest'; test('x', () => Date.now());" }),
    ).toEqual([]);
  });
  test('packages and Node are not, save the calendar', () => {
    expect(inTree({ 'domain/a.ts': "import { Temporal } from 'temporal-polyfill';" })).toEqual([]);
    expect(inTree({ 'domain/a.ts': "import fs from 'node:fs';" })).toEqual([
      'domain/a.ts:1 package: domain may not import node:fs',
    ]);
    expect(inTree({ 'web/ui/b.ts': "import fs from 'node:fs';" })).toContain(
      'web/ui/b.ts:1 package: web/ui may not import node:fs',
    );
  });
});

describe('house style', () => {
  test('only the settings read the environment', () => {
    const text = 'export const a = process.env.A;';
    expect(inTree({ 'server/settings.ts': text, 'scripts/a.ts': text, 'vite.config.ts': text })).toEqual([]);
    expect(inTree({ 'server/web/page.ts': text })).toEqual([
      'server/web/page.ts:1 settings: only server/settings.ts reads process.env',
    ]);
  });
  test('no barrel, under whatever name', () => {
    expect(
      inTree({ 'web/ui/all.ts': "export * from './a.tsx';\nexport { b } from './b.tsx';" })[0],
    ).toContain('barrel');
    const alias = "export { A as Component } from './b.tsx';";
    expect(inTree({ 'web/pages/home/a.ts': alias }).join()).not.toContain('web/pages/home/a.ts');
    expect(inTree({ 'domain/index.ts': 'export const a = 1;' })).toContain(
      'domain/index.ts:1 barrel: no barrel file: import from where it is',
    );
  });
  test('no name that says nothing', () => {
    for (const path of ['web/lib/date-utils.ts', 'server/web/helpers/a.ts', 'database/functions/misc.sql']) {
      expect(inTree({ [path]: '' }).join()).toContain(`${path}:1 name`);
    }
    expect(inTree({ 'domain/commonest.ts': '' }).join()).not.toContain('commonest');
  });
  test('no file over 400 lines without a reason', () => {
    const long = 'export {};\n'.repeat(401);
    expect(inTree({ 'domain/a.ts': long.slice(11) })).toEqual([]);
    expect(inTree({ 'domain/a.ts': long })[0]).toContain('domain/a.ts:401 length: 401 lines');
    expect(inTree({ 'domain/a.ts': `// Long because it is a table\n${long}` })).toEqual([]);
  });
});
