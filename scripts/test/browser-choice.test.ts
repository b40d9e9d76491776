import { expect, test } from 'vitest';
import {
  chooseBrowser,
  chooseLightBrowser,
  distributionOf,
  type Machine,
  waysToInstall,
} from './browser-choice.ts';

const own = '/root/.cache/ms-playwright/chromium-1/chrome';
const where =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

test.each([
  ['Debian’s before Playwright’s own', undefined, ['/usr/bin/chromium', own], '/usr/bin/chromium'],
  ['Playwright’s own where Debian’s is not', undefined, [own], own],
  ['none where there is none', undefined, [], null],
  ['the one that was asked for', '/opt/chrome', ['/opt/chrome', own], '/opt/chrome'],
  ['no other than the one that was asked for', '/opt/chrome', ['/usr/bin/chromium', own], null],
  ['an empty wish is no wish', '', [own], own],
])('%s', (_, asked, present, expected) => {
  expect(chooseBrowser(asked, own, where(...present))).toBe(expected);
});

test.each([
  [
    'Debian’s light one beside Debian’s whole one',
    '/usr/bin/chromium',
    true,
    '/usr/bin/chromium-headless-shell',
  ],
  ['the whole one where there is no light one', '/usr/bin/chromium', false, '/usr/bin/chromium'],
  ['the one that was asked for', '/opt/chrome', true, '/opt/chrome'],
  ['none where there is none', null, true, null],
])('where nobody meets: %s', (_, whole, hasLight, expected) => {
  expect(chooseLightBrowser(whole, () => hasLight)).toBe(expected);
});

const debianRoot: Machine = { platform: 'linux', isRoot: true, hasApt: true, distribution: 'debian' };

test.each<[string, Partial<Machine>, string[]]>([
  [
    'root on Debian: its package, and Playwright’s own when that cannot be had',
    {},
    [
      'apt-get update',
      'apt-get install',
      'playwright install --with-deps chromium',
      'playwright install chromium',
    ],
  ],
  ['a plain user on Debian', { isRoot: false }, ['playwright install chromium']],
  [
    'root on Ubuntu, whose package is a snap',
    { distribution: 'ubuntu' },
    ['playwright install --with-deps chromium', 'playwright install chromium'],
  ],
  ['root on Alpine', { hasApt: false, distribution: 'alpine' }, ['playwright install chromium']],
  [
    'a Mac, even as root',
    { platform: 'darwin', hasApt: false, distribution: '' },
    ['playwright install chromium'],
  ],
  [
    'Windows',
    { platform: 'win32', isRoot: false, hasApt: false, distribution: '' },
    ['playwright install chromium'],
  ],
])('%s', (_, change, expected) => {
  const commands = waysToInstall({ ...debianRoot, ...change }).flatMap((way) => way.commands);
  const lines = commands.map(({ command, args }) => `${command} ${args.join(' ')}`);
  expect(lines).toHaveLength(expected.length);
  for (const [i, line] of lines.entries()) expect(line).toContain(expected[i]);
});

test('Debian’s package is installed without questions and without starting anything', () => {
  const [debian] = waysToInstall(debianRoot);
  expect(debian?.commands.at(-1)).toEqual({
    command: 'apt-get',
    args: ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
    env: { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' },
  });
});

test.each([
  ['PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\nVERSION_ID="12"', 'debian'],
  ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', 'ubuntu'],
  ['ID="opensuse-leap"', 'opensuse-leap'],
  ['', ''],
])('the distribution of %j', (text, expected) => {
  expect(distributionOf(text)).toBe(expected);
});
