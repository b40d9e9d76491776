import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listSlots } from '#product/availability/contract.ts';
import { groupByDay } from '#product/availability/rules/group-by-day.ts';
import { RESCHEDULE_WITHIN_DAYS } from '#product/availability/rules/notice.ts';
import { NOTE_MAX, proposeStart, rescheduleBooking } from '#product/booking/contract.ts';
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
import { type BookingDetails, type Side, zonesOf } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDateTime, formatDay } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import type { Month } from '#web/ui/calendar-days.ts';
import { monthAfterView, viewOfMonth, viewToOpen } from '#web/ui/calendar-view.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { firstFreeIn, freeDaysOf, MonthGrid } from '#web/ui/month-grid.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';

interface MoveDialogProps {
  booking: BookingDetails;
  side: Side;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const WORDS = {
  viewer: {
    title: 'Déplacer cette session',
    description: 'Sans frais. Vous pouvez la déplacer deux fois, jusqu’à 24 h avant, à 30 jours au plus.',
    confirm: 'Déplacer la session',
  },
  streamer: {
    title: 'Proposer un autre horaire',
    description:
      'Le viewer accepte, ou récupère tout ce qu’il a payé. D’ici là, l’horaire actuel reste réservé.',
    confirm: 'Envoyer la proposition',
  },
  group: {
    title: 'Déplacer toute la session',
    description:
      'Chacun accepte, ou récupère tout ce qu’il a payé. Dès qu’une personne accepte, la session est à la nouvelle heure : qui n’a pas répondu à temps est alors remboursé.',
    confirm: 'Proposer à tous',
  },
} as const;

/** Another start for a booking: the viewer moves it, the streamer proposes one. */
export function MoveDialog(props: MoveDialogProps) {
  const words = WORDS[props.side === 'streamer' && props.booking.seats > 1 ? 'group' : props.side];
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={words.title}
      description={words.description}
      size="lg"
    >
      <MoveForm {...props} confirm={words.confirm} />
    </Dialog>
  );
}

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

function MoveForm({ booking, side, onOpenChange, confirm }: MoveDialogProps & { confirm: string }) {
  const client = useQueryClient();
  const { own, other } = zonesOf(booking, side);
  const starts = useQuery(startsQuery(booking));
  const move = useCommand(rescheduleBooking, { changes: [BOOKINGS_KEY], done: 'Session déplacée' });
  const ask = useCommand(proposeStart, { changes: [BOOKINGS_KEY], done: 'Proposition envoyée' });
  const today = localDateAt(own, instantOf(Date.now()));
  const [chosenMonth, setMonth] = useState<Month>();
  const [chosenDate, setDate] = useState<LocalDate>();
  const [start, setStart] = useState<Instant | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();

  const days = groupByDay(starts.data ?? [], own);
  const free = new Map(days.map((day) => [day.date, day.starts.length]));
  // Whoever moves a session mostly wants it later: the first day after the present one, where one is free.
  const present = localDateAt(own, parseInstant(booking.agreed_start_at));
  const preferred = (days.find((day) => day.date > present) ?? days[0])?.date ?? null;
  const view =
    chosenMonth === undefined
      ? viewToOpen(preferred, days[0]?.date ?? null, today)
      : viewOfMonth(chosenMonth, today);
  const date = chosenDate ?? (chosenMonth === undefined ? preferred : (firstFreeIn(view, free) ?? null));
  const slots = days.find((day) => day.date === date)?.starts ?? [];
  const busy = move.pending || ask.pending;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (start === null || busy) return;
    setError(undefined);
    const input = { bookingId: booking.id, start: formatInstant(start) };
    try {
      await (side === 'viewer' ? move.run(input) : ask.run({ ...input, note }));
      onOpenChange(false);
    } catch (thrown) {
      setError(errorText(thrown));
      setStart(null);
      client.invalidateQueries({ queryKey: [...BOOKINGS_KEY, 'starts'] });
    }
  };

  if (starts.isError) {
    return (
      <ErrorState
        title="Les créneaux n’ont pas pu être chargés"
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
      {side === 'streamer' && (
        <Field label="Un mot pour le viewer" optional>
          <Textarea
            rows={2}
            maxLength={NOTE_MAX}
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
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="num text-small text-soft">
          Actuellement : {formatDateTime(booking.start_at, own)}
          {start !== null && (
            <>
              <br />
              <b className="text-ink">Nouveau : {formatDateTime(new Date(start), own)}</b>
            </>
          )}
        </p>
        <Button type="submit" tone="spot" loading={busy} disabled={start === null}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
