import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSettings } from '#server/settings.ts';
import { environment } from '#server/settings-environment.ts';
import { OF_COMPOSE } from '../../scripts/settings/env-example.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = new Set(Object.keys(environment.shape));
/** Of the services beside Loge, in deploy/compose.yaml and deploy/Caddyfile. */
const OF_OTHERS = new Set([
  ...['POSTGRES_USER', 'POSTGRES_DB', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'],
  ...['LOGE_SITE', 'LOGE_PROCESSES', 'LOGE_PAGES'],
  ...Object.keys(OF_COMPOSE),
]);
const kit = readdirSync(join(root, 'deploy')).filter((name) => name !== '.env.example');

describe('the deploy kit', () => {
  test.each(kit)('%s names settings that there are', (name) => {
    const named = read(`deploy/${name}`).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
    const known = (word: string) => settings.has(word) || OF_OTHERS.has(word) || /^AF_/.test(word);
    expect(named.filter((word) => !known(word))).toEqual([]);
  });

  test('the example of an environment file has every setting once, and what production requires ready to fill in', () => {
    const lines = read('deploy/.env.example').split('\n');
    const named = lines.flatMap((line) => /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    expect([...named].sort()).toEqual([...settings, ...Object.keys(OF_COMPOSE)].sort());
    const open = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    const given = Object.fromEntries(open.map((name) => [name, name === 'NODE_ENV' ? 'production' : '']));
    expect(() => parseSettings(given)).toThrow(/is required in production/);
    for (const [, name = ''] of thrown(given).matchAll(/(\w+) is required in production/g))
      expect(open).toContain(name);
  });

  test('what the compose file wants stands in that example, and nothing that it does not', () => {
    const wanted = new Set(
      Array.from(read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g), ([, name = '']) => name),
    );
    const example = read('deploy/.env.example');
    expect([...wanted].filter((name) => !new RegExp(`^#?${name}=$`, 'm').test(example))).toEqual([]);
    expect(Object.keys(OF_COMPOSE).filter((name) => !wanted.has(name))).toEqual([]);
    // A default would be a password that everybody knows.
    expect(read('deploy/compose.yaml')).not.toMatch(/\$\{\w+(?:\}|:-|-)/);
  });

  test('the settings with their secrets reach neither git nor an image', () => {
    expect(read('.gitignore').split('\n')).toContain('.env');
    expect(read('.containerignore').split('\n')).toContain('**/.env');
    expect(read('.dockerignore')).toBe(read('.containerignore'));
  });

  test.each([
    '10.1.2.3',
    '127.0.0.1',
    '172.18.0.5',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:7f00:1',
  ])('the relay of the compose file reaches no private address, such as %s', (address) => {
    const compose = read('deploy/compose.yaml');
    const ranges = Array.from(compose.matchAll(/--denied-peer-ip=([\d.a-f:]+)-([\d.a-f:]+)/g));
    const denied = new BlockList();
    const family = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4');
    for (const [, first = '', last = ''] of ranges) denied.addRange(first, last, family(first));
    expect(denied.check(address, family(address))).toBe(true);
    expect(compose).toContain('--no-tcp-relay');
  });

  test('no secret and no key stands in it', () => {
    for (const name of [...kit, '.env.example'])
      expect(read(`deploy/${name}`)).not.toMatch(/PRIVATE KEY-----|whsec_[A-Za-z0-9]{8}|sk_(?:live|test)_\w/);
  });
});

function thrown(given: Record<string, string>): string {
  try {
    parseSettings(given);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

describe('the operator’s page', () => {
  const page = read('docs/operate.md');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  test('names npm scripts that there are', () => {
    const named = Array.from(page.matchAll(/npm run ([a-z]+)/g), ([, name = '']) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('calls Loge’s commands with the settings and the folder of the units, as their user', () => {
    const called = Array.from(page.matchAll(/`loge (scripts\/[\w-]+\.ts)/g), ([, path = '']) => path);
    expect(new Set(called)).toEqual(
      new Set(['make-admin', 'back-up', 'restore', 'make-keys'].map((name) => `scripts/${name}.ts`)),
    );
    for (const path of called) expect(() => read(path)).not.toThrow();
    const call = /^loge\(\) \{.*$/m.exec(page)?.[0] ?? '';
    for (const unit of ['loge@.service', 'loge-migrate.service']) {
      const told = read(`deploy/${unit}`);
      const saidOf = (key: string) => new RegExp(`^${key}=(\\S+)`, 'm').exec(told)?.[1] ?? `no ${key}`;
      expect(call).toContain(`--env-file=${saidOf('EnvironmentFile')} `);
      expect(call).toContain(`runuser -u ${saidOf('User')} `);
      expect(call).toContain(`cd ${saidOf('WorkingDirectory')} `);
      expect(call).toContain(/DATA_DIR=\S+/.exec(told)?.[0]);
      expect(saidOf('LogNamespace')).toBe('loge');
    }
    expect(page).toContain('cp deploy/journald.conf /etc/systemd/journald@loge.conf');
    expect(page).toContain('journalctl --namespace=loge');
  });

  test('says what the compose file wants beside settings', () => {
    for (const name of Object.keys(OF_COMPOSE)) expect(page).toContain(`\`${name}\``);
  });

  test('names settings and files that there are', () => {
    const named = Array.from(
      page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g),
      ([, name = '']) => name,
    );
    const known = new Set([...settings, ...OF_OTHERS, 'STRIPE_EVENT_TYPES']);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    for (const [, path = ''] of page.matchAll(/`(deploy\/[\w@.-]+)`/g))
      expect(() => read(path)).not.toThrow();
  });
});
