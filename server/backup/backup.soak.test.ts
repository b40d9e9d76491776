import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { originIn } from '#server/greeting.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { clockOfRun } from '../../scripts/test/moved-clock.ts';

const root = join(import.meta.dirname, '../..');
const base = mkdtempSync(join(tmpdir(), 'loge-backup-soak-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** An installation: a folder, and a database in it or elsewhere. */
interface Place {
  DATA_DIR: string;
  DATABASE_URL: string;
}

function launch(program: string, place: Place, args: string[] = []) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      ...place,
      PORT: '0',
      DEMO_DATA: 'false',
      AUTH_RATE_LIMITS: 'false',
    },
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { child, output: () => text };
}

async function run(program: string, place: Place, ...args: string[]) {
  const { child, output } = launch(program, place, args);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: output() };
}

interface Running {
  origin: string;
  key: string;
  secret: string;
  stop: () => Promise<void>;
}

async function start(place: Place): Promise<Running> {
  const { child, output } = launch('server/main.ts', place);
  for (;;) {
    const origin = originIn(output());
    if (origin) {
      const config = (await (await fetch(`${origin}/loge-config.json`)).json()) as { publishableKey: string };
      const { secretKey } = JSON.parse(readFileSync(join(place.DATA_DIR, 'keys.json'), 'utf8')) as {
        secretKey: string;
      };
      const stop = async () => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      };
      return { origin, key: config.publishableKey, secret: secretKey, stop };
    }
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(output());
  }
}

const storageOf = ({ origin, secret }: Running) =>
  new StorageClient(`${origin}/storage/v1`, { apikey: secret, Authorization: `Bearer ${secret}` }).from(
    'box',
  );

/** What the server has acknowledged; files by name, with their first byte. */
interface Acknowledged {
  people: string[];
  files: Map<string, number>;
}

/** Signs people up, and stores, replaces and removes files, each over a connection of its own, until it is told to end. */
async function write(server: Running, worker: number, isOver: () => boolean, done: Acknowledged) {
  const files = storageOf(server);
  for (let turn = 0; !isOver(); turn += 1) {
    const email = `person-${worker}-${turn}@exemple.test`;
    const joined = await fetch(`${server.origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.key, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'un long mot de passe' }),
    });
    if (joined.ok) done.people.push(email);
    const content = Buffer.alloc(50_000, randomBytes(200));
    const kept = `kept-${worker}-${turn}`;
    if ((await files.upload(kept, content)).error === null) done.files.set(kept, content[0] ?? 0);
    // These come and go, also while their bytes are read.
    await files.upload(`moving-${worker}`, content, { upsert: true });
    if (turn % 3 === 2) await files.remove([`moving-${worker}`]);
  }
}

const ENGINE = inject('testServer').engine;

async function place(
  name: string,
  schema: 'product' | 'empty',
): Promise<Place & { drop: () => Promise<void> }> {
  const DATA_DIR = join(base, name);
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o755 });
  if (ENGINE === 'embedded') return { DATA_DIR, DATABASE_URL: '', drop: async () => undefined };
  const database = await createTestDatabase(schema, 2);
  return { DATA_DIR, DATABASE_URL: connectionUrl(database), drop: database.close };
}

test('a backup taken while people sign up and files come and go has all that was acknowledged before it, and serves elsewhere', async () => {
  const { drop: dropSource, ...source } = await place('source', 'product');
  const { drop: dropTarget, ...target } = await place('target', 'empty');
  const file = join(base, 'loge.backup');
  const server = await start(source);
  const made = await new StorageClient(`${server.origin}/storage/v1`, {
    apikey: server.secret,
    Authorization: `Bearer ${server.secret}`,
  }).createBucket('box', { public: false });
  expect(made.error).toBeNull();
  const done: Acknowledged = { people: [], files: new Map() };
  let isOver = false;
  const writers = Array.from({ length: 6 }, (_, worker) => write(server, worker, () => isOver, done));
  await expect
    .poll(() => Math.min(done.people.length, done.files.size), { timeout: 60_000 })
    .toBeGreaterThan(30);

  const before = { people: [...done.people], files: new Map(done.files) };
  const backup = await run('scripts/back-up.ts', source, file);
  expect(backup).toEqual({ code: 0, output: expect.stringContaining('files') });
  expect(backup.output).not.toContain('Warning');
  // The server went on all the while.
  const during = done.people.length - before.people.length;
  await expect
    .poll(() => done.people.length, { timeout: 60_000 })
    .toBeGreaterThan(before.people.length + during);
  expect(during).toBeGreaterThan(0);
  isOver = true;
  await Promise.all(writers);

  // Without the keys it is refused, and nothing is made.
  const refused = await run('scripts/restore.ts', target, file);
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('keys.json') });
  expect(readdirSync(target.DATA_DIR)).toEqual([]);
  for (const key of ['keys.json', 'identity.key'])
    cpSync(join(source.DATA_DIR, key), join(target.DATA_DIR, key));
  const damaged = join(base, 'damaged.backup');
  writeFileSync(damaged, readFileSync(file).subarray(0, 20_000));
  const broken = await run('scripts/restore.ts', target, damaged);
  expect(broken).toEqual({ code: 1, output: expect.stringContaining('is not a backup') });
  expect(existsSync(join(target.DATA_DIR, 'postgres'))).toBe(false);
  const restored = await run('scripts/restore.ts', target, file);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('Loge can be started') });
  const again = await run('scripts/restore.ts', target, file);
  expect(again).toEqual({ code: 1, output: expect.stringContaining('is not empty') });
  if (ENGINE === 'embedded') {
    const onRunning = await run('scripts/restore.ts', source, file);
    expect(onRunning).toEqual({ code: 1, output: expect.stringContaining('Loge already runs') });
  }
  await server.stop();

  const second = await start(target);
  const headers = { apikey: second.secret, Authorization: `Bearer ${second.secret}` };
  expect((await fetch(`${second.origin}/health`)).status).toBe(200);
  const people = new Set<string>();
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${second.origin}/auth/v1/admin/users?page=${page}&per_page=200`, { headers });
    const { users } = (await answer.json()) as { users: { email: string }[] };
    for (const { email } of users) people.add(email);
    if (users.length < 200) break;
  }
  expect(before.people.filter((email) => !people.has(email))).toEqual([]);
  const files = storageOf(second);
  for (const [name, first] of before.files) {
    const { data } = await files.download(name);
    const content = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([name, content.length, content[0]]).toEqual([name, 50_000, first]);
  }
  // Every row has its bytes, and all bytes have a row.
  const listed: string[] = [];
  for (let offset = 0; ; offset += 500) {
    const { data } = await files.list('', { limit: 500, offset });
    for (const { name } of data ?? []) listed.push(name);
    if ((data ?? []).length < 500) break;
  }
  for (const name of listed) expect([name, (await files.download(name)).error]).toEqual([name, null]);
  const kept = readdirSync(join(target.DATA_DIR, 'storage/objects'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(kept.filter((entry) => entry.isFile())).toHaveLength(listed.length);
  // It takes writes, and somebody of before can come in.
  const [email = ''] = before.people;
  const signedIn = await fetch(`${second.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: second.key, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'un long mot de passe' }),
  });
  expect(signedIn.status).toBe(200);
  expect((await files.upload('after', Buffer.from('after'))).error).toBeNull();
  await second.stop();
  await dropSource();
  await dropTarget();
}, 300_000);
