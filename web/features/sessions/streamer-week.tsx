import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatInstant, instantOf, parseInstant } from '#domain/time/instant.ts';
import {
  type EpochDay,
  epochDayOf,
  type LocalDate,
  localDateOf,
  mondayOf,
  parseLocalDate,
} from '#domain/time/local-date.ts';
import { epochDayAt, startOfDay } from '#domain/time/wall-time.ts';
import { type BookingDetails, stateOf } from '#web/entities/booking/booking.ts';
import { weekQuery } from '#web/entities/booking/queries.ts';
import { ownHoursQuery } from '#web/features/sessions/open-hours.ts';
import { formatTime, plural, zoneCity } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WeekCalendar } from '#web/ui/week-calendar.tsx';

interface StreamerWeekProps {
  userId: string;
  zone: string;
  /** Any day of the week shown, from the address; the current week when it is none. */
  date: string | null;
  view: 'columns' | 'list';
  onDate: (date: LocalDate | null) => void;
  onView: (view: 'columns' | 'list') => void;
  hrefOf: (bookingId: string) => string;
}

/** The Monday of the week that an address names. */
function mondayFor(date: string | null, zone: string): EpochDay {
  const today = epochDayAt(zone, instantOf(Date.now()));
  if (date === null) return mondayOf(today);
  try {
    return mondayOf(epochDayOf(parseLocalDate(date)));
  } catch {
    return mondayOf(today); // an address typed by hand
  }
}

/** The seats of a group session are one event. */
function eventsOf(bookings: readonly BookingDetails[], hrefOf: (id: string) => string) {
  const sessions = Map.groupBy(bookings, ({ session_id }) => session_id);
  return [...sessions.values()].flatMap((seats) => {
    const [first] = seats;
    if (!first) return [];
    const { tone, label } = stateOf(first, 'streamer');
    const people =
      first.seats > 1
        ? `${String(seats.length)} sur ${String(first.seats)} places`
        : (first.viewer_name ?? 'Compte supprimé');
    const held = first.status === 'held';
    return [
      {
        id: first.session_id,
        start: parseInstant(first.start_at),
        end: parseInstant(first.end_at),
        title: held ? 'Créneau retenu' : people,
        subtitle: `${first.title} · ${formatTime(first.start_at, first.streamer_zone)}${tone === 'spot' ? ` · ${label.toLocaleLowerCase('fr')}` : ''}`,
        tone,
        href: hrefOf(first.id),
      },
    ];
  });
}

/** A streamer's week: bookings over the open hours, on the streamer's wall. */
export function StreamerWeek({ userId, zone, date, view, onDate, onView, hrefOf }: StreamerWeekProps) {
  const monday = mondayFor(date, zone);
  const from = startOfDay(zone, monday);
  const until = startOfDay(zone, (monday + 7) as EpochDay);
  const bookings = useQuery(weekQuery(userId, formatInstant(from), formatInstant(until)));
  const hours = useQuery(ownHoursQuery(userId, from, until));
  const weekStart = localDateOf(monday);
  const go = (weeks: number) => onDate(localDateOf((monday + 7 * weeks) as EpochDay));
  const failed = [bookings, hours].find(({ isError }) => isError);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5" aria-label="Semaine">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            className={buttonClass('quiet', 'icon')}
            aria-label="Semaine précédente"
            onClick={() => go(-1)}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <h2 className="text-title" aria-live="polite">
            Semaine du {dateText(weekStart, { weekday: false })}
          </h2>
          <button
            type="button"
            className={buttonClass('quiet', 'icon')}
            aria-label="Semaine suivante"
            onClick={() => go(1)}
          >
            <ChevronRight aria-hidden="true" />
          </button>
          <Button size="sm" tone="quiet" onClick={() => onDate(null)}>
            Aujourd’hui
          </Button>
        </div>
        <div className="flex items-center gap-4">
          <p className="text-small text-muted">
            Heure de {zoneCity(zone)}
            {bookings.data && ` · ${plural(eventsOf(bookings.data, hrefOf).length, 'session', 'sessions')}`}
          </p>
          <Button
            size="sm"
            className="max-md:hidden"
            aria-pressed={view === 'list'}
            onClick={() => onView(view === 'list' ? 'columns' : 'list')}
          >
            {view === 'list' ? 'Voir la semaine' : 'Voir en liste'}
          </Button>
        </div>
      </div>
      {failed ? (
        <ErrorState
          title="Votre semaine n’a pas pu être chargée"
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : bookings.data && hours.data ? (
        <WeekCalendar
          zone={zone}
          weekStart={weekStart}
          openRanges={hours.data.open}
          busyRanges={hours.data.busy}
          events={eventsOf(bookings.data, hrefOf)}
          now={instantOf(Date.now())}
          view={view}
        />
      ) : (
        <Skeleton className="h-[44rem]" />
      )}
    </section>
  );
}
