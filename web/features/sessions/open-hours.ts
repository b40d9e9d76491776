import { queryOptions } from '@tanstack/react-query';
import { frenchHolidays } from '#product/availability/rules/holidays.ts';
import { type OpeningHours, openBetween } from '#product/availability/rules/hours.ts';
import { formatInstant, type Instant, parseInstant } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The cache root of what the week shows besides bookings. */
export const OWN_HOURS_KEY = ['own-hours'] as const;

/** A stretch taken by an imported calendar, or by hand when it belongs to none. */
export interface BusyTime extends Interval {
  id: number;
  /** The calendar's name. Null: blocked by hand. */
  calendar: string | null;
  note: string;
}

/** When a streamer is open and busy elsewhere, as their own week shows it. */
export interface OwnHours {
  zone: string;
  open: Interval[];
  busy: BusyTime[];
}

/** One's own zone: the week is cut in it. */
export const ownZoneQuery = (userId: string) =>
  queryOptions({
    queryKey: [...OWN_HOURS_KEY, userId, 'zone'],
    queryFn: async ({ signal }): Promise<string> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamers')
        .select('zone')
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.zone ?? 'Europe/Paris';
    },
  });

const spanOf = ({ first_date, last_date }: { first_date: string; last_date: string }) => ({
  first: parseLocalDate(first_date),
  last: parseLocalDate(last_date),
});

/** One's own opening hours and imported busy times between two instants. */
export const ownHoursQuery = (userId: string, from: Instant, until: Instant) =>
  queryOptions({
    queryKey: [...OWN_HOURS_KEY, userId, from, until],
    queryFn: async ({ signal }): Promise<OwnHours> => {
      const { supabase } = await loadClient();
      const streamer = supabase
        .from('streamers')
        .select(
          'zone,closed_on_holidays,weekly_hours(weekday,from_minute,to_minute),date_exceptions(date,ranges),absences(first_date,last_date),travels(zone,first_date,last_date)',
        )
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      const busyTimes = supabase
        .from('busy_times')
        .select('id,starts_at,ends_at,note,calendars(label)')
        .eq('streamer_id', userId)
        .lt('starts_at', formatInstant(until))
        .gt('ends_at', formatInstant(from))
        .abortSignal(signal)
        .throwOnError();
      const [{ data: row }, { data: busy }] = await Promise.all([streamer, busyTimes]);
      if (!row) return { zone: 'Europe/Paris', open: [], busy: [] };
      const years = [new Date(from).getUTCFullYear(), new Date(until).getUTCFullYear()];
      const hours: OpeningHours = {
        zone: row.zone,
        weekly: row.weekly_hours.map(({ weekday, from_minute, to_minute }) => ({
          weekday,
          from: from_minute,
          to: to_minute,
        })),
        exceptions: row.date_exceptions.map(({ date, ranges }) => ({ date: parseLocalDate(date), ranges })),
        absences: row.absences.map(spanOf),
        travels: row.travels.map((travel) => ({ zone: travel.zone, ...spanOf(travel) })),
        holidays: row.closed_on_holidays
          ? [...new Set(years)].flatMap((year) => frenchHolidays(year).map(({ date }) => date))
          : [],
      };
      const { starts, ends } = openBetween(hours, from, until);
      return {
        zone: row.zone,
        open: Array.from(starts, (start, index) => ({
          start: start as Instant,
          end: (ends[index] ?? start) as Instant,
        })),
        busy: busy.map(({ id, starts_at, ends_at, note, calendars }) => ({
          id,
          note,
          calendar: calendars?.label ?? null,
          start: parseInstant(starts_at),
          end: parseInstant(ends_at),
        })),
      };
    },
  });
