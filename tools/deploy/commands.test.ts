import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loge-commands-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As operate.md says to call them: with the environment file of the units, and the folder that they set. */
function call(script: string, args: string[], environment: string) {
  const file = join(folder, 'loge.env');
  writeFileSync(file, environment);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--env-file=${file}`, join(root, 'scripts', script), ...args],
    { encoding: 'utf8', cwd: root, env: { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data') } },
  );
  return { status, stdout, stderr };
}

describe('npm run keys', () => {
  test('makes lines that an environment file gives back as they are', () => {
    const made = call('make-keys.ts', [], '');
    made.stdout += 'TURN_URL=turn:loge.example:3478\n'; // whose secret is among them
    const { stdout, status } = call('make-keys.ts', ['present'], made.stdout);
    expect(status).toBe(0);
    expect(made.stdout.split('\n')).toContain(stdout.trim());
    // The JWK has quotes of its own, which the file's reader must leave.
    const withoutSecret = made.stdout.replace(/^SECRETS_KEY=.*$/m, '');
    expect(withoutSecret).toMatch(/^JWT_PRIVATE_KEY=\{"/m);
    const derived = call('make-keys.ts', ['present'], withoutSecret);
    expect(derived.stdout).toMatch(/^SECRETS_KEY=[\w+/]{43}=\n$/);
    expect(derived.stdout).not.toBe(stdout);
  });

  test('present tells the same of a key in a file of the data folder, and of none makes none', () => {
    const none = call('make-keys.ts', ['present'], 'METRICS_TOKEN=0123456789abcdef');
    expect(none).toMatchObject({ status: 1, stdout: '' });
    expect(none.stderr).toContain('There is no key yet');
    expect(existsSync(join(folder, 'data'))).toBe(false);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
    const told = call('make-keys.ts', ['present'], `JWT_PRIVATE_KEY=${jwk}`);
    expect(told.status).toBe(0);
    expect(existsSync(join(folder, 'data'))).toBe(false);
    const SECRETS_KEY = randomBytes(32).toString('base64');
    expect(call('make-keys.ts', ['present'], `SECRETS_KEY=${SECRETS_KEY}`).stdout).toBe(
      `SECRETS_KEY=${SECRETS_KEY}\n`,
    );
  });
});
