import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSettings } from '#server/settings.ts';
import { environment } from '#server/settings-environment.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = new Set(Object.keys(environment.shape));
/** Of the services beside Loge, in deploy/compose.yaml and deploy/Caddyfile. */
const OF_OTHERS = new Set([
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'],
  ...[
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
    'JANUS_IMAGE',
    'LOGE_DOMAIN',
    'LOGE_SITE',
    'LOGE_PROCESSES',
    'LOGE_PAGES',
  ],
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
    expect([...named].sort()).toEqual([...settings].sort());
    const open = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
    const given = Object.fromEntries(open.map((name) => [name, name === 'NODE_ENV' ? 'production' : '']));
    expect(() => parseSettings(given)).toThrow(/is required in production/);
    for (const [, name = ''] of thrown(given).matchAll(/(\w+) is required in production/g))
      expect(open).toContain(name);
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
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
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
