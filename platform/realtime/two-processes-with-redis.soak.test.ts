// Long because it asks for a Redis, which the soak lane installs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from './testing/server.ts';
import { presentIn, stop, testTwoProcesses } from './testing/two-processes.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts a Redis for these tests alone, which writes nothing to disk. */
async function startRedis(port: number, dir: string): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
  const child = spawn('redis-server', args);
  for await (const line of createInterface({ input: child.stdout }))
    if (/Ready to accept/.test(line)) return child;
  throw new Error('redis-server ended');
}

describe('two server processes that talk by Redis', () => {
  if (!hasRedis) {
    test('are tested where redis-server is installed', ({ skip }) =>
      skip('redis-server is not installed: apt-get install redis-server'));
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'loge-redis-'));
  let port: number;
  let redis: ChildProcess;
  afterAll(async () => {
    await stop(redis, 'SIGTERM');
    rmSync(dir, { recursive: true, force: true });
  });
  const two = testTwoProcesses(async () => {
    port = await freePort();
    redis = await startRedis(port, dir);
    return { REDIS_URL: `redis://127.0.0.1:${port}` };
  });

  test('leave Postgres alone meanwhile, and find each other again after Redis was away', async () => {
    const told: unknown[] = [];
    const listener = await two.db.pool.connect();
    await listener.query('listen realtime_bus');
    listener.on('notification', ({ payload }) => told.push(payload));
    const anna = await two.enter(two.first.url, 'redis', 'anna');
    const bruno = await two.enter(two.second.url, 'redis', 'bruno');
    await eventually(() => presentIn(anna).length === 2);
    expect(told).toEqual([]);
    listener.release(true);

    await stop(redis, 'SIGKILL');
    const chloe = await two.enter(two.second.url, 'redis', 'chloe');
    await eventually(() => presentIn(bruno).length === 3);
    redis = await startRedis(port, dir);
    await eventually(
      () => [anna, bruno, chloe].every((each) => presentIn(each).join() === 'anna,bruno,chloe'),
      15_000,
    );
  });
});
