import type pg from 'pg';
import { type Instant, instantOf, later } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/**
 * After this long without a sign of life no server was running. A shorter break cannot make
 * anybody's silence last 30 s, since heartbeats of the room are at most 10 s apart. Milliseconds.
 */
const OUTAGE = 20_000;
/**
 * How long people have, once a server runs again, to say that they are still there before a session
 * is settled. Milliseconds.
 */
const TIME_TO_RETURN = 60_000;

interface PulseDeps {
  pool: pg.Pool;
  now: () => Date;
}

/** The signs of life of one process. */
export interface Pulse {
  /** Gives one; when no process had given any for long, that outage is recorded first. */
  beat(): Promise<void>;
}

/**
 * A process that gave a sign of life just now, by the machine's own timer, knows that there was no
 * outage, however far `now` jumped: setting a clock must end nobody's session. A process that was
 * suspended cannot know it.
 */
export function createPulse({ pool, now }: PulseDeps): Pulse {
  let last: number | null = null;
  return {
    async beat() {
      const machine = Date.now();
      const awake = last !== null && machine - last < OUTAGE;
      await inTransaction(pool, (db) => recordBeat(db, { at: now(), awake }));
      last = machine;
    },
  };
}

async function recordBeat(db: pg.ClientBase, { at, awake }: { at: Date; awake: boolean }): Promise<void> {
  // Several processes may come back at once: the first to lock the row records the outage, the
  // others find it recorded.
  const { rows } = await db.query('select beat_at from private.server_pulses for update');
  const before = rows[0]?.beat_at ?? null;
  if (!awake && before !== null && at.getTime() - before.getTime() > OUTAGE)
    await db.query('insert into private.outages (down_from, up_at) values ($1, $2)', [before, at]);
  await db.query('update private.server_pulses set beat_at = greatest(beat_at, $1)', [at]);
}

/** The outages that touch the span. */
export async function loadOutages(db: pg.ClientBase, { start, end }: Interval): Promise<Interval[]> {
  const { rows } = await db.query(
    'select down_from, up_at from private.outages where up_at > $1 and down_from < $2 order by up_at',
    [new Date(start), new Date(end)],
  );
  return rows.map(({ down_from: from, up_at: until }) => ({
    start: instantOf(from.getTime()),
    end: instantOf(until.getTime()),
  }));
}

/**
 * Until when a session that began at `start` is not settled after an outage that reached into it,
 * so that people who are still there are heard of first; null when there was no recent one.
 */
export async function settledFrom(db: pg.ClientBase, start: Instant, at: Instant): Promise<Instant | null> {
  const outages = await loadOutages(db, { start, end: at });
  const heardBy = later(outages.at(-1)?.end ?? start, TIME_TO_RETURN);
  return outages.length > 0 && at < heardBy ? heardBy : null;
}
