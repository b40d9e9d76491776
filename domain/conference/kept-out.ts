import type { Instant } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';

/** What was done in a room that decides who could be in it. */
export interface RoomAct {
  readonly act: 'remove' | 'refuse' | 'end' | 'reopen';
  readonly by: 'streamer' | 'admin';
  /** Whom it was done to; null for what was done to everybody. */
  readonly targetId: string | null;
  readonly at: Instant;
}

/** Where a viewer was, as the server recorded it. */
export interface Stay extends Interval {
  /** `lobby`: they waited to be let in. */
  readonly place: 'room' | 'lobby';
}

/** The end of time: a stretch that nothing ended. */
const FOR_GOOD = 8.64e15 as Instant;

/**
 * When a viewer could not be where the session was given, by no choice of theirs:
 * - put out or not let in by the streamer, until they are in the room again;
 * - when the session was ended for everybody while they were there, until they are back; while they were not, until it was opened again;
 * - waiting in the lobby.
 * Whom an admin put out has that to answer for: to them the session goes on being given.
 */
export function keptOutOf(acts: readonly RoomAct[], viewerId: string, stays: readonly Stay[]): Interval[] {
  const waits = stays.filter(({ place }) => place === 'lobby').map(({ start, end }) => ({ start, end }));
  const backAfter = (at: Instant): Instant => {
    const starts = stays
      .filter(({ place, start }) => place === 'room' && start > at)
      .map(({ start }) => start);
    return starts.length === 0 ? FOR_GOOD : (Math.min(...starts) as Instant);
  };
  const reopenedAfter = (at: Instant): Instant =>
    acts.find((later) => later.act === 'reopen' && later.at >= at)?.at ?? FOR_GOOD;
  const shut = acts.flatMap(({ act, by, targetId, at }): Interval[] => {
    if (act === 'end') {
      const wasThere = stays.some(({ start, end }) => start <= at && end >= at);
      return [{ start: at, end: wasThere ? backAfter(at) : reopenedAfter(at) }];
    }
    const concerns = (act === 'remove' || act === 'refuse') && by === 'streamer' && targetId === viewerId;
    return concerns ? [{ start: at, end: backAfter(at) }] : [];
  });
  return [...waits, ...shut];
}
