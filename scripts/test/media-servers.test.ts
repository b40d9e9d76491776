import { expect, test } from 'vitest';
import type { Machine } from './browser-choice.ts';
import { waysToGet } from './media-servers.ts';

const root: Machine = { platform: 'linux', isRoot: true, hasApt: true, distribution: 'debian' };
const packages = (commands: ReturnType<typeof waysToGet>) =>
  commands.at(-1)?.args.filter((arg) => /^[a-z-]+$/.test(arg) && !arg.startsWith('-'));

test('what is missing is installed, and nothing of it is started', () => {
  const commands = waysToGet(['janus'], root);
  expect(commands.map(({ command }) => command)).toEqual(['apt-get', 'apt-get']);
  expect(packages(commands)).toEqual(['install', 'janus']);
  expect(packages(waysToGet(['coturn', 'redis-server'], root))).toEqual([
    'install',
    'coturn',
    'redis-server',
  ]);
  for (const { env } of commands) expect(env).toMatchObject({ RUNLEVEL: '1' });
});

test.each<[string, Partial<Machine>]>([
  ['without root', { isRoot: false }],
  ['without apt', { hasApt: false }],
  ['on another system', { platform: 'darwin' }],
])('%s nothing is installed', (_, difference) => {
  expect(waysToGet(['coturn', 'janus'], { ...root, ...difference })).toEqual([]);
});

test('with nothing missing nothing is done', () => {
  expect(waysToGet([], root)).toEqual([]);
});
