import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'test-results']);

/** What a program prints, whether it succeeds or fails. */
function printed(folder: string, script: string, args: string[]): string {
  try {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return `${String(error.stdout)}\n${String(error.stderr)}`;
    throw error;
  }
}

/** Renames a column in the SQL of a copy of the tree, regenerates the types, and lists the files that no longer check. */
function filesThatBreak(column: string): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-renamed-'));
  try {
    cpSync(root, folder, {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(relative(root, path).split('/')[0] ?? ''),
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const path of globSync('{database,product}/**/*.sql', { cwd: folder })) {
      const text = readFileSync(join(folder, path), 'utf8');
      writeFileSync(
        join(folder, path),
        text.replaceAll(new RegExp(`\\b${column}\\b`, 'g'), `${column}_renamed`),
      );
    }
    const refused = printed(folder, 'tools/schema/generate-schema.ts', []);
    const unfit = printed(folder, 'node_modules/typescript/bin/tsc', ['--noEmit']);
    return new Set(`${refused}\n${unfit}`.match(/^[\w./-]+\.tsx?(?=[:(]\d)/gm) ?? []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files whose code has the column's name: as a word of its own, not in a comment. */
function filesThatName(column: string): string[] {
  const named = new RegExp(`(?<![\\w.-])${column}\\b|\\.${column}\\b`);
  return globSync('{server,web,database,product}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\/|policy-cases|^database\/generated\//.test(path))
    .filter((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .some((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && named.test(line)),
    )
    .sort();
}

test.each([
  {
    name: 'bookings.agreed_start_at',
    column: 'agreed_start_at',
    elsewhere: [],
  },
  {
    name: 'profiles.first_name',
    column: 'first_name',
    // What an account says of itself at sign-up, and the name that a mail keeps: neither is this column.
    elsewhere: [
      'database/seed/factories.ts',
      'product/accounts/auth-mailer.ts',
      'product/content/commands/preview-mail.ts',
      'product/mail/outbox.ts',
      'server/mail/dev-mailbox/dev-mailbox.ts',
      'server/mail/render-message.ts',
      'web/features/auth/auth-actions.ts',
    ],
  },
])('each use of $name breaks when it is renamed', { timeout: 600_000 }, ({ column, elsewhere }) => {
  const broken = filesThatBreak(column);
  const missed = filesThatName(column).filter((path) => !broken.has(path));
  expect(missed).toEqual(elsewhere);
  expect(broken.size).toBeGreaterThan(3);
});
