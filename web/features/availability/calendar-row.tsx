import { RotateCw, Trash2 } from 'lucide-react';
import { refreshCalendar } from '#contracts/calendars.ts';
import { CALENDAR_PROBLEM_TEXTS, isCalendarProblem } from '#domain/availability/calendar-problems.ts';
import type { ImportedCalendar } from '#web/features/availability/calendars-query.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, plural, typeset } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

interface CalendarRowProps {
  calendar: ImportedCalendar;
  /** The clock in which its last reading is told. */
  zone: string;
  userId: string;
  onRemove: () => void;
}

const STATES: Readonly<Record<ImportedCalendar['state'], { tone: StateTone; text: string }>> = {
  pending: { tone: 'spot', text: 'Première lecture en cours' },
  working: { tone: 'settled', text: 'Relié' },
  broken: { tone: 'live', text: 'Illisible' },
};

/** Other people's servers are asked once a minute at most. */
const refusalText = (error: unknown): string =>
  error instanceof CommandError && error.code === 'too_many_attempts'
    ? 'Il vient d’être lu. Réessayez dans une minute.'
    : errorText(error);

/** Only the site of the address: the rest of it is a secret that need not stand on a screen. */
function siteOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/** What was read: how many busy times, and since when nothing could be. */
function readingText({ busy_count, skipped_count, last_success_at }: ImportedCalendar, zone: string): string {
  if (last_success_at === null) return 'Pas encore lu.';
  const skipped =
    skipped_count > 0 ? `, ${plural(skipped_count, 'événement illisible', 'événements illisibles')}` : '';
  const read = formatDateTime(last_success_at, zone, { weekday: false });
  return `${plural(busy_count, 'moment occupé', 'moments occupés')}${skipped}. Lu le ${read}.`;
}

/** One calendar elsewhere: is it read, since when, and what is wrong in plain words. */
export function CalendarRow({ calendar, zone, userId, onRemove }: CalendarRowProps) {
  const refresh = useCommand(refreshCalendar, {
    changes: [availabilityKey(userId)],
    done: () => ({
      title: 'Lecture demandée',
      description: `${calendar.label} est relu dans quelques secondes.`,
    }),
    failed: (error) => ({ title: 'Agenda non relu', description: refusalText(error) }),
  });
  const { tone, text } = STATES[calendar.state];
  const problem = isCalendarProblem(calendar.last_error) ? CALENDAR_PROBLEM_TEXTS[calendar.last_error] : null;
  return (
    <li className="num grid grid-cols-[1fr_auto] items-start gap-3 border-b border-line py-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b className="font-semibold">{calendar.label}</b>
          <StateDot tone={tone}>{text}</StateDot>
        </p>
        <p className="truncate text-small text-muted">{siteOf(calendar.url)}</p>
        {problem && <p className="text-small text-live">{typeset(problem)}</p>}
        <p className="text-small text-soft">
          {typeset(readingText(calendar, zone))}
          {calendar.state === 'broken' && calendar.last_success_at !== null && (
            <> En attendant, les moments lus ce jour-là restent fermés.</>
          )}
        </p>
      </div>
      <div className="flex">
        <Button
          tone="quiet"
          size="icon"
          aria-label={`Relire ${calendar.label}`}
          loading={refresh.pending}
          onClick={() => refresh.press({ calendarId: calendar.id })}
        >
          <RotateCw aria-hidden="true" />
        </Button>
        <Button tone="quiet" size="icon" aria-label={`Délier ${calendar.label}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
