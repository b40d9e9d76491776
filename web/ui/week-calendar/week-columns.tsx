import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LocalDate } from '#domain/time/local-date.ts';
import { formatTime } from '#web/lib/format.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';
import {
  eventAfterKey,
  hoursShown,
  type PlacedEvent,
  type Strip,
  type WeekDay,
} from '#web/ui/week-calendar/layout.ts';

interface WeekColumnsProps {
  label: string;
  days: readonly WeekDay[];
  zone: string;
  today: LocalDate;
  /** Minutes on the wall of today, for the line; null when this week is another one. */
  nowMinutes: number | null;
}

/** Custom properties that the style sheet places a strip by. */
const placed = (values: Record<string, number>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));

const hourText = (hour: number) => `${String(hour % 24)}\u00a0h`;
const span = ({ event }: PlacedEvent, zone: string) =>
  `${formatTime(new Date(event.start), zone)} à ${formatTime(new Date(event.end), zone)}`;

/** The week on a wide screen. One tab stop for all events: the arrow keys go on from there. */
export function WeekColumns({ label, days, zone, today, nowMinutes }: WeekColumnsProps) {
  const help = useId();
  const columns = useRef<HTMLElement>(null);
  const [reached, setReached] = useState<string | null>(null);
  const { first, last } = hoursShown(days);
  const hours = last - first;
  const all = days.flatMap(({ events }) => events.map(({ event }) => event.id));
  const stop = reached !== null && all.includes(reached) ? reached : all[0];
  const strip = ({ from, to }: Strip, more = {}) =>
    placed({ from: Math.max(from, first * 60), to: Math.min(to, last * 60), first, ...more });

  const move = (pressed: KeyboardEvent, id: string) => {
    const next = eventAfterKey(days, id, pressed.key);
    if (next === null || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return;
    pressed.preventDefault();
    columns.current?.querySelector<HTMLElement>(`[data-event="${next}"]`)?.focus();
  };

  return (
    <section ref={columns} aria-label={label} aria-describedby={help} className="week num max-md:hidden">
      <p id={help} hidden>
        Les flèches passent d’une réservation à l’autre.
      </p>
      <span className="week-head" />
      {days.map(({ date }) => (
        <h3
          key={date}
          aria-current={date === today ? 'date' : undefined}
          className={classNames('week-head font-sans font-normal', date === today && 'bg-wash')}
        >
          <span className="sr-only">{dateText(date)}</span>
          <span aria-hidden="true">
            {dateText(date).slice(0, 3)}.
            <b className={classNames('display block text-title', date === today ? 'text-live' : 'text-ink')}>
              {Number(date.slice(8))}
            </b>
          </span>
        </h3>
      ))}
      <div aria-hidden="true" className="relative" style={{ height: `calc(var(--hour) * ${String(hours)})` }}>
        {Array.from({ length: hours - 1 }, (_, index) => (
          <span
            key={`hour-${String(index)}`}
            className="absolute right-2 -translate-y-1/2 text-[0.75rem] text-muted"
            style={{ top: `calc(var(--hour) * ${String(index + 1)})` }}
          >
            {hourText(first + index + 1)}
          </span>
        ))}
      </div>
      {days.map(({ date, open, busy, events }) => (
        <div key={date} className="week-column" style={placed({ hours, first })}>
          {open.map((range) => (
            <span key={range.from} className="week-strip week-open" style={strip(range)} />
          ))}
          {busy
            .filter(({ from, to }) => to > first * 60 && from < last * 60)
            .map((range) => (
              <span key={range.from} className="week-strip week-busy" style={strip(range)} />
            ))}
          {date === today && nowMinutes !== null && nowMinutes >= first * 60 && nowMinutes <= last * 60 && (
            <span className="week-strip week-now" style={placed({ from: nowMinutes, first })} />
          )}
          {events.map((each) => (
            <Link
              key={each.event.id}
              to={each.event.href}
              data-event={each.event.id}
              data-tone={each.event.tone}
              tabIndex={each.event.id === stop ? 0 : -1}
              onFocus={() => setReached(each.event.id)}
              onKeyDown={(pressed) => move(pressed, each.event.id)}
              className="week-strip week-event"
              style={strip(each, { lane: each.lane, lanes: each.lanes })}
            >
              <span className="sr-only">{`${dateText(date)}, ${span(each, zone)}, `}</span>
              <b className="block truncate">{each.event.title}</b>
              {each.event.subtitle && <span className="block truncate text-soft">{each.event.subtitle}</span>}
            </Link>
          ))}
        </div>
      ))}
    </section>
  );
}
