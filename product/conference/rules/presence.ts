import type { Attendance } from '#product/booking/rules/booking.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { coveredMillis, type Interval } from '#product/shared/time/interval.ts';

/**
 * A participant sends a heartbeat every 10 s; when three in a row are missing, the presence ended
 * at the last one received. Milliseconds.
 */
export const SILENCE = 30_000;

/** A stretch in which a person was there, as the server recorded it. */
export interface RecordedPresence {
  readonly place: Presence['place'];
  readonly joinedAt: Instant;
  readonly lastSeenAt: Instant;
  /** Null while it goes on, or when it ended by silence. */
  readonly leftAt: Instant | null;
  /**
   * It was ended explicitly: the person left or was removed. Going silent, or moving to another
   * tab, is not explicit.
   */
  readonly ended: boolean;
}

/** The interval of a presence. One that is going on ends, for now, at `now`. */
export function presenceOf(
  { place, joinedAt, lastSeenAt, leftAt }: RecordedPresence,
  now: Instant,
): Presence {
  const heard = now - lastSeenAt < SILENCE;
  const end = leftAt ?? (heard ? (Math.max(now, lastSeenAt) as Instant) : lastSeenAt);
  return { place, start: joinedAt, end };
}

/**
 * The silences of one person that are explained by Loge's own outages, since a server that is down
 * hears nobody. Such a silence lies between two presences, the first of which was not ended
 * explicitly, and without the outages in it lasts less than 30 s. The person counts as being where
 * they were before. Somebody who does not come back has no such silence.
 */
export function bridgesOf(
  recorded: readonly RecordedPresence[],
  outages: readonly Interval[],
  now: Instant,
): Presence[] {
  const bridges: Presence[] = [];
  let last: (Presence & { ended: boolean }) | null = null;
  for (const each of [...recorded].sort((a, b) => a.joinedAt - b.joinedAt)) {
    const presence = presenceOf(each, now);
    if (last && !last.ended && presence.start > last.end) {
      const silence = { start: last.end, end: presence.start };
      const down = coveredMillis(outages, silence);
      if (down > 0 && silence.end - silence.start - down < SILENCE)
        bridges.push({ ...silence, place: last.place });
    }
    if (!last || presence.end >= last.end) last = { ...presence, ended: each.ended };
  }
  return bridges;
}

/** The records of a session for two, or of one viewer's part in a group's. */
export interface Records {
  readonly streamer: readonly RecordedPresence[];
  readonly viewer: readonly RecordedPresence[];
  /** Null once the account is deleted, so that it is unknown who was kept out. */
  readonly viewerId: string | null;
  readonly acts: readonly RoomAct[];
  /** When no server ran. */
  readonly outages: readonly Interval[];
}

/**
 * The attendance that a settlement needs: who was there, and when the viewer was kept out. Waiting
 * in the lobby counts as presence.
 */
export function attendanceOf(
  { streamer, viewer, viewerId, acts, outages }: Records,
  now: Instant,
): Attendance {
  const inRoom = ({ place }: Presence) => place === 'room';
  const presencesOf = (recorded: readonly RecordedPresence[]) =>
    recorded.map((each) => presenceOf(each, now));
  const presences = presencesOf(viewer);
  const bridges = bridgesOf(viewer, outages, now);
  const waits = bridges.filter((bridge) => !inRoom(bridge));
  return {
    streamer: [...presencesOf(streamer), ...bridgesOf(streamer, outages, now)].filter(inRoom),
    viewer: [...presences, ...bridges],
    keptOut: viewerId === null ? [] : [...keptOutOf(acts, viewerId, presences), ...waits],
  };
}

/** An act in a room that decides who could be in it. */
export interface RoomAct {
  readonly act: 'remove' | 'refuse' | 'end' | 'reopen';
  readonly by: 'streamer' | 'admin';
  /** The target; null for an act upon everybody. */
  readonly targetId: string | null;
  readonly at: Instant;
}

/** Where a viewer was, as the server recorded it. */
export interface Presence extends Interval {
  /** `lobby`: they waited to be let in. */
  readonly place: 'room' | 'lobby';
}

/** The end of a stretch that is going on. */
const FOR_GOOD = 8.64e15 as Instant;

/**
 * When a viewer was kept away from the session through no choice of theirs:
 * - removed or refused by the streamer, until they are in the room again;
 * - when the session was ended for everybody: until they are back if they were there, else until it
 *   was reopened;
 * - waiting in the lobby.
 * For a viewer whom an admin removed, the session counts as delivered throughout.
 */
export function keptOutOf(
  acts: readonly RoomAct[],
  viewerId: string,
  presences: readonly Presence[],
): Interval[] {
  const waits = presences.filter(({ place }) => place === 'lobby').map(({ start, end }) => ({ start, end }));
  const backAfter = (at: Instant): Instant => {
    const starts = presences
      .filter(({ place, start }) => place === 'room' && start > at)
      .map(({ start }) => start);
    return starts.length === 0 ? FOR_GOOD : (Math.min(...starts) as Instant);
  };
  const reopenedAfter = (at: Instant): Instant =>
    acts.find((later) => later.act === 'reopen' && later.at >= at)?.at ?? FOR_GOOD;
  const shut = acts.flatMap(({ act, by, targetId, at }): Interval[] => {
    if (act === 'end') {
      const wasThere = presences.some(({ start, end }) => start <= at && end >= at);
      return [{ start: at, end: wasThere ? backAfter(at) : reopenedAfter(at) }];
    }
    const concerns = (act === 'remove' || act === 'refuse') && by === 'streamer' && targetId === viewerId;
    return concerns ? [{ start: at, end: backAfter(at) }] : [];
  });
  return [...waits, ...shut];
}
