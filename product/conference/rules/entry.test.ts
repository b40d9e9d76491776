import { describe, expect, test } from 'vitest';
import { instantOf, later } from '#product/shared/time/instant.ts';
import { type Arrival, type Earlier, entryOf, KNOCK_AGAIN_AFTER } from './entry.ts';

const NOW = instantOf(Date.parse('2026-11-21T18:00:00Z'));
const enters = (more: Partial<Arrival> = {}) =>
  entryOf({ side: 'viewer', endedBy: null, lobbyOn: false, earlier: [], ...more }, NOW);
const was = (endCause: string | null, waiting = false, ago = 3_600_000): Earlier => ({
  waiting,
  endCause,
  endedAt: endCause === null ? null : later(NOW, -ago),
});
const room = { to: 'room', reopens: false };

describe('somebody who enters', () => {
  test('goes to the room, or waits while the lobby is on', () => {
    expect(enters()).toEqual(room);
    expect(enters({ lobbyOn: true })).toEqual({ to: 'lobby' });
    expect(enters({ lobbyOn: true, side: 'streamer' })).toEqual(room);
    expect(enters({ lobbyOn: true, side: 'admin' })).toEqual(room);
  });

  test('is not sent to the lobby by a lost connection, nor let in by one while waiting', () => {
    expect(enters({ lobbyOn: true, earlier: [was('silent')] })).toEqual(room);
    expect(enters({ lobbyOn: true, earlier: [was('left', true), was('replaced', true)] })).toEqual({
      to: 'lobby',
    });
  });

  test('waits after the streamer removed them, until admitted again', () => {
    expect(enters({ earlier: [was('removed')] })).toEqual({ to: 'lobby' });
    expect(enters({ earlier: [was('left', true), was('removed')] })).toEqual({ to: 'lobby' });
    expect(enters({ earlier: [was('left'), was('removed')] })).toEqual(room);
  });

  test('may ask again a minute after being refused', () => {
    const againAt = later(NOW, KNOCK_AGAIN_AFTER - 5_000);
    expect(enters({ earlier: [was('refused', true, 5_000)] })).toEqual({
      to: 'out',
      code: 'room_refused',
      againAt,
    });
    expect(enters({ earlier: [was('refused', true, KNOCK_AGAIN_AFTER)] })).toEqual({ to: 'lobby' });
  });

  test('stays out once an admin removed them, whatever happened before or after', () => {
    expect(enters({ earlier: [was('barred')] })).toEqual({ to: 'out', code: 'room_barred' });
    expect(enters({ side: 'streamer', earlier: [was('barred')] })).toMatchObject({ code: 'room_barred' });
  });

  test('finds an ended session closed, unless they may reopen it', () => {
    expect(enters({ endedBy: 'streamer' })).toEqual({ to: 'out', code: 'room_ended' });
    expect(enters({ endedBy: 'streamer', side: 'admin' })).toMatchObject({ code: 'room_ended' });
    expect(enters({ endedBy: 'streamer', side: 'streamer' })).toEqual({ to: 'room', reopens: true });
    expect(enters({ endedBy: 'admin', side: 'streamer' })).toMatchObject({ code: 'room_ended' });
    expect(enters({ endedBy: 'admin', side: 'admin' })).toEqual({ to: 'room', reopens: true });
  });
});
