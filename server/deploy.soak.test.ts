import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { addressOf } from '#platform/gateway/address.ts';
import { DEPLOY, freePort, has, openProxy, PROXY_NAMES } from './testing/proxies.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'loge-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

/** In parts: this process is its own other side, and must answer the proxy's questions meanwhile. */
async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent++) {
    yield Buffer.alloc(1024 * 1024);
    await setImmediate();
  }
}

/** In Loge's place: it tells what reached it. */
async function openUpstream(): Promise<{ port: number; server: Server }> {
  const server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ bytes, forwarded: request.headers['x-forwarded-for'], host: request.headers.host }),
      );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`heard ${String(data)}`)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

describe.each(PROXY_NAMES.map((name) => ({ name })))('$name with the example', ({ name }) => {
  let upstream: Awaited<ReturnType<typeof openUpstream>>;
  let proxy: Awaited<ReturnType<typeof openProxy>> | undefined;
  let origin: string;

  beforeEach(async (context) => {
    context.skip(!has(name), `${name} is not installed`);
    upstream = await openUpstream();
    proxy = await openProxy(name, { processes: [upstream.port, upstream.port], folder });
    origin = proxy.origin;
  });
  afterEach(async () => {
    await proxy?.close();
    upstream?.server.closeAllConnections();
    upstream?.server.close();
  });

  test('lets through a file of the largest size, and tells who really asks', async () => {
    const sent = request(origin, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } });
    const answered = once(sent, 'response');
    await pipeline(Readable.from(megabytes(50)), sent);
    const [answer] = (await answered) as [IncomingMessage];
    const { bytes, forwarded } = (await json(answer)) as { bytes: number; forwarded: string };
    expect(bytes).toBe(50 * 1024 * 1024);
    expect(['127.0.0.1', '::1']).toContain(addressOf({ forwarded, remote: '127.0.0.1' }, true));
  });

  test('carries sockets', async () => {
    const socket = new WebSocket(origin.replace('http', 'ws'));
    await once(socket, 'open');
    socket.send('bonsoir');
    const [heard] = (await once(socket, 'message')) as [Buffer];
    expect(String(heard)).toBe('heard bonsoir');
    socket.close();
  });

  test('shows the page of maintenance, as a 503, while no process is there', async () => {
    upstream.server.closeAllConnections();
    upstream.server.close();
    const answer = await fetch(`${origin}/browse`, { redirect: 'manual' });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Loge revient dans un instant');
    expect(answer.headers.get('retry-after')).toBe('30');
  });
});

test.runIf(has('systemd-analyze'))('the units of systemd are right, and leave little open', () => {
  const units = ['loge@.service', 'loge-migrate.service'];
  for (const name of units)
    writeFileSync(
      join(folder, name),
      // Where Loge is installed differs from the machine of this test.
      read(name)
        .replaceAll('/opt/loge/node_modules/.bin/node', process.execPath)
        .replaceAll('/opt/loge', root),
    );
  const paths = units.map((name) => join(folder, name));
  const verified = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  expect(verified.stderr).toBe('');
  expect(verified.status).toBe(0);
  const exposure = spawnSync('systemd-analyze', [
    'security',
    '--offline=true',
    '--threshold=25',
    join(folder, 'loge@.service'),
  ]);
  expect(exposure.status).toBe(0);
});

test.runIf(has('turnserver'))(
  'the relay understands each address that the compose file denies it',
  async () => {
    const [, text = ''] =
      /^ {2}coturn:[\s\S]*?command:\s*\[([\s\S]*?)\n\s*\]/m.exec(read('compose.yaml')) ?? [];
    const given = Array.from(text.matchAll(/(--[^\s"]+?)"?,/g), ([, option = '']) =>
      option.replace(/\$\{MEDIA_IP:\?\}/, '10.1.2.3').replace(/\$\{\w+:\?\}/, 'loge'),
    );
    const relay = spawn('turnserver', [
      ...['-n', ...given, '--listening-ip=127.0.0.1', `--listening-port=${await freePort()}`],
      ...['--log-file=stdout', `--pidfile=${join(folder, 'relay.pid')}`],
    ]);
    let told = '';
    relay.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
    await expect.poll(() => told).toContain('Relay ports initialization done');
    relay.kill('SIGKILL');
    const denied = given.flatMap((option) => /^--denied-peer-ip=(.+)$/.exec(option)?.[1] ?? []);
    expect(denied.length).toBeGreaterThan(8);
    for (const range of denied) expect(told).toContain(`Black listing: ${range}`);
    expect(told).toContain('White listing: 10.1.2.3');
    expect(told).toContain('--no-tcp-relay: TCP relay endpoints are not allowed');
  },
);

test.runIf(has('promtool'))('the rules of alerts are read by Prometheus', () => {
  const checked = spawnSync('promtool', ['check', 'rules', join(root, 'docs/prometheus-alerts.yml')], {
    encoding: 'utf8',
  });
  expect(checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});

/** Prometheus's own form of a test: what it would have scraped each minute, and what it would say then. */
const ALERTS = `
rule_files: [RULES]
evaluation_interval: 1m
tests:
  - name: one process ends, and stays away
    interval: 1m
    input_series:
      - { series: 'up{job="loge",instance="a"}', values: '1x60' }
      - { series: 'up{job="loge",instance="b"}', values: '1x5 0x55' }
      - { series: 'loge_database_up{instance="a"}', values: '1x60' }
      - { series: 'loge_database_up{instance="b"}', values: '1x5 stale' }
    alert_rule_test:
      - { alertname: LogeGone, eval_time: 50m, exp_alerts: [] }
      - { alertname: LogeProcessGone, eval_time: 5m, exp_alerts: [] }
      - alertname: LogeProcessGone
        eval_time: 50m
        exp_alerts:
          - exp_labels: { job: loge, instance: b, severity: page }
            exp_annotations: { summary: The process of Loge at b does not answer. }
  - name: all of them end, and their machines with them
    interval: 1m
    input_series:
      - { series: 'loge_database_up{instance="a"}', values: '1x5 stale' }
    alert_rule_test:
      - { alertname: LogeGone, eval_time: 5m, exp_alerts: [] }
      - alertname: LogeGone
        eval_time: 50m
        exp_alerts:
          - exp_labels: { severity: page }
            exp_annotations: { summary: No process of Loge answers Prometheus. }
`;

test.runIf(has('promtool'))('somebody is called for as long as a process is gone, or all are', () => {
  const file = join(folder, 'alerts.test.yml');
  writeFileSync(file, ALERTS.replace('RULES', join(root, 'docs/prometheus-alerts.yml')));
  const tested = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  expect(tested.stdout + tested.stderr).toContain('SUCCESS');
  expect(tested.status).toBe(0);
});
