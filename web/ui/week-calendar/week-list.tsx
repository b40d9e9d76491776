import { Link } from 'react-router';
import type { LocalDate } from '#domain/time/local-date.ts';
import { capitalised, formatTime } from '#web/lib/format.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';
import { wallText } from '#web/ui/wall-text.ts';
import type { Strip, WeekDay } from '#web/ui/week-calendar/layout.ts';

interface WeekListProps {
  label: string;
  days: readonly WeekDay[];
  zone: string;
  today: LocalDate;
  /** Always shown, instead of on phones only. */
  always?: boolean;
}

const opening = (open: readonly Strip[]) =>
  open.length === 0
    ? 'Fermé'
    : `Ouvert ${open.map(({ from, to }) => `${wallText(from)}\u2013${wallText(to)}`).join(', ')}`;

/** The same week day by day, for a phone or for those who would rather read. */
export function WeekList({ label, days, zone, today, always = false }: WeekListProps) {
  return (
    <section
      aria-label={label}
      className={classNames('num grid content-start gap-1', !always && 'md:hidden')}
    >
      {days.map(({ date, open, events }) => (
        <div key={date} className="border-t border-line py-3">
          <div className="flex items-baseline justify-between gap-4">
            <h3
              aria-current={date === today ? 'date' : undefined}
              className={classNames('text-base', date === today && 'text-live')}
            >
              {capitalised(dateText(date))}
            </h3>
            <p className="text-right text-kicker text-muted">{opening(open)}</p>
          </div>
          {events.length > 0 && (
            <ul className="mt-2 grid gap-2">
              {events.map(({ event }) => (
                <li key={event.id}>
                  <Link
                    to={event.href}
                    data-tone={event.tone}
                    className="flex min-h-13 items-center gap-4 rounded-md border-l-3 border-(--tone,var(--color-muted)) bg-hover px-3.5 py-2 active:bg-lifted"
                  >
                    <b className="w-16 shrink-0">{formatTime(new Date(event.start), zone)}</b>
                    <span className="min-w-0">
                      <b className="block truncate">{event.title}</b>
                      {event.subtitle && <span className="block text-small text-soft">{event.subtitle}</span>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  );
}
