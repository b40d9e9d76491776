import { type Instant, later } from '#product/shared/time/instant.ts';

/** How long a person who was refused waits before they may ask again. Milliseconds. */
export const KNOCK_AGAIN_AFTER = 60_000;

/** An earlier admission of the person to the session, as far as entry depends on it. */
export interface Earlier {
  readonly waiting: boolean;
  /** Null while it is active. */
  readonly endCause: string | null;
  readonly endedAt: Instant | null;
}

export interface Arrival {
  readonly side: 'viewer' | 'streamer' | 'admin';
  /** Which side ended the session for everybody; null while it goes on. */
  readonly endedBy: 'streamer' | 'admin' | null;
  readonly lobbyOn: boolean;
  /** Newest first. */
  readonly earlier: readonly Earlier[];
}

export type Entry =
  | { readonly to: 'room'; readonly reopens: boolean }
  | { readonly to: 'lobby' }
  | { readonly to: 'out'; readonly code: 'room_barred' | 'room_ended' }
  | { readonly to: 'out'; readonly code: 'room_refused'; readonly againAt: Instant };

const ROOM: Entry = { to: 'room', reopens: false };

/**
 * Whether a person who may enter at this time goes to the room, to the lobby, or nowhere.
 * - A person removed by an admin stays out.
 * - After an end for everybody only the side that ended it comes in, which opens the room again.
 * - A person removed or refused by the streamer waits in the lobby.
 * - While the lobby is on, so does everybody who was not in the room yet; a lost connection sends
 *   nobody back to it.
 */
export function entryOf({ side, endedBy, lobbyOn, earlier }: Arrival, now: Instant): Entry {
  if (earlier.some(({ endCause }) => endCause === 'barred')) return { to: 'out', code: 'room_barred' };
  if (endedBy !== null)
    return side === endedBy ? { to: 'room', reopens: true } : { to: 'out', code: 'room_ended' };
  if (side !== 'viewer') return ROOM;
  // The outcome of the last decision about them; giving up waiting by themselves is not a decision.
  const last = earlier.find(({ waiting, endCause }) => !waiting || endCause === 'refused');
  if (!last) return lobbyOn ? { to: 'lobby' } : ROOM;
  if (last.endCause === 'refused' && last.endedAt !== null) {
    const againAt = later(last.endedAt, KNOCK_AGAIN_AFTER);
    return now < againAt ? { to: 'out', code: 'room_refused', againAt } : { to: 'lobby' };
  }
  return last.endCause === 'removed' ? { to: 'lobby' } : ROOM;
}
