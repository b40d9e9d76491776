import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPassword, hashPassword } from '#platform/auth/passwords.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';
import { type Loge, startLoge } from './loge.ts';
import { processorTimeOf } from './memory.ts';

/**
 * One keep-alive connection that posts JSON, one request at a time. The client shares two processors with what it
 * measures, so it does no more than it must: Node's own clients cost as much as the request they ask for.
 */
class KeepAlive {
  readonly #socket: Socket;
  readonly #head: string;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | null = null;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    const { hostname, port, host } = new URL(url);
    this.#head = Object.entries({ host, 'content-type': 'application/json', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#socket = connect(Number(port), hostname).setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  /** @throws Error with the answer unless it is a 200 */
  post(path: string, body: object): Promise<string> {
    const sent = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\n${this.#head}content-length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
      );
    });
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const waiting = this.#waiting;
    if (length === undefined) {
      waiting?.reject(new Error(`an answer without its length:\n${head}`));
      return;
    }
    const whole = end + 4 + Number(length);
    if (this.#received.length < whole) return;
    const body = this.#received.toString('utf8', end + 4, whole);
    this.#received = this.#received.subarray(whole);
    this.#waiting = null;
    if (head.startsWith('HTTP/1.1 200 ')) waiting?.resolve(body);
    else waiting?.reject(new Error(`${head}\n${body}`));
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }
}

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
