import type pg from 'pg';
import { type Instant, instantOf, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { type Place, readPlaces } from './read-places.ts';
import { goalDay, goalText } from './rules/goal.ts';
import { initialOf } from './rules/initial.ts';

/** How many of the next places are shown. */
const PLACES = 3;
/** A countdown to a session of next week helps nobody who watches. */
const COUNTDOWN_DAYS = 2;
/** An alert that comes later than this would be about something that is over. */
export const ALERT_SECONDS = 60;
/**
 * A place is paid for within an hour of being held, or after a request of two days: so much further
 * back nothing is looked for.
 */
const HELD_DAYS = 4;

/** A next free place, as an overlay writes it. */
export type ShownPlace = Pick<Place, 'day' | 'time' | 'title'>;

/** All that an overlay, a panel or an embed may show of a streamer: public facts, and their goal. */
export interface Shown {
  places: readonly ShownPlace[];
  goal: { text: string; share: number } | null;
  /** When the next session that is booked begins, ISO 8601, while it is near. */
  nextSession: string | null;
}

export interface TakenPlace {
  /** Tells two of them apart in this process; it is never sent. */
  key: string;
  at: number;
  /** Of the first name of a viewer who allows it. */
  initial: string | null;
}

export interface Stream {
  handle: string;
  name: string;
  zone: ZoneName;
  /** The hash that the overlay's address has to have; null: there is no overlay. */
  tokenHash: Buffer | null;
  shown: Shown;
  /** The places that were taken within the last minute. */
  taken: readonly TakenPlace[];
}

/**
 * Reads what may be shown of a streamer now.
 * @returns null for one whom the public does not see: not published, withheld, suspended or leaving
 */
export async function readStream(pool: pg.Pool, streamerId: string, now: Date): Promise<Stream | null> {
  const { rows } = await pool.query({
    name: 'stream-kit',
    text: `select s.handle, s.display_name, s.zone, k.token_hash, k.goal_places,
        (select min(b.start_at) from public.bookings b where b.streamer_id = s.id and b.status = 'confirmed'
           and b.start_at > $2 and b.start_at < $2 + make_interval(days => $3)) as next_session
      from public.streamers s left join private.stream_kits k on k.streamer_id = s.id where s.id = $1`,
    values: [streamerId, now, COUNTDOWN_DAYS],
  });
  const [row] = rows;
  const places =
    row && (await readPlaces(pool, { streamerId, zone: row.zone, count: PLACES, oneOfEachHour: true, now }));
  if (!row || !places) return null;
  const at = instantOf(now.getTime());
  const day = goalDay(row.zone, at);
  const { taken, count } = await readTaken(pool, streamerId, { now, since: day.since });
  return {
    handle: row.handle,
    name: row.display_name,
    zone: row.zone,
    tokenHash: row.token_hash,
    shown: {
      places: places.map(({ day, time, title }) => ({ day, time, title })),
      goal:
        row.goal_places === null
          ? null
          : {
              text: goalText(count, row.goal_places, day.word),
              share: Math.min(1, count / row.goal_places),
            },
      nextSession: row.next_session?.toISOString() ?? null,
    },
    taken,
  };
}

/** The places taken since an instant, those that were given back left out, and the newest of them. */
async function readTaken(
  pool: pg.Pool,
  streamerId: string,
  { now, since }: { now: Date; since: Instant },
): Promise<{ taken: TakenPlace[]; count: number }> {
  const { rows } = await pool.query({
    name: 'stream-taken',
    text: `select b.id, b.confirmed_at,
        case when w.initial_on_stream then p.first_name end as first_name
      from public.bookings b left join public.profiles p on p.id = b.viewer_id
      left join public.person_settings w on w.person_id = b.viewer_id
      where b.streamer_id = $1 and b.held_at > $2 and b.confirmed_at >= $3
        and b.status in ('confirmed', 'in_progress', 'completed', 'viewer_no_show', 'streamer_no_show')
      order by b.confirmed_at`,
    values: [streamerId, new Date(now.getTime() - HELD_DAYS * MILLIS_PER_DAY), new Date(since)],
  });
  const newest = now.getTime() - ALERT_SECONDS * 1_000;
  const taken = rows.flatMap(({ id, confirmed_at: at, first_name: firstName }) =>
    at !== null && at.getTime() > newest
      ? [{ key: id, at: at.getTime(), initial: initialOf(firstName) }]
      : [],
  );
  return { taken, count: rows.length };
}
