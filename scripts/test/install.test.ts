import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const run = (commands: readonly object[]) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { install } from '${import.meta.dirname}/install.ts';
       await install('a thing', ${JSON.stringify(commands)}, 60_000);`,
    ],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n');
const print = (text: string, code = 0) => ({
  command: process.execPath,
  args: ['-e', `console.log('${text}');process.exitCode=${code}`],
});

test('what is installed is said before it is, with each command, and all are tried', () => {
  const [said, ...done] = run([print('first'), print('second', 1), print('third')]);
  expect(said).toMatch(/^Installing a thing: .*first.*; .*second.*; .*third/);
  expect(done).toEqual(['first', 'second', 'third']);
});

test('nothing to install is nothing to say', () => {
  expect(run([])).toEqual(['']);
});

test('the runner has no other way to start a program that installs', () => {
  const installers = /apt-get|'playwright'|'--with-deps'/;
  const starts = globSync('scripts/test/*.ts', { exclude: ['**/*.test.ts'] }).filter((path) => {
    const text = readFileSync(path, 'utf8');
    return installers.test(text) && /runChild\(|\bspawn\(/.test(text);
  });
  // Runs the tests themselves with Playwright.
  expect(starts).toEqual(['scripts/test/steps.ts']);
});
