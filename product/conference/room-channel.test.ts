import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { createRealtime, type Realtime } from '#platform/realtime/realtime.ts';
import { joinRaw, openRaw, type RawSocket } from '#platform/realtime/testing/raw-socket.ts';
import { eventually, quiet } from '#platform/realtime/testing/server.ts';
import { startIn } from '#product/booking/testing/fixture.ts';
import { openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { type Listening, listen } from '#server/listen.ts';
import { comeIn, openStage } from './testing/stage.ts';

const product = await openProduct({ clockRuns: true });
let realtime: Realtime;
let server: Listening;
beforeAll(async () => {
  const { database, keys } = product;
  const gateway = createGateway(keys, ['anon', 'authenticated', 'service_role']);
  realtime = await createRealtime({ database, gateway, path: 'public', logger: pino({ level: 'silent' }) });
  server = await listen(new Hono(), { host: '127.0.0.1', port: 0 }, realtime.upgrade);
});
afterAll(async () => {
  await realtime.close();
  await server.close();
});

async function onChannel({ token }: SignedIn, roomId: string): Promise<RawSocket> {
  const socket = await openRaw(`http://127.0.0.1:${server.port}`, product.keys.publishableKey);
  const joined = await joinRaw(socket, `realtime:room:${roomId}`, { private: true }, { token });
  expect(joined).toMatchObject({ status: 'ok' });
  return socket;
}

const hasEnded = (socket: RawSocket) =>
  socket.frames.some((frame) => (frame as unknown[])[3] === 'phx_error');

test('a removed participant loses the room’s channel at once, and one who reconnected in another tab keeps theirs', async () => {
  const stage = await openStage(product, startIn(product, 3));
  stage.at(1);
  const { roomId } = stage;
  const viewer = await comeIn(stage.viewer, roomId);
  const streamer = await comeIn(stage.streamer, roomId);
  const [ofViewer, ofStreamer] = [
    await onChannel(stage.viewer, roomId),
    await onChannel(stage.streamer, roomId),
  ];
  const again = await comeIn(stage.viewer, roomId, { resume: viewer.entry.participantId });
  await quiet(200);
  expect(hasEnded(ofViewer)).toBe(false);
  await streamer.does('remove', again);
  await eventually(() => hasEnded(ofViewer), 1_000);
  await quiet(100);
  expect(hasEnded(ofStreamer)).toBe(false);
  for (const socket of [ofViewer, ofStreamer]) socket.close();
});
