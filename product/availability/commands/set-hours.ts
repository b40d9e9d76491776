import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { checkOpeningHours } from '../check-hours.ts';
import { setHours as contract, type OpeningHoursInput } from '../contract.ts';
import { rulesOfRow } from '../rules/availability.ts';
import { hoursKey } from '../rules/hours-key.ts';

/**
 * Replaces all hours under the lock of the streamer's row, so that of two tabs that save at once
 * the second is refused. Existing bookings stay: hours decide about new starts only.
 */
export const setHours = serve({
  contract,
  async run({ db, person, input: { replaces, ...hours }, now }) {
    checkOpeningHours(hours);
    const before = await holdHours(db, person.id);
    if (replaces !== null && hoursKey(replaces) !== hoursKey(before)) throw new AppError('hours_changed');
    const { zone, rules, closedOnHolidays, weekly, travels } = hours;
    const dates = rules.window.kind === 'dates' ? rules.window : null;
    await db.query(
      `update public.streamers set zone = $2, buffer_before_minutes = $3, buffer_after_minutes = $4, notice_minutes = $5,
         horizon_days = $6, max_per_day = $7, max_per_week = $8, max_per_month = $9, closed_on_holidays = $10, window_kind = $11,
         window_first = $12, window_last = $13 where id = $1`,
      [
        person.id,
        zone,
        rules.bufferBeforeMinutes,
        rules.bufferAfterMinutes,
        rules.noticeMinutes,
        rules.horizonDays,
        rules.maxPerDay,
        rules.maxPerWeek,
        rules.maxPerMonth,
        closedOnHolidays,
        rules.window.kind,
        dates?.first ?? null,
        dates?.last ?? null,
      ],
    );
    await db.query('delete from public.weekly_hours where streamer_id = $1', [person.id]);
    await db.query(
      `insert into public.weekly_hours (streamer_id, weekday, from_minute, to_minute)
       select $1, * from unnest($2::smallint[], $3::smallint[], $4::smallint[])`,
      [
        person.id,
        weekly.map(({ weekday }) => weekday),
        weekly.map(({ from }) => from),
        weekly.map(({ to }) => to),
      ],
    );
    await db.query('delete from public.travels where streamer_id = $1', [person.id]);
    await db.query(
      `insert into public.travels (streamer_id, zone, first_date, last_date)
       select $1, zone, first::date, last::date from unnest($2::text[], $3::text[], $4::text[]) as travel (zone, first, last)`,
      [
        person.id,
        travels.map((travel) => travel.zone),
        travels.map(({ first }) => first),
        travels.map(({ last }) => last),
      ],
    );
    if (zonesKey(hours) !== zonesKey(before)) await readCalendarsAnew(db, person.id, now);
    return { zone, weekly, rules, closedOnHolidays, travels };
  },
});

/** Where a streamer is on which day, to be compared. */
const zonesKey = ({ zone, travels }: Pick<OpeningHoursInput, 'zone' | 'travels'>): string =>
  JSON.stringify([zone, travels.map((travel) => [travel.first, travel.last, travel.zone]).sort()]);

/**
 * Days, and times without a zone, begin elsewhere now: the streamer's calendars are due at once, as
 * a whole.
 */
async function readCalendarsAnew(db: pg.ClientBase, streamerId: string, now: Date): Promise<void> {
  await db.query(
    'update public.calendars set read_zone = null, next_fetch_at = least(next_fetch_at, $2) where streamer_id = $1',
    [streamerId, now],
  );
}

/** @throws AppError streamer_not_found */
async function holdHours(db: pg.ClientBase, streamerId: string): Promise<OpeningHoursInput> {
  const { rows } = await db.query(
    `select zone, closed_on_holidays as "closedOnHolidays", buffer_before_minutes, buffer_after_minutes, notice_minutes, horizon_days,
       max_per_day, max_per_week, max_per_month, window_kind, window_first::text, window_last::text
     from public.streamers where id = $1 for update`,
    [streamerId],
  );
  const [row] = rows;
  if (!row) throw new AppError('streamer_not_found');
  // After the lock: what another tab committed meanwhile is seen.
  const { rows: weekly } = await db.query(
    'select weekday, from_minute as "from", to_minute as "to" from public.weekly_hours where streamer_id = $1',
    [streamerId],
  );
  const { rows: travels } = await db.query(
    'select zone, first_date::text as first, last_date::text as last from public.travels where streamer_id = $1',
    [streamerId],
  );
  const { zone, closedOnHolidays } = row;
  return {
    ...{ zone, closedOnHolidays, weekly, rules: rulesOfRow(row) },
    travels: travels.map((travel) => ({
      ...travel,
      first: parseLocalDate(travel.first),
      last: parseLocalDate(travel.last),
    })),
  };
}
