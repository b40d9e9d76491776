import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { listSlots } from '#product/availability/contract.ts';
import { groupByDay } from '#product/availability/rules/group-by-day.ts';
import { RESCHEDULE_WITHIN_DAYS } from '#product/availability/rules/notice.ts';
import {
  daysAfter,
  earliest,
  formatInstant,
  type Instant,
  instantOf,
  parseInstant,
} from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { TwoStarts } from '#web/entities/booking/two-starts.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { Month } from '#web/ui/calendar-days.ts';
import { monthAfterView, viewOfMonth, viewToOpen } from '#web/ui/calendar-view.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { firstFreeIn, freeDaysOf, MonthGrid } from '#web/ui/month-grid.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';

/** The starts to which a booking could move, from now on; loaded once for as long as it may go. */
const startsQuery = (booking: BookingDetails) => ({
  queryKey: [...BOOKINGS_KEY, 'starts', booking.id, booking.revision],
  queryFn: async (): Promise<Instant[]> => {
    const now = instantOf(Date.now());
    const last = daysAfter(parseInstant(booking.agreed_start_at), RESCHEDULE_WITHIN_DAYS);
    const answer = await callCommand(listSlots, {
      offerId: booking.offer_id ?? '',
      bookingId: booking.id,
      from: formatInstant(now),
      until: formatInstant(earliest(last, daysAfter(now, 99))),
    });
    return answer.slots.map(({ start }) => parseInstant(start));
  },
});

interface MoveFormProps {
  booking: BookingDetails;
  /** Zones of the person who chooses, and of the other one. */
  zones: { own: string; other: string };
  confirm: string;
  /**
   * Words that go with the new start; null where none are sent. A message in `required` is shown
   * when they are missing.
   */
  note: { label: string; max: number; hint?: string; required?: string } | null;
  /** @param input the new start as an ISO instant, and the words (empty without `note`) */
  onConfirm: (input: { start: string; note: string }) => Promise<unknown>;
}

/** Another start for a booking, chosen among those to which it may go. */
export function MoveForm({ booking, zones: { own, other }, confirm, note: words, onConfirm }: MoveFormProps) {
  const client = useQueryClient();
  const starts = useQuery(startsQuery(booking));
  const today = localDateAt(own, instantOf(Date.now()));
  const [chosenMonth, setMonth] = useState<Month>();
  const [chosenDate, setDate] = useState<LocalDate>();
  const [start, setStart] = useState<Instant | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);

  const days = groupByDay(starts.data ?? [], own);
  const free = new Map(days.map((day) => [day.date, day.starts.length]));
  // Whoever moves a session mostly wants it later: the first day after the present one, where one
  // is free.
  const present = localDateAt(own, parseInstant(booking.agreed_start_at));
  const preferred = (days.find((day) => day.date > present) ?? days[0])?.date ?? null;
  const view =
    chosenMonth === undefined
      ? viewToOpen(preferred, days[0]?.date ?? null, today)
      : viewOfMonth(chosenMonth, today);
  const date = chosenDate ?? (chosenMonth === undefined ? preferred : (firstFreeIn(view, free) ?? null));
  const slots = days.find((day) => day.date === date)?.starts ?? [];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (start === null || busy) return;
    setError(undefined);
    setMissing(note.trim() === '' ? words?.required : undefined);
    if (note.trim() === '' && words?.required !== undefined) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onConfirm({ start: formatInstant(start), note });
    } catch (thrown) {
      setError(errorText(thrown));
      setStart(null);
      client.invalidateQueries({ queryKey: [...BOOKINGS_KEY, 'starts'] });
    } finally {
      setBusy(false);
    }
  };

  if (starts.isError) {
    return (
      <ErrorState
        title="Les créneaux n’ont pas pu être chargés"
        description={errorText(starts.error)}
        onRetry={() => starts.refetch()}
        retrying={starts.isFetching}
      />
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-6">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,0.9fr)]">
        <MonthGrid
          view={view}
          onMonth={(next) => {
            setMonth(next);
            setDate(undefined);
            setStart(null);
          }}
          selected={date}
          onSelect={(next) => {
            setDate(next);
            setStart(null);
          }}
          free={free}
          freeDaysAfter={freeDaysOf(monthAfterView(view), free)}
          today={today}
          last={days.at(-1)?.date ?? null}
          loading={starts.isPending}
          empty="Aucun créneau libre à ces dates."
          level={3}
        />
        <div className="grid content-start gap-3">
          <h3 className="text-title">
            {date ? capitalised(formatDay(`${date}T12:00:00Z`, 'UTC')) : 'Choisissez un jour'}
          </h3>
          {date && (
            <SlotList
              label={`Créneaux du ${formatDay(`${date}T12:00:00Z`, 'UTC')}`}
              slots={slots.map((each) => ({ start: each }))}
              zone={own}
              otherZone={other}
              selected={start}
              onSelect={setStart}
            />
          )}
        </div>
      </div>
      {words && (
        <Field
          label={words.label}
          hint={words.hint}
          optional={words.required === undefined}
          required={words.required !== undefined}
          error={missing}
        >
          <Textarea
            ref={field}
            rows={2}
            maxLength={words.max}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className="text-small text-live">
          {error}
        </p>
      )}
      <TwoStarts
        before={parseInstant(booking.start_at)}
        after={start}
        minutes={booking.duration_minutes}
        {...{ own, other }}
      />
      <Button
        type="submit"
        tone="spot"
        className="sm:justify-self-end"
        loading={busy}
        disabled={start === null}
      >
        {confirm}
      </Button>
    </form>
  );
}
