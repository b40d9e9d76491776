import { useQuery } from '@tanstack/react-query';
import { CalendarOff, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { WallRange } from '#product/availability/rules/hours.ts';
import { formatInstant, instantOf, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  mondayOf,
  parseLocalDate,
} from '#product/shared/time/local-date.ts';
import { epochDayAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { type BookingDetails, groupOf, groupText, stateOf } from '#web/entities/booking/booking.ts';
import { weekQuery } from '#web/entities/booking/queries.ts';
import { BlockDialog, BlockedDialog } from '#web/features/sessions/block-dialog.tsx';
import { type BusyTime, ownHoursQuery } from '#web/features/sessions/open-hours.ts';
import { capitalised, formatTime, plural, zoneCity } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { WeekEvent } from '#web/ui/week-calendar/layout.ts';
import { WeekCalendar } from '#web/ui/week-calendar.tsx';

interface StreamerWeekProps {
  userId: string;
  zone: string;
  /**
   * A day of the week shown, the one that a phone shows, from the address; today when it is none.
   */
  date: string | null;
  view: 'columns' | 'list';
  onDate: (date: LocalDate | null) => void;
  onView: (view: 'columns' | 'list') => void;
  hrefOf: (bookingId: string) => string;
}

/** The day that an address names. */
function dayFor(date: string | null, zone: string): EpochDay {
  const today = epochDayAt(zone, instantOf(Date.now()));
  if (date === null) return today;
  try {
    return epochDayOf(parseLocalDate(date));
  } catch {
    return today; // an address typed by hand
  }
}

/**
 * The seats of a group session are one event; a start that was proposed for it is another, until it
 * is answered.
 */
function eventsOf(bookings: readonly BookingDetails[], hrefOf: (id: string) => string): WeekEvent[] {
  const sessions = Map.groupBy(bookings, ({ session_id }) => session_id);
  return [...sessions.values()].flatMap((seats) => {
    const [first] = seats;
    if (!first) return [];
    const { tone, label } = stateOf(first, 'streamer');
    const group = groupOf(seats);
    const people = group ? groupText(group, 'streamer') : (first.viewer_name ?? 'Compte supprimé');
    const held = first.status === 'held';
    const said = tone === 'spot' && !first.proposed_start_at ? ` · ${label.toLocaleLowerCase('fr')}` : '';
    // A group moves as one: its proposal is one, too.
    const proposed = seats.filter(({ proposed_start_at }) => proposed_start_at !== null);
    const proposals = (group ? proposed.slice(0, 1) : proposed).flatMap(
      ({ id, viewer_name, proposed_start_at, duration_minutes }) => {
        if (!proposed_start_at) return [];
        const start = parseInstant(proposed_start_at);
        return [
          {
            id: `${id}-proposed`,
            start,
            end: minutesAfter(start, duration_minutes),
            title: group ? people : (viewer_name ?? 'Compte supprimé'),
            subtitle: `Proposé · ${formatTime(proposed_start_at, first.streamer_zone)}`,
            tone: 'spot' as const,
            href: hrefOf(id),
            proposed: true,
          },
        ];
      },
    );
    return [
      {
        id: first.session_id,
        start: parseInstant(first.start_at),
        end: parseInstant(first.end_at),
        title: held ? 'Créneau retenu' : people,
        subtitle: `${first.title} · ${formatTime(first.start_at, first.streamer_zone)}${said}`,
        tone: first.proposed_start_at ? 'neutral' : tone,
        href: hrefOf(first.id),
      },
      ...proposals,
    ];
  });
}

/** Where « Bloquer du temps » begins without a stroke: the evening. */
const EVENING: WallRange = { from: 18 * 60, to: 20 * 60 };

/**
 * A streamer's week: bookings over the open hours, in the streamer's zone; on a phone one day of
 * it.
 */
export function StreamerWeek({ userId, zone, date, view, onDate, onView, hrefOf }: StreamerWeekProps) {
  const day = dayFor(date, zone);
  const monday = mondayOf(day);
  const from = startOfDay(zone, monday);
  const until = startOfDay(zone, (monday + 7) as EpochDay);
  const bookings = useQuery(weekQuery(userId, formatInstant(from), formatInstant(until)));
  const hours = useQuery(ownHoursQuery(userId, from, until));
  const [drawn, setDrawn] = useState<{ date: LocalDate; range: WallRange } | null>(null);
  const [opened, setOpened] = useState<BusyTime | null>(null);
  const weekStart = localDateOf(monday);
  const chosen = localDateOf(day);
  const today = localDateOf(epochDayAt(zone, instantOf(Date.now())));
  // The bookings of the week before, kept while this one's come, are none of its own.
  const { data: booked } = bookings.isPlaceholderData ? { data: undefined } : bookings;
  const failed = [bookings, hours].find(({ isError }) => isError);
  const sessions = new Set(booked?.map(({ session_id }) => session_id)).size;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label="Semaine">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1 sm:gap-2">
          <Steps days={1} day={day} onDate={onDate} className="md:hidden">
            <h2 className="text-title" aria-live="polite">
              {capitalised(dateText(chosen))}
            </h2>
          </Steps>
          <Steps days={7} day={day} onDate={onDate} className="max-md:hidden">
            <h2 className="text-title" aria-live="polite">
              Semaine du {dateText(weekStart, { weekday: false })}
            </h2>
          </Steps>
          {chosen !== today && (
            <Button size="sm" tone="quiet" onClick={() => onDate(null)}>
              Aujourd’hui
            </Button>
          )}
        </div>
        <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
          <p className="text-small text-muted max-lg:hidden">
            Heure de {zoneCity(zone)}
            {booked && ` · ${plural(sessions, 'session', 'sessions')}`}
          </p>
          <Button
            size="sm"
            aria-pressed={view === 'list'}
            onClick={() => onView(view === 'list' ? 'columns' : 'list')}
          >
            {view === 'list' ? 'Voir la semaine' : 'Voir en liste'}
          </Button>
          <Button
            size="sm"
            onClick={() =>
              setDrawn({ date: localDateOf(Math.max(day, epochDayOf(today)) as EpochDay), range: EVENING })
            }
          >
            <CalendarOff aria-hidden="true" />
            Bloquer du temps
          </Button>
        </div>
      </div>
      {failed ? (
        <ErrorState
          title="Votre semaine n’a pas pu être chargée"
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : booked && hours.data ? (
        <WeekCalendar
          zone={zone}
          weekStart={weekStart}
          chosen={chosen}
          onDay={onDate}
          onDraw={(date, range) => setDrawn({ date, range })}
          openRanges={hours.data.open}
          busyRanges={hours.data.busy.map((busy) => ({
            id: String(busy.id),
            start: busy.start,
            end: busy.end,
            label: busy.calendar ?? (busy.note === '' ? 'Bloqué' : busy.note),
            ...(busy.calendar === null ? { onOpen: () => setOpened(busy) } : {}),
          }))}
          events={eventsOf(booked, hrefOf)}
          now={instantOf(Date.now())}
          view={view}
        />
      ) : (
        <Skeleton className="h-[46rem] max-h-[calc(100dvh-16rem)]" />
      )}
      {drawn && <BlockDialog zone={zone} today={today} {...drawn} onClose={() => setDrawn(null)} />}
      {opened && <BlockedDialog block={opened} zone={zone} onClose={() => setOpened(null)} />}
    </section>
  );
}

interface StepsProps {
  /** How far a step leads. */
  days: 1 | 7;
  day: EpochDay;
  onDate: (date: LocalDate) => void;
  className: string;
  children: ReactNode;
}

/** To what comes before and after what is shown, with its title between. */
function Steps({ days, day, onDate, className, children }: StepsProps) {
  const what = days === 7 ? 'Semaine' : 'Jour';
  const suffix = days === 7 ? 'e' : '';
  const go = (by: number) => onDate(localDateOf((day + by) as EpochDay));
  return (
    <div className={`flex items-center gap-1 sm:gap-2 ${className}`}>
      <button
        type="button"
        className={buttonClass('quiet', 'icon')}
        aria-label={`${what} précédent${suffix}`}
        onClick={() => go(-days)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      {children}
      <button
        type="button"
        className={buttonClass('quiet', 'icon')}
        aria-label={`${what} suivant${suffix}`}
        onClick={() => go(days)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}
