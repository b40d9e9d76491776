import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { book, type Fixture, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { type Listening, listen } from '#server/listen.ts';
import { renewOverlay, setGoal, tryAlert } from '../contract.ts';
import { streamTopic, TRIED, tokenHash } from '../overlay-address.ts';
import { createOverlayHub } from './overlay-hub.ts';
import { createOverlay } from './overlay-routes.ts';

/** Overlays whose reader is slow, or stands still: OBS on a machine that is busy with a game. */

const product = await openProduct();
const { pool } = product.database;
const logged: string[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(line) });
const hearing = new Map<string, Set<(event: string) => void>>();
const hear = (topic: string, listener: (event: string) => void) => {
  const those = hearing.get(topic) ?? new Set();
  hearing.set(topic, those.add(listener));
  return () => those.delete(listener);
};
let fixture: Fixture;
let path: string;
const tell = (event: string) => {
  for (const listener of hearing.get(streamTopic(fixture.streamer.id)) ?? []) listener(event);
};
const tried = () => tell(TRIED);

const overlay = createOverlay({ pool, siteUrl: product.deps.siteUrl, hear, logger });
let closed = 0;
const app = new Hono()
  .use(async (c, next) => {
    (c.env as HttpBindings).outgoing.once('close', () => {
      closed += 1;
    });
    await next();
  })
  .route('/', overlay.app);
let server: Listening;
beforeAll(async () => {
  fixture = await openFixture(product);
  path = new URL((await ask(fixture.streamer, renewOverlay, {})).overlayUrl).pathname;
  // With a goal each place that is taken changes what is shown.
  await ask(fixture.streamer, setGoal, { places: 5 });
  const http = { requestTimeout: 60, idleTimeout: 60, unread: 16 * 1024 * 1024 };
  server = await listen(app, { host: '127.0.0.1', port: 0, http });
});
afterAll(async () => {
  overlay.close();
  await server.close();
});

/** What an overlay heard so far, and whether it was ended. */
async function read() {
  const response = await overlay.app.request(`${path}/events`);
  const reader = response.body!.getReader();
  const heard = { text: '', isOver: false };
  const reading = (async () => {
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard.text += decoder.decode(value, { stream: true });
    }
    heard.isOver = true;
  })();
  const alerts = () => heard.text.match(/^event: alert$/gm)?.length ?? 0;
  return { heard, alerts, close: () => reader.cancel().then(() => reading) };
}

test('one that never reads is let go of once, and the others hear on', async () => {
  const other = await read();
  const stalled = await overlay.app.request(`${path}/events`);
  // It has been told what is shown when the one that came with it has, and then waits to be read.
  await expect.poll(() => other.heard.text).toContain('event: shown');
  for (let tries = 0; tries < 50; tries++) tried();
  // Two things are to be told at once: what is shown, and the alert.
  await book(product, await product.join(), fixture, startIn(product, 3));
  tell('taken');
  await expect.poll(() => other.heard.text).toContain('Une place vient d’être réservée');
  for (let tries = 0; tries < 50; tries++) tried();
  await expect.poll(other.alerts).toBe(101);
  // It gets what waited for it, and the end.
  const waited = await stalled.text();
  expect(waited.match(/^event: /gm)?.length).toBe(51);
  expect(other.heard.isOver).toBe(false);
  expect(logged.join('')).not.toContain('could not be');
  await other.close();
});

test('a connection that never reads is closed; it keeps no place of its streamer’s twenty', async () => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`GET ${path}/events HTTP/1.1\r\nHost: loge.test\r\n\r\n`);
  await once(socket, 'readable');
  const isHeard = () => (hearing.get(streamTopic(fixture.streamer.id))?.size ?? 0) > 0;
  // The system takes some megabytes before anything waits.
  for (let sent = 0; isHeard() && sent < 400_000; sent++) {
    tried();
    if (sent % 40 === 0) await immediate();
  }
  expect(isHeard()).toBe(false);
  await expect.poll(() => closed).toBe(1);
  socket.destroy();
});

test('the sign of life is not written to one that never reads', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stalled = await overlay.app.request(`${path}/events`);
    vi.advanceTimersByTime(200 * 15_000);
    overlay.close();
    const waited = await stalled.text();
    expect(waited.match(/^:$/gm)?.length).toBeLessThan(60);
  } finally {
    vi.useRealTimers();
  }
});

test('what fails for one overlay does not reach the others', async () => {
  const hub = createOverlayHub({ pool, hear, logger });
  const listener = {
    streamerId: fixture.streamer.id,
    tokenHash: tokenHash(path.split('/').at(-1)!),
    since: null,
  };
  const broken = hub.open(listener, () => {
    throw new Error('it is closed');
  });
  const told: string[] = [];
  const whole = hub.open(listener, ({ type }) => void told.push(type));
  await expect.poll(() => told).toEqual(['shown']);
  tried();
  expect(told).toEqual(['shown', 'alert']);
  expect(logged.join('')).toContain('an overlay could not be told');
  broken();
  whole();
});

test('an alert is tried thirty times in ten minutes, and then not', async () => {
  const streamer = (await openFixture(product)).streamer;
  for (let tries = 0; tries < 30; tries++) await ask(streamer, tryAlert, {});
  expect(await codeOf(streamer, tryAlert, {})).toBe('too_many_attempts');
});
