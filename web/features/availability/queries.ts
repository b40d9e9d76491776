import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type OpeningHoursInput, previewDay } from '#contracts/availability.ts';
import type { RequestOf } from '#contracts/contract.ts';
import { hoursKey } from '#domain/availability/hours-key.ts';
import { type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/** Everything of this page lies under it, so that one change elsewhere refreshes all of it. */
export const availabilityKey = (userId: string) => ['availability', userId] as const;

const readHours = (supabase: LogeSupabase) =>
  supabase
    .from('streamers')
    .select(
      'zone,buffer_before_minutes,buffer_after_minutes,notice_minutes,horizon_days,step_minutes,max_per_day,max_per_week,closed_on_holidays,weekly_hours(weekday,from_minute,to_minute)',
    );
type HoursRow = QueryData<ReturnType<typeof readHours>>[number];

/** One's own hours as they are saved; null for somebody who is no streamer. */
export const hoursQuery = (userId: string) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'hours'],
    queryFn: async (): Promise<OpeningHoursInput | null> => {
      const { supabase } = await loadClient();
      const { data } = await readHours(supabase).eq('id', userId).maybeSingle().throwOnError();
      return data && hoursOf(data);
    },
  });

const hoursOf = (row: HoursRow): OpeningHoursInput => ({
  zone: row.zone,
  weekly: row.weekly_hours
    .map(({ weekday, from_minute, to_minute }) => ({ weekday, from: from_minute, to: to_minute }))
    .sort((a, b) => a.weekday - b.weekday || a.from - b.from),
  rules: {
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    noticeMinutes: row.notice_minutes,
    horizonDays: row.horizon_days,
    stepMinutes: row.step_minutes,
    maxPerDay: row.max_per_day,
    maxPerWeek: row.max_per_week,
  },
  closedOnHolidays: row.closed_on_holidays,
});

const readDates = (supabase: LogeSupabase) => supabase.from('date_exceptions').select('date,ranges,note');

/** A date that does not follow its weekday. No range: closed. */
export type SpecialDate = Omit<QueryData<ReturnType<typeof readDates>>[number], 'date'> & { date: LocalDate };

/** One's special dates from a day on, in order. */
export const specialDatesQuery = (userId: string, from: LocalDate) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'dates', from],
    queryFn: async (): Promise<SpecialDate[]> => {
      const { supabase } = await loadClient();
      const { data } = await readDates(supabase)
        .eq('streamer_id', userId)
        .gte('date', from)
        .order('date')
        .throwOnError();
      return data.map((row) => ({ ...row, date: parseLocalDate(row.date) }));
    },
  });

type Preview = RequestOf<typeof previewDay>;

/** What a viewer would see on a day, by the hours that are saved or by a draft. */
export const previewQuery = (userId: string, { draft, ...asked }: Preview) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'preview', asked, draft && hoursKey(draft)],
    queryFn: () => callCommand(previewDay, { ...asked, draft }),
    placeholderData: keepPreviousData,
    // A draft that makes no sense is refused; asking again changes nothing.
    retry: draft ? false : 2,
  });

const readCalendars = (supabase: LogeSupabase) =>
  supabase
    .from('calendars')
    .select('id,label,url,state,last_error,busy_count,skipped_count,last_fetched_at,last_success_at');

/** A calendar elsewhere, and what became of its last import. Instants are ISO 8601. */
export type ImportedCalendar = QueryData<ReturnType<typeof readCalendars>>[number];

/** One's imported calendars, the oldest first. While one is on its way it is asked again: its first fetch takes seconds. */
export const calendarsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'calendars'],
    queryFn: async (): Promise<ImportedCalendar[]> => {
      const { supabase } = await loadClient();
      const { data } = await readCalendars(supabase)
        .eq('streamer_id', userId)
        .order('created_at')
        .throwOnError();
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'pending') ? 3_000 : false),
  });
