import type { Attendance } from '#domain/booking/attendance.ts';
import { keptOutOf, type RoomAct, type Stay } from '#domain/conference/kept-out.ts';
import type { Instant } from '#domain/time/instant.ts';
import { coveredMillis, type Interval } from '#domain/time/interval.ts';

/** A presence says every 10 s that it goes on; after three that did not come it ended at the last. Milliseconds. */
export const SILENCE = 30_000;

/** Somebody's being there, as the server wrote it down. */
export interface RecordedStay {
  readonly place: Stay['place'];
  readonly joinedAt: Instant;
  readonly lastSeenAt: Instant;
  /** Null while it goes on, or fell silent. */
  readonly leftAt: Instant | null;
  /** It was ended while it could be heard: they went, or were put out. What fell silent, or goes on elsewhere, was not ended so. */
  readonly ended: boolean;
}

/** From when until when somebody was there. A presence that goes on ends, for now, at `now`. */
export function stayOf({ place, joinedAt, lastSeenAt, leftAt }: RecordedStay, now: Instant): Stay {
  const heard = now - lastSeenAt < SILENCE;
  const end = leftAt ?? (heard ? (Math.max(now, lastSeenAt) as Instant) : lastSeenAt);
  return { place, start: joinedAt, end };
}

/**
 * The silences of one person that Loge's own outages account for: nobody can be heard by a server that is down. Such a silence lies between two stays, the
 * first of which was not ended, and without the outages in it lasts less than 30 s. It counts as being where they were before. Who does not come
 * back has no such silence.
 */
export function bridgesOf(
  recorded: readonly RecordedStay[],
  outages: readonly Interval[],
  now: Instant,
): Stay[] {
  const bridges: Stay[] = [];
  let last: (Stay & { ended: boolean }) | null = null;
  for (const each of [...recorded].sort((a, b) => a.joinedAt - b.joinedAt)) {
    const stay = stayOf(each, now);
    if (last && !last.ended && stay.start > last.end) {
      const silence = { start: last.end, end: stay.start };
      const down = coveredMillis(outages, silence);
      if (down > 0 && silence.end - silence.start - down < SILENCE)
        bridges.push({ ...silence, place: last.place });
    }
    if (!last || stay.end >= last.end) last = { ...stay, ended: each.ended };
  }
  return bridges;
}

/** What was written down about a session for two, or about one viewer's part in a group's. */
export interface Records {
  readonly streamer: readonly RecordedStay[];
  readonly viewer: readonly RecordedStay[];
  /** Null once the account is gone: who was kept out is not known any more. */
  readonly viewerId: string | null;
  readonly acts: readonly RoomAct[];
  /** When no server ran. */
  readonly outages: readonly Interval[];
}

/** What a settlement rests on: who was there, and when the viewer was kept out. Waiting to be let in is being there. */
export function attendanceOf(
  { streamer, viewer, viewerId, acts, outages }: Records,
  now: Instant,
): Attendance {
  const inRoom = ({ place }: Stay) => place === 'room';
  const staysOf = (recorded: readonly RecordedStay[]) => recorded.map((each) => stayOf(each, now));
  const stays = staysOf(viewer);
  const bridges = bridgesOf(viewer, outages, now);
  const waits = bridges.filter((bridge) => !inRoom(bridge));
  return {
    streamer: [...staysOf(streamer), ...bridgesOf(streamer, outages, now)].filter(inRoom),
    viewer: [...stays, ...bridges],
    keptOut: viewerId === null ? [] : [...keptOutOf(acts, viewerId, stays), ...waits],
  };
}
