import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { type Loge, startLoge } from '#server/start.ts';
import { createErrorLog, withoutDetails } from './errors.ts';

const KEY = 'sb_publishable_of_the_observed_server';
const TOKEN = 'a token for anybody who reads figures'.replaceAll(' ', '-');

/** A collector that takes OTLP over HTTP, as JSON, and keeps what it was sent. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}
const spansOf = (bodies: readonly string[]): SentSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
const said = ({ attributes }: SentSpan, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe('a server that is observed', () => {
  let database: Database;
  let dataDir: string;
  let loge: Loge;
  let collector: Awaited<ReturnType<typeof openCollector>>;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    dataDir = mkdtempSync(join(tmpdir(), 'loge-observed-'));
    collector = await openCollector();
    const settings = parseSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      DEMO_DATA: 'false',
      SUPABASE_PUBLISHABLE_KEY: KEY,
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    });
    loge = await startLoge(settings, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await collector.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const ask = (path: string, init?: RequestInit) => fetch(loge.origin + path, init);
  const metrics = async () => {
    const answer = await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return answer.text();
  };
  const seriesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  test('tells its figures to anybody who has the token, and to nobody else', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      const refused = await ask('/metrics', { headers: { authorization } });
      expect([refused.status, await refused.text()]).toEqual([401, 'Unauthorized\n']);
    }
    const text = await metrics();
    for (const line of [
      /^loge_build_info\{.*migration="\d{4}_\w+\.sql".*\} 1$/m,
      /^loge_database_up 1$/m,
      /^loge_pool_connections\{pool="server",state="size"\} 20$/m,
      /^loge_mails\{state="failed"\} 0$/m,
      /^loge_payment_orders\{state="failed"\} 0$/m,
      /^loge_rooms_live 0$/m,
      /^loge_realtime_sockets 0$/m,
      /^loge_storage_bytes \d+$/m,
      /^loge_disk_bytes\{state="free"\} \d+$/m,
      /^loge_task_runs\{task="server\/give-sign-of-life",outcome="failed"\} \d+$/m,
      /^loge_media_engine_up\{engine="p2p"\} 1$/m,
      /^loge_errors_total \d+$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes \d+$/m,
    ])
      expect(text).toMatch(line);
  });

  test('counts requests by the route that answered, never by what was asked', async () => {
    await ask('/rest/v1/streamers?select=id&limit=1', { headers: { apikey: KEY } });
    const client = createClient(loge.origin, KEY, { auth: { persistSession: false } });
    await client.functions.invoke('discovery/get-home', { body: {} });
    const before = await metrics();
    expect(before).toMatch(/_count\{method="GET",route="\/rest\/v1\/:table",status="200"\} 1$/m);
    expect(before).toMatch(
      /_count\{method="POST",route="\/functions\/v1\/discovery\/get-home",status="\d+"\} 1$/m,
    );
    const words = Array.from({ length: 60 }, (_, at) => `marie.durand-${at}`);
    for (const word of words) {
      await ask(`/rest/v1/${word}`, { headers: { apikey: KEY } });
      await ask(`/${word}`);
      await ask(`/functions/v1/${word}/${word}`, { method: 'POST' });
      await ask(`/auth/v1/${word}`, { method: 'PROPFIND' });
      await ask(`/storage/v1/object/${word}/${word}`, { headers: { apikey: KEY } });
      await ask(`/calendars/${word}`);
    }
    const after = await metrics();
    expect(after).not.toContain('durand');
    const series = (text: string) => seriesOf(text).filter((line) => line.startsWith('loge_http')).length;
    // A few routes more, each with its buckets, however many words there were.
    expect(series(after) - series(before)).toBeLessThan(12 * 12);
    expect(seriesOf(after).length).toBeLessThan(2_000);
  });

  test('every figure of the dashboard and of the alerts is one of these', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/grafana-dashboard.json'), 'utf8');
    const dashboard = JSON.parse(text) as { panels: { title: string; targets?: { expr: string }[] }[] };
    const names = new Set(
      [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(15);
    const alerts = readFileSync(join(import.meta.dirname, '../../docs/prometheus-alerts.yml'), 'utf8');
    const watched = Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, expr = '']) => expr);
    expect(watched.length).toBeGreaterThan(5);
    const used = [...asked, ...watched].flatMap((expr) =>
      [...expr.matchAll(/\b(?:loge|nodejs|process)_\w+/g)].map(([name]) => name),
    );
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  test('writes how it is, and what went wrong, for the page of the team', async () => {
    await expect
      .poll(async () => (await database.pool.query('select figures from private.processes')).rows, {
        timeout: 20_000,
      })
      .toMatchObject([
        {
          figures: {
            pools: [
              { name: 'server', size: 20 },
              { name: 'rest', size: 10 },
            ],
            sockets: 0,
          },
        },
      ]);
  });

  test('sends spans of requests with their statements to the collector, and nothing about anybody', async () => {
    const client = createClient(loge.origin, KEY, { auth: { persistSession: false } });
    const email = 'camille.secrete@exemple.fr';
    await client.auth.signUp({ email, password: 'un mot de passe assez long' });
    await client.from('streamers').select('id').eq('handle', 'camille-secrete');
    await ask('/rest/v1/streamers?select=id', {
      headers: { apikey: KEY, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    });
    // What is left is sent when the server stops.
    await loge.stop();
    const spans = spansOf(collector.bodies);
    const reads = spans.filter(({ name }) => name === 'GET /rest/v1/:table');
    expect(reads.length).toBeGreaterThanOrEqual(2);
    expect(said(reads[0]!, 'http.response.status_code')).toBe(200);
    expect(said(reads[0]!, 'loge.request_id')).toMatch(/^[\w-]{36}$/);
    const below = spans.filter(({ parentSpanId }) => parentSpanId === reads[0]!.spanId);
    expect(below.map(({ name }) => name)).toContain('postgres rest-become');
    expect(spans.map(({ name }) => name)).toContain('POST /auth/v1/signup');
    expect(spans.some(({ name }) => name.startsWith('task '))).toBe(true);
    // A visitor decides nothing about traces.
    expect(spans.some(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')).toBe(false);
    const all = collector.bodies.join('');
    for (const word of [email, 'secrete', KEY, 'mot de passe', '127.0.0.1', 'select id'])
      expect(all).not.toContain(word);
  });
});

describe('errors', () => {
  test('are kept once a kind, without what names a person or a thing', () => {
    expect(
      withoutDetails('no row for "Marie" <marie@exemple.fr> in 3 of 12 tries at https://a.fr/b?c=d'),
    ).toBe('no row for <text> <<address>> in <number> of <number> tries at <url>');
    expect(withoutDetails('payment 0b8e3f1c-2a4d-4e5f-8a9b-1c2d3e4f5a6b of acct_1Nabc23456DEF')).toBe(
      'payment <id> of <id>',
    );
  });

  test('of any length are read in the time of a short one, and never with half an address', () => {
    expect(withoutDetails('a'.repeat(1_000_000)).length).toBeLessThanOrEqual(300);
    const long = `${'"x" '.repeat(499)}marie.roux@exemple.fr ${'b '.repeat(1_000_000)}`;
    expect(withoutDetails(long)).not.toContain('marie');
    expect(withoutDetails(`${'x '.repeat(995)}marie.roux@exemple.fr`)).not.toContain('marie');
  });

  test('with characters that Postgres does not take do not keep the others from being written', async () => {
    const database = await createTestDatabase('product');
    try {
      const errors = createErrorLog();
      const log = errors.watch(pino({ level: 'silent' }));
      for (const message of ['a zero \0 here', 'half \ud83d a character', `${'x '.repeat(149)}x😀`])
        log.error({ err: new Error(message) }, 'a command failed');
      log.error({ err: new Error('another one') }, 'a command failed');
      await errors.flush(database.pool);
      const { rows } = await database.pool.query('select message from private.errors');
      expect(rows).toHaveLength(4);
      expect(rows).toContainEqual({ message: 'another one' });
    } finally {
      await database.close();
    }
  });

  test('are counted over processes, and the last request is known', async () => {
    const database = await createTestDatabase('product');
    try {
      const fail = (log: Logger, id: number, requestId: string) =>
        log.error({ err: new Error(`no place ${id} left`), requestId }, 'a command failed');
      for (const process of [1, 2]) {
        const errors = createErrorLog();
        const log = errors.watch(pino({ level: 'silent' }));
        fail(log, process, `first-${process}`);
        fail(log.child({ part: 'of it' }), 7, `last-${process}`);
        expect(errors.total()).toBe(2);
        await errors.flush(database.pool);
        await errors.flush(database.pool);
      }
      const { rows } = await database.pool.query(
        'select name, message, count, last_request_id from private.errors',
      );
      expect(rows).toEqual([
        { name: 'Error', message: 'no place <number> left', count: '4', last_request_id: 'last-2' },
      ]);
    } finally {
      await database.close();
    }
  });
});
