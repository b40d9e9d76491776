import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { originIn } from '#server/greeting.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { clockOfRun } from '../scripts/test/moved-clock.ts';

async function freeAddress(): Promise<{ port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return { port };
}

const main = join(import.meta.dirname, 'main.ts');

interface Running {
  process: ChildProcess;
  origin: string;
  output: () => string;
}

const collect = (child: ChildProcess) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
};

describe('the server as a process', () => {
  let dataDir: string;
  let db: Database;
  let children: ChildProcess[] = [];

  const launch = (environment: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, [main], {
      env: {
        PATH: '/usr/bin:/bin',
        ...clockOfRun,
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: connectionUrl(db),
        DEMO_DATA: 'false',
        AUTH_RATE_LIMITS: 'false',
        ...environment,
      },
    });
    children.push(child);
    return child;
  };
  const start = async (environment?: Record<string, string>): Promise<Running> => {
    const child = launch(environment);
    const output = collect(child);
    for (;;) {
      const origin = originIn(output());
      if (origin) return { process: child, origin, output };
      await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
      if (child.exitCode !== null) throw new Error(output());
    }
  };
  const run = async (environment: Record<string, string>) => {
    const child = launch(environment);
    const output = collect(child);
    const [code] = (await once(child, 'exit')) as [number];
    return { code, output: output() };
  };

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'loge-process-'));
    db = await createTestDatabase('product');
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children = [];
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('answers health, page configuration and kept mail on one port', async () => {
    const { origin } = await start();
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({
      status: 'ok',
      media: { p2p: 'ok', embedded: 'ok' },
    });
    const config = (await (await fetch(`${origin}/loge-config.json`)).json()) as Record<string, unknown>;
    expect(config).toMatchObject({
      supabaseUrl: null,
      publishableKey: expect.stringMatching(/^sb_publishable_/),
    });
    expect((await fetch(`${origin}/dev/mail`)).status).toBe(200);
  });

  test('ends a request in flight before it stops on SIGTERM, and takes no new one', async () => {
    const { origin, process: child } = await start();
    await db.pool.query(
      `create function slow() returns text language sql as $$ select 'done' from pg_sleep(1.5) $$;
       grant execute on function slow() to anon; notify schema_changed`,
    );
    const { publishableKey } = (await (await fetch(`${origin}/loge-config.json`)).json()) as {
      publishableKey: string;
    };
    await expect
      .poll(
        async () =>
          (
            await fetch(`${origin}/rest/v1/rpc/slow?select=x`, {
              method: 'HEAD',
              headers: { apikey: publishableKey },
            })
          ).status,
        { timeout: 10_000 },
      )
      .not.toBe(404);
    const inFlight = fetch(`${origin}/rest/v1/rpc/slow`, {
      method: 'POST',
      headers: { apikey: publishableKey },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const answer = await inFlight;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toBe('done');
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${origin}/health`)).rejects.toThrow();
  });

  test('is unready at once on SIGTERM, goes on answering while it drains, and tells of each request in a line', async () => {
    const running = await start({ DRAIN_SECONDS: '4', LOG_LEVEL: 'info' });
    const { origin, process: child } = running;
    const output = collect(child);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'draining' });
    expect((await fetch(`${origin}/livez`)).status).toBe(200);
    const answered = await fetch(`${origin}/loge-config.json?secret=hidden`);
    expect([answered.status, answered.headers.get('connection')]).toEqual([200, 'close']);
    expect(await exited).toEqual([0, null]);
    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'GET',
        route: '/loge-config.json',
        path: '/loge-config.json',
        status: 200,
        person: null,
        requestId: expect.any(String),
        ms: expect.any(Number),
        bytes: expect.any(Number),
      }),
    ]);
    expect(output()).not.toContain('hidden');
  });

  test('a rehearsal of production tells its start in JSON, is closed to search engines, and has its first admin without a mail', async () => {
    const { port } = await freeAddress();
    const origin = `http://localhost:${port}`;
    const key = () => randomBytes(32).toString('base64');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const environment = {
      NODE_ENV: 'production',
      LOGE_STAGING: 'true',
      LOG_LEVEL: 'info',
      PORT: String(port),
      PUBLIC_URL: 'https://essai.loge.test',
      SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${key()}`,
      SUPABASE_SECRET_KEY: `sb_secret_${key()}`,
      JWT_PRIVATE_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      SECRETS_KEY: key(),
      IDENTITY_KEY: key(),
      MAIL_URL: 'smtp://127.0.0.1:9',
      OPERATOR_NAME: 'Loge SAS',
      OPERATOR_STREET: '1 rue du Balcon',
      OPERATOR_POSTCODE: '75011',
      OPERATOR_CITY: 'Paris',
      OPERATOR_SIREN: '732829320',
      OPERATOR_FORM: 'SAS',
      OPERATOR_EMAIL: 'bonjour@loge.example',
      OPERATOR_PHONE: '+33123456789',
      OPERATOR_PUBLISHER: 'Nour Écarlate',
      OPERATOR_HOST: 'Loge, Paris',
      OPERATOR_MEDIATOR: 'Médiateur',
    };
    const child = launch(environment);
    const output = collect(child);
    await expect.poll(output, { timeout: 60_000 }).toContain('"msg":"open"');
    const opened = output()
      .split('\n')
      .find((line) => line.includes('"msg":"open"'));
    expect(JSON.parse(opened ?? '')).toMatchObject({
      origin: 'https://essai.loge.test',
      engine: 'server',
      version: expect.any(String),
      migrated: expect.any(Array),
    });
    const robots = await fetch(`${origin}/robots.txt`);
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n');
    expect(robots.headers.get('x-robots-tag')).toBe('noindex, nofollow');

    // As operate.md says: with the file of settings alone.
    const environmentFile = join(dataDir, 'loge.env');
    const lines = Object.entries({ DATABASE_URL: connectionUrl(db), ...environment });
    writeFileSync(environmentFile, lines.map(([name, value]) => `${name}=${value}`).join('\n'));
    const admin = spawn(
      process.execPath,
      [
        `--env-file=${environmentFile}`,
        join(main, '../../scripts/make-admin.ts'),
        'camille@exemple.fr',
        // The process itself: nothing answers at its public address yet.
        `--link=${origin}`,
      ],
      { env: { PATH: '/usr/bin:/bin', ...clockOfRun, DATA_DIR: dataDir } },
    );
    children.push(admin);
    const said = collect(admin);
    expect(await once(admin, 'exit')).toEqual([0, null]);
    expect(said()).toContain('camille@exemple.fr is an admin of Loge from now on.');
    const link = /chosen at (\S+)/.exec(said())?.[1] ?? '';
    const followed = await fetch(link.replace('https://essai.loge.test', origin), { redirect: 'manual' });
    expect([302, 303]).toContain(followed.status);
    expect(followed.headers.get('location')).toContain('access_token=');
    const { rows } = await db.pool.query('select role from public.profiles');
    expect(rows).toEqual([{ role: 'admin' }]);
  });

  test('has every acknowledged account after a kill -9', async () => {
    const first = await start();
    const acknowledged: string[] = [];
    const { publishableKey } = (await (await fetch(`${first.origin}/loge-config.json`)).json()) as {
      publishableKey: string;
    };
    const signUp = async (index: number) => {
      const email = `person-${index}@exemple.test`;
      const answer = await fetch(`${first.origin}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'un long mot de passe' }),
      });
      if (answer.ok) acknowledged.push(email);
    };
    const writing = Promise.allSettled(Array.from({ length: 40 }, (_, index) => signUp(index)));
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5);
    first.process.kill('SIGKILL');
    await writing;
    await start();
    const { rows } = await db.pool.query<{ email: string }>('select email from auth.users');
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged));
  });

  test('refuses to start with the list of all that is wrong in the settings', async () => {
    const { code, output } = await run({ PORT: 'many', MAIL_URL: 'http://not-smtp' });
    expect(code).toBe(1);
    expect(output).toMatch(/These settings are wrong:\s+- PORT[^\n]*\n\s+- MAIL_URL/);
    expect(output).not.toContain('    at ');
  });

  test('refuses to start with more connections than this Postgres gives', async () => {
    const { code, output } = await run({ DATABASE_POOL: '400', REST_POOL: '10' });
    expect(code).toBe(1);
    expect(output).toMatch(/These settings are wrong:\s+- DATABASE_POOL \(400\) and REST_POOL \(10\)/);
    expect(output).not.toContain('    at ');
  });

  test('ends at once on SIGTERM while it waits for the schema', async () => {
    const empty = await createTestDatabase('empty');
    const child = launch({
      DATABASE_URL: connectionUrl(empty),
      MIGRATE_AT_START: 'false',
      LOG_LEVEL: 'info',
    });
    const output = collect(child);
    await expect.poll(output).toContain('waits for npm run migrate');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await empty.close();
  });

  test('says in a sentence that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, output } = await run({ PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} is taken.`);
  });

  test.runIf(inject('testServer').engine === 'embedded')(
    'a second process on the same embedded folder is refused with a sentence',
    async () => {
      await start({ DATABASE_URL: '' });
      const { code, output } = await run({ DATABASE_URL: '' });
      expect(code).toBe(1);
      expect(output).toContain(`Loge already runs on the folder ${dataDir}.`);
    },
  );
});
