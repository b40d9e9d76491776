import { type FormEvent, useState } from 'react';
import { setException } from '#contracts/availability.ts';
import { epochDayOf, type LocalDate } from '#domain/time/local-date.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter } from '#web/ui/calendar-days.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface ClosedPeriodDialogProps {
  userId: string;
  today: LocalDate;
  onClose: () => void;
}

const MOST_DAYS = 92;

/**
 * The streamer's holidays: every day from one date to another is closed. Each day is a date exception of its own, so that one can be opened
 * again.
 */
export function ClosedPeriodDialog({ userId, today, onClose }: ClosedPeriodDialogProps) {
  const [first, setFirst] = useState<LocalDate>(dateAfter(today, 1));
  const [last, setLast] = useState<LocalDate>(dateAfter(today, 7));
  const [note, setNote] = useState('Vacances');
  const days = epochDayOf(last) - epochDayOf(first) + 1;
  const wrong =
    days < 1
      ? 'Le dernier jour précède le premier.'
      : days > MOST_DAYS
        ? `Fermez ${plural(MOST_DAYS, 'jour', 'jours')} au plus à la fois.`
        : undefined;
  const close = useAction(
    async () => {
      // One after the other: when one fails, those before it are closed and sending again does no harm.
      for (let date = first; date <= last; date = dateAfter(date, 1)) {
        await callCommand(setException, { date, ranges: [], note });
      }
    },
    {
      changes: [availabilityKey(userId)],
      failed: null,
      done: () => ({ title: plural(days, 'jour fermé', 'jours fermés') }),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && !close.pending) close.press(undefined, onClose);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Fermer plusieurs jours"
      description="Les sessions déjà réservées ces jours-là restent prévues."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {close.error && <FormError>{errorText(close.error)}</FormError>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Premier jour">
            <Input
              type="date"
              min={today}
              value={first}
              onChange={({ target }) => target.value !== '' && setFirst(target.value as LocalDate)}
            />
          </Field>
          <Field label="Dernier jour" error={wrong}>
            <Input
              type="date"
              min={first}
              value={last}
              onChange={({ target }) => target.value !== '' && setLast(target.value as LocalDate)}
            />
          </Field>
        </div>
        <Field label="Note" optional hint="Pour vous seul.">
          <Input value={note} maxLength={120} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Revenir</Button>
          <Button type="submit" tone="spot" loading={close.pending} disabled={wrong !== undefined}>
            {wrong ? 'Fermer' : `Fermer ${plural(days, 'jour', 'jours')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
