import { type ReactNode, useEffect, useRef } from 'react';
import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { DayOfStarts, Starts } from '#web/features/booking/use-starts.ts';
import { WHY_NONE } from '#web/features/booking/why-none.ts';
import { capitalised, formatDay, formatDuration, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { dateText, type Month, monthText } from '#web/ui/calendar-days.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { MonthGrid } from '#web/ui/month-grid.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';

interface SlotChoiceProps {
  starts: Starts;
  offer: Offer;
  streamer: Streamer;
  zone: string;
  view: 'month' | 'list';
  /** The day whose starts are shown. */
  date: LocalDate | null;
  start: Instant | null;
  onMonth: (month: Month) => void;
  onDate: (date: LocalDate) => void;
  onStart: (start: Instant) => void;
  /** Shown where there is no start at all. */
  waiting: ReactNode;
}

/** The days on the left, the starts of one of them on the right; or all days of the month one after the other. */
export function SlotChoice(props: SlotChoiceProps) {
  const { starts, view, date } = props;
  if (starts.error) {
    return (
      <ErrorState
        className="m-5"
        title="Les créneaux n’ont pas pu être chargés"
        description="Votre choix est gardé."
        onRetry={starts.retry}
        retrying={starts.isRetrying}
      />
    );
  }
  const shown = starts.days.find((day) => day.date === date);
  return (
    <div className="grid min-w-0 md:grid-cols-[21rem_minmax(0,1fr)]">
      <div className="p-4 sm:p-6">
        <MonthGrid
          month={starts.month}
          onMonth={props.onMonth}
          selected={date}
          onSelect={props.onDate}
          free={starts.free}
          today={starts.today}
          last={starts.last}
          loading={starts.isPending}
          level={2}
        />
      </div>
      <div className="min-w-0 border-line p-4 pt-0 sm:p-6 max-md:border-t max-md:pt-5 md:border-l">
        {starts.days.length === 0 && !starts.isPending ? (
          <NoStarts {...props} />
        ) : view === 'list' ? (
          <DayAfterDay {...props} />
        ) : (
          <Day {...props} day={shown ?? null} />
        )}
      </div>
    </div>
  );
}

function Day({
  day,
  starts,
  offer,
  streamer,
  zone,
  start,
  onStart,
}: SlotChoiceProps & { day: DayOfStarts | null }) {
  const label = day ? `Créneaux du ${dateText(day.date)}` : 'Créneaux';
  return (
    <section aria-label={label} className="grid content-start gap-4">
      <div>
        <h2 className="text-title">{day ? capitalised(dateText(day.date)) : 'Choisissez un jour'}</h2>
        {day && (
          <p className="num text-kicker text-muted">
            {plural(day.slots.length, 'créneau', 'créneaux')} de {formatDuration(offer.duration_minutes)}
          </p>
        )}
      </div>
      <SlotList
        label={label}
        slots={day?.slots ?? []}
        zone={zone}
        otherZone={streamer.zone}
        selected={start}
        onSelect={onStart}
        loading={starts.isPending}
        empty="Les jours marqués d’un trait ont des créneaux libres."
      />
    </section>
  );
}

/** All days of the month; the chosen one comes into sight. */
function DayAfterDay(props: SlotChoiceProps) {
  const list = useRef<HTMLDivElement>(null);
  const { date } = props;
  useEffect(() => {
    if (date !== null) list.current?.querySelector(`#day-${date}`)?.scrollIntoView({ block: 'nearest' });
  }, [date]);
  return (
    <div ref={list} className="grid gap-7 md:max-h-[34rem] md:overflow-y-auto md:p-1">
      {props.starts.days.map((day) => (
        <div key={day.date} id={`day-${day.date}`}>
          <Day {...props} day={day} />
        </div>
      ))}
    </div>
  );
}

/** A month without a free start: why, when the next one is, and the waiting list. */
function NoStarts({ starts, zone, onStart, waiting }: SlotChoiceProps) {
  const next = starts.nextStart === null ? null : (Date.parse(starts.nextStart) as Instant);
  const month = monthText(starts.month).toLowerCase();
  return (
    <div className="grid justify-items-start gap-4">
      <div className="grid gap-1.5">
        <h2 className="text-title">Pas de créneau en {month}</h2>
        <p className="text-small text-soft">{starts.whyNone ? WHY_NONE[starts.whyNone] : ''}</p>
      </div>
      {next !== null && (
        <Button onClick={() => onStart(next)}>
          <span className="num">Prochain : {formatDay(next, zone)}</span>
        </Button>
      )}
      {waiting}
    </div>
  );
}
