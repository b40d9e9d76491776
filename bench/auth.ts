import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPassword, hashPassword } from '#server/platform/auth/passwords.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';
import { KeepAlive } from './keep-alive.ts';
import { type Loge, startLoge } from './loge.ts';
import { processorTimeOf } from './memory.ts';

const password = 'quatre corbeaux bleus';

interface Session {
  refresh_token: string;
}

/** A request as any client sends it. */
async function ask(loge: Loge, path: string, body: object): Promise<Session> {
  const headers = { apikey: loge.publishableKey, 'content-type': 'application/json' };
  const answer = await fetch(`${loge.url}/auth/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Session;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Sign-in and the hash in turns: the difference is everything that is not the hash, the network included. */
async function signIn(loge: Loge, email: string): Promise<Figure> {
  const stored = await hashPassword(password);
  const hashes: number[] = [];
  const whole: number[] = [];
  for (let index = 0; index < 40; index += 1) {
    hashes.push(await timed(() => checkPassword(stored, password)));
    whole.push(await timed(() => ask(loge, 'token?grant_type=password', { email, password })));
  }
  return {
    what: 'password sign-in outside of the hash',
    value: median(whole) - median(hashes),
    unit: 'ms',
    target: { below: 10 },
    note: `median ${median(whole).toFixed(1)} ms, of which ${median(hashes).toFixed(1)} ms of argon2id`,
  };
}

/** Each of 20 sessions refreshes with the token that its last refresh gave. */
async function refresh(loge: Loge, email: string): Promise<Figure> {
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => ask(loge, 'token?grant_type=password', { email, password })),
  );
  const connections = sessions.map(() => new KeepAlive(loge.url, { apikey: loge.publishableKey }));
  const path = '/auth/v1/token?grant_type=refresh_token';
  const rate = async (seconds: number) => {
    let count = 0;
    const start = performance.now();
    const until = start + seconds * 1000;
    await Promise.all(
      sessions.map(async (session, index) => {
        while (performance.now() < until) {
          const answer = await connections[index]!.post(path, { refresh_token: session.refresh_token });
          session.refresh_token = (JSON.parse(answer) as Session).refresh_token;
          count += 1;
        }
      }),
    );
    return count / ((performance.now() - start) / 1000);
  };
  await rate(2);
  const used = () => ({ node: processorTimeOf(loge.pid), ours: processorTimeOf(process.pid) });
  const before = used();
  const rounds = [await rate(4), await rate(4), await rate(4)];
  const after = used();
  for (const connection of connections) connection.close();
  const count = rounds.reduce((sum, each) => sum + each * 4, 0);
  const total = (times: Record<string, number>) => Object.values(times).reduce((sum, each) => sum + each, 0);
  const node = (total(after.node) - total(before.node)) / count;
  const postgres = ((after.ours.postgres ?? 0) - (before.ours.postgres ?? 0)) / count;
  return {
    what: 'refresh, Postgres 15',
    value: median(rounds),
    unit: '/s',
    target: { atLeast: 800 },
    note: `processor a refresh: Node ${node.toFixed(2)} ms, Postgres ${postgres.toFixed(2)} ms`,
  };
}

export async function measureAuth(): Promise<Figure[]> {
  const bench = await openBenchDatabase('Postgres 15');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const loge = await startLoge({ dataDir, env: { DATABASE_URL: bench.url, DEMO_DATA: 'false' } });
  try {
    const email = 'mesure@exemple.fr';
    await ask(loge, 'signup', {
      email,
      password,
      data: { role: 'viewer', first_name: 'Mesure', last_name: 'Test' },
    });
    return [await signIn(loge, email), await refresh(loge, email)];
  } finally {
    await loge.close();
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
