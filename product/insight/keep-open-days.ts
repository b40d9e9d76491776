import type pg from 'pg';
import { loadAvailabilityContext } from '#product/availability/load-availability-context.ts';
import { openBetween } from '#product/availability/rules/hours.ts';
import { daysAfter, instantOf, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { type EpochDay, epochDayOf, localDateOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt, startOfDay } from '#product/shared/time/wall-time.ts';
import type { Run } from '#server/jobs/runner.ts';

/** As far back as a year is compared with the year before it. */
const FARTHEST_DAYS = 760;
/** Streamers of one run: who is left out is first in the next. */
const BATCH = 200;

/**
 * Writes down how long each streamer was open, day by day, up to today on their wall. A day that is
 * over is never written again, so a later change of hours does not change the past; yesterday is
 * written once more, for it was last written before it was over. Days from before Loge wrote this
 * down are those of the hours of today.
 * @returns how many streamers were written down
 */
export async function keepOpenDays({
  pool,
  now,
  signal,
}: Pick<Run, 'pool' | 'now' | 'signal'>): Promise<number> {
  const { rows } = await pool.query(
    `select s.id, s.zone, s.created_at as "createdAt", max(o.day)::text as "keptUntil"
     from public.streamers s left join private.open_days o on o.streamer_id = s.id
     where s.created_at <= $1 group by s.id having max(o.day) is null or max(o.day) < ($1::timestamptz at time zone s.zone)::date
     order by max(o.day) nulls first, s.id limit $2`,
    [now, BATCH],
  );
  for (const streamer of rows) {
    if (signal.aborted) break;
    await keepOf(pool, streamer, now);
  }
  return rows.length;
}

interface Kept {
  id: string;
  zone: string;
  createdAt: Date;
  keptUntil: string | null;
}

async function keepOf(pool: pg.Pool, { id, zone, createdAt, keptUntil }: Kept, now: Date): Promise<void> {
  const at = instantOf(now.getTime());
  const today = epochDayOf(localDateAt(zone, at));
  const joined = epochDayOf(localDateAt(zone, instantOf(createdAt.getTime())));
  const first =
    keptUntil === null ? Math.max(joined, today - FARTHEST_DAYS) : epochDayOf(parseLocalDate(keptUntil));
  const span = { start: startOfDay(zone, first as EpochDay), end: daysAfter(at, 2) };
  const { hours } = await loadAvailabilityContext(pool, {
    streamerId: id,
    offer: { id: null, durationMinutes: 60, seats: 1, confirmation: 'instant' },
    now,
    span,
  });
  const days: string[] = [];
  const minutes: number[] = [];
  for (let day = first; day <= today; day++) {
    const start = startOfDay(zone, day as EpochDay);
    const end = startOfDay(zone, (day + 1) as EpochDay);
    const { starts, ends } = openBetween(hours, start, end);
    let open = 0;
    for (const [index, from] of starts.entries())
      open += Math.max(0, Math.min(ends[index] ?? from, end) - Math.max(from, start));
    days.push(localDateOf(day as EpochDay));
    minutes.push(Math.round(open / MILLIS_PER_MINUTE));
  }
  await pool.query(
    `insert into private.open_days (streamer_id, day, open_minutes)
     select $1, d.day::date, d.minutes from unnest($2::text[], $3::int[]) as d (day, minutes)
     on conflict (streamer_id, day) do update set open_minutes = excluded.open_minutes`,
    [id, days, minutes],
  );
}
