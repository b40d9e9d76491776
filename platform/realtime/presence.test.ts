import { describe, expect, test } from 'vitest';
import { joinRaw, openRaw } from './testing/raw-socket.ts';
import { eventually, openRealtime, quiet, subscribed } from './testing/server.ts';

const server = await openRealtime('select');

/** A client on a topic, with the presence messages that it received. */
async function enter(topic: string, key: string, vsn: '1.0.0' | '2.0.0' = '2.0.0') {
  const channel = (await server.client(null, vsn)).channel(topic, { config: { presence: { key } } });
  const told: string[] = [];
  channel.on('presence', { event: 'join' }, ({ key: who }) => told.push(`+${who}`));
  channel.on('presence', { event: 'leave' }, ({ key: who }) => told.push(`-${who}`));
  channel.on('presence', { event: 'sync' }, () => told.push('sync'));
  expect((await subscribed(channel)).status).toBe('SUBSCRIBED');
  const who = () =>
    Object.fromEntries(
      Object.entries(channel.presenceState<{ at?: string }>()).map(([name, metas]) => [
        name,
        metas.map(({ at }) => at),
      ]),
    );
  return { channel, told, who };
}

describe('presence', () => {
  test.each(['1.0.0', '2.0.0'] as const)(
    'shows who came, who went and what they say, in serialiser %s',
    async (vsn) => {
      const [anna, bruno] = [
        await enter(`salon-${vsn}`, 'anna', vsn),
        await enter(`salon-${vsn}`, 'bruno', vsn),
      ];
      expect(await anna.channel.track({ at: 'door' })).toBe('ok');
      await eventually(() => bruno.told.includes('+anna') && anna.told.includes('+anna'));
      expect(await bruno.channel.track({ at: 'table' })).toBe('ok');
      await eventually(() => 'bruno' in anna.who());
      expect([anna.who(), bruno.who()]).toEqual(Array(2).fill({ anna: ['door'], bruno: ['table'] }));

      expect(await anna.channel.track({ at: 'bar' })).toBe('ok');
      await eventually(() => bruno.who().anna?.[0] === 'bar');
      expect(bruno.who()).toEqual({ anna: ['bar'], bruno: ['table'] });

      expect(await anna.channel.untrack()).toBe('ok');
      await eventually(() => bruno.told.includes('-anna') && !('anna' in bruno.who()));
      await bruno.channel.unsubscribe();
      await eventually(() => !('bruno' in anna.who()));
    },
  );

  test('sends a client that joins late the complete state at once, and no part of it twice', async () => {
    const early = await Promise.all(['a', 'b', 'c'].map((key) => enter('late', key)));
    await Promise.all(early.map(({ channel }, at) => channel.track({ at: String(at) })));
    const late = await enter('late', 'd');
    await eventually(() => Object.keys(late.who()).length === 3);
    await quiet(100);
    expect(late.told.filter((each) => each !== 'sync')).toEqual(['+a', '+b', '+c']);
  });

  test('keeps several tabs of one person apart', async () => {
    const watcher = await enter('tabs', 'watcher');
    const tabs = [await enter('tabs', 'anna'), await enter('tabs', 'anna')];
    await Promise.all(tabs.map(({ channel }, at) => channel.track({ at: `tab ${at}` })));
    await eventually(() => watcher.who().anna?.length === 2);
    await tabs[0]?.channel.unsubscribe();
    await eventually(() => watcher.who().anna?.length === 1);
    expect(watcher.who()).toEqual({ anna: ['tab 1'] });
    await tabs[1]?.channel.unsubscribe();
    await eventually(() => !('anna' in watcher.who()));
  });

  test('forgets a client whose connection broke, and takes any key', async () => {
    const watcher = await enter('broken', 'watcher');
    const socket = await openRaw(server.url, server.keys.publishableKey);
    await joinRaw(socket, 'realtime:broken', { presence: { key: '__proto__', enabled: true } });
    socket.send([
      '1',
      '2',
      'realtime:broken',
      'presence',
      { type: 'presence', event: 'TRACK', payload: { at: 'x' } },
    ]);
    await eventually(() => watcher.told.includes('+__proto__'));
    socket.close();
    await eventually(() => watcher.told.includes('-__proto__'));
  });

  test('is sent to a client that tracks even if it did not ask for it, and refuses data that is not an object', async () => {
    const there = await enter('asking', 'there');
    await there.channel.track({ at: 'here' });
    const socket = await openRaw(server.url, server.keys.publishableKey);
    await joinRaw(socket, 'realtime:asking', { presence: { key: 'raw' } });
    const events = () => socket.frames.map((frame) => (frame as unknown[])[3]);
    const track = (ref: string, payload: unknown) =>
      socket.send(['1', ref, 'realtime:asking', 'presence', { type: 'presence', event: 'track', payload }]);
    track('2', ['no', 'map']);
    await socket.frame((frame) => (frame as unknown[])[1] === '2');
    expect(socket.frames.at(-1)).toMatchObject({
      4: { status: 'error', response: { reason: 'Presence track payload must be a map' } },
    });
    expect(events()).not.toContain('presence_state');
    track('3', { at: 'raw' });
    const state = (await socket.frame((frame) => (frame as unknown[])[3] === 'presence_state')) as unknown[];
    expect(state[4]).toMatchObject({ there: { metas: [{ at: 'here', phx_ref: expect.any(String) }] } });
    track('4', { at: 'raw' });
    await socket.frame((frame) => (frame as unknown[])[1] === '4');
    await quiet(80);
    // Tracking the same data again changes nothing.
    expect(there.told.filter((each) => each === '+raw')).toHaveLength(1);
    socket.close();
  });
});
