/**
 * The documents that one process answers in a second, as browsers ask for them, against a bare handler that sends the same compressed
 * bytes: `npm run bench -- --only=documents`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { type Figure, median } from './figure.ts';
import { startLoge } from './loge.ts';
import { processorTimeOf } from './memory.ts';

const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };
const ROUNDS = 5;
const AT_LEAST = 2_000;
const OF_BARE = 0.25;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The bytes as they are sent, not unpacked. */
async function answerOf(url: string): Promise<Answer> {
  const [response] = (await once(get(url, { headers: HEADERS }), 'response')) as [IncomingMessage];
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers;
  return {
    status: response.statusCode ?? 0,
    headers: { 'content-type': type, 'content-encoding': encoding },
    body: await buffer(response),
  };
}

async function startBare(answers: Readonly<Record<string, Answer>>) {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'documents/bare-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const given = Object.entries(answers).map(([path, answer]) => [
    path,
    { ...answer, body: answer.body.toString('base64') },
  ]);
  bare.stdin.end(JSON.stringify(Object.fromEntries(given)));
  const port = await new Promise<number>((resolve, reject) => {
    bare.stdout.once('data', (line) => resolve(Number(line)));
    bare.once('exit', () => reject(new Error('the bare server ended')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0, close: () => bare.kill() };
}

interface Load {
  perSecond: number;
  /** Milliseconds of processor that Node used for one answer. */
  cpu: number;
}

async function load(pid: number, url: string, status: number, seconds: number): Promise<Load> {
  const nodeTime = () => processorTimeOf(pid).MainThread ?? 0;
  const before = nodeTime();
  const result = await autocannon({ url, headers: HEADERS, connections: 10, duration: seconds });
  const { total } = result.requests;
  const others = status === 200 ? result.non2xx : total - result.non2xx;
  if (others > 0 || result.errors > 0)
    throw new Error(`${url}: ${others} not answered ${status}, ${result.errors} failed`);
  return { perSecond: total / result.duration, cpu: (nodeTime() - before) / total };
}

/** The address of a profile that the sample data brings. */
async function profileOf(url: string): Promise<string> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const [, path] = /<loc>[^<]*(\/streamer\/[^<]+)<\/loc>/.exec(sitemap) ?? [];
  if (path === undefined) throw new Error('The sitemap has no profile');
  return path;
}

/** Documents against the bare handler, in turns, so that what else the machine does weighs on both. */
export async function measureDocuments(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const loge = await startLoge({ dataDir });
  try {
    const paths = ['/', '/browse', await profileOf(loge.url), '/nulle-part'];
    const answers: Record<string, Answer> = {};
    for (const path of paths) answers[path] = await answerOf(`${loge.url}${path}`);
    const bare = await startBare(answers);
    try {
      const figures: Figure[] = [];
      for (const [path, answer] of Object.entries(answers)) {
        const round = async (seconds: number) => ({
          bare: await load(bare.pid, `${bare.url}${path}`, answer.status, seconds),
          loge: await load(loge.pid, `${loge.url}${path}`, answer.status, seconds),
        });
        await round(1);
        const rounds: Record<'bare' | 'loge', Load>[] = [];
        for (let at = 0; at < ROUNDS; at += 1) rounds.push(await round(2));
        const middle = (pick: (round: Record<'bare' | 'loge', Load>) => number) => median(rounds.map(pick));
        const { status, headers, body } = answer;
        const named = path.startsWith('/streamer/')
          ? 'a profile'
          : status === 404
            ? 'a not-found page'
            : path;
        const about = `${(body.length / 1000).toFixed(1)} KB of ${headers['content-encoding']}`;
        const cpu = [middle(({ loge }) => loge.cpu), middle(({ bare }) => bare.cpu)];
        figures.push(
          {
            what: `documents: ${named}, 10 connections`,
            value: middle(({ loge }) => loge.perSecond),
            unit: '/s',
            target: { atLeast: AT_LEAST },
            note: `${about}; processor of Node ${cpu.map((each) => each.toFixed(2)).join(' against ')} ms a document`,
          },
          {
            what: `documents: ${named}, against a bare handler`,
            value: middle(({ loge, bare }) => loge.perSecond / bare.perSecond),
            unit: 'of bare',
            target: { atLeast: OF_BARE },
            note: `which sends ${Math.round(middle(({ bare }) => bare.perSecond))}/s`,
          },
        );
      }
      return figures;
    } finally {
      bare.close();
    }
  } finally {
    await loge.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
