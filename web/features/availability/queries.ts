import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type OpeningHoursInput, previewDay } from '#product/availability/contract.ts';
import { rulesOfRow } from '#product/availability/rules/availability.ts';
import {
  type DateSpan,
  endOfStreamersDay,
  startOfStreamersDay,
  type Wall,
} from '#product/availability/rules/hours.ts';
import { hoursKey } from '#product/availability/rules/hours-key.ts';
import { holdEndsAt } from '#product/booking/rules/deadlines.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/**
 * The root under which everything of this page is cached, so that one change elsewhere refreshes
 * all of it.
 */
export const availabilityKey = (userId: string) => ['availability', userId] as const;

const readHours = (supabase: LogeSupabase) =>
  supabase
    .from('streamers')
    .select(
      'zone,buffer_before_minutes,buffer_after_minutes,notice_minutes,horizon_days,window_kind,window_first,window_last,max_per_day,max_per_week,max_per_month,closed_on_holidays,weekly_hours(weekday,from_minute,to_minute),travels(zone,first_date,last_date)',
    );
type HoursRow = QueryData<ReturnType<typeof readHours>>[number];

/** One's own hours as saved; null for somebody who is not a streamer. */
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
  rules: rulesOfRow(row),
  closedOnHolidays: row.closed_on_holidays,
  travels: row.travels.map(({ zone, first_date, last_date }) => ({
    zone,
    first: parseLocalDate(first_date),
    last: parseLocalDate(last_date),
  })),
});

const readAbsences = (supabase: LogeSupabase) =>
  supabase.from('absences').select('id,first_date,last_date,reason');

/** Days on which one is absent, and why: for oneself. */
export interface Absence extends DateSpan {
  id: string;
  reason: string;
}

/** One's absences that are not over on a day, in order. */
export const absencesQuery = (userId: string, from: LocalDate) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'absences', from],
    queryFn: async (): Promise<Absence[]> => {
      const { supabase } = await loadClient();
      const { data } = await readAbsences(supabase)
        .eq('streamer_id', userId)
        .gte('last_date', from)
        .order('first_date')
        .throwOnError();
      return data.map(({ id, first_date, last_date, reason }) => ({
        id,
        first: parseLocalDate(first_date),
        last: parseLocalDate(last_date),
        reason,
      }));
    },
  });

/**
 * How many coming sessions begin from one day to another, in the streamer's zone. It counts as the
 * command that closes these days does: held places are included.
 */
export const bookedWithinQuery = (userId: string, wall: Wall, { first, last }: DateSpan) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'booked', wall.zone, wall.travels, first, last],
    queryFn: async (): Promise<number> => {
      const { supabase } = await loadClient();
      const now = instantOf(Date.now());
      const from = startOfStreamersDay(wall, epochDayOf(first));
      const { data } = await supabase
        .from('bookings')
        .select('session_id,status,held_at,paying,extended')
        .eq('streamer_id', userId)
        .in('status', ['held', 'requested', 'confirmed', 'in_progress'])
        .gte('start_at', formatInstant(Math.max(from, now) as Instant))
        .lt('start_at', formatInstant(endOfStreamersDay(wall, epochDayOf(last))))
        .throwOnError();
      const promised = data.filter(
        ({ status, held_at, paying, extended }) =>
          status !== 'held' || holdEndsAt({ heldAt: instantOf(Date.parse(held_at)), paying, extended }) > now,
      );
      return new Set(promised.map(({ session_id }) => session_id)).size;
    },
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

/** The starts that a viewer would see on a day, by the saved hours or by a draft. */
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
    .select(
      'id,label,url,state,last_error,busy_count,unread,last_fetched_at,last_success_at,channel_provider',
    );

/** A calendar elsewhere, and what became of its last import. Instants are ISO 8601. */
export type ImportedCalendar = QueryData<ReturnType<typeof readCalendars>>[number];

/**
 * One's imported calendars, the oldest first. While one is on its way it is asked again: its first
 * fetch takes seconds.
 */
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

/** The name of one's Twitch channel, whose announced lives may close hours; null without one. */
export const twitchChannelQuery = (userId: string) =>
  queryOptions({
    queryKey: [...availabilityKey(userId), 'twitch-channel'],
    queryFn: async (): Promise<string | null> => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('streamer_channels')
        .select('name')
        .eq('streamer_id', userId)
        .eq('provider', 'twitch')
        .maybeSingle()
        .throwOnError();
      return data?.name ?? null;
    },
  });
