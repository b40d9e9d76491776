import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { removeAbsence, setAbsence } from '#product/availability/contract.ts';
import { daysOfSpan, RULE_LIMITS } from '#product/availability/rules/availability.ts';
import type { Wall } from '#product/availability/rules/hours.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { type Absence, availabilityKey, bookedWithinQuery } from '#web/features/availability/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, spanText } from '#web/ui/calendar-days.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';

interface AbsenceDialogProps {
  userId: string;
  /** Where the days begin and end: at home, or where they travel. */
  wall: Wall;
  today: LocalDate;
  /** Null: a new one. */
  absence: Absence | null;
  onClose: () => void;
}

const moveOrCancel = (sessions: number): string =>
  sessions === 1 ? 'déplacez-la ou annulez-la' : 'déplacez-les ou annulez-les';

/**
 * A stretch of days on which the streamer is away: closed whatever the week says. What is booked on
 * them is told before it is saved.
 */
export function AbsenceDialog({ userId, wall, today, absence, onClose }: AbsenceDialogProps) {
  const [first, setFirst] = useState<LocalDate>(absence?.first ?? dateAfter(today, 1));
  const [last, setLast] = useState<LocalDate>(absence?.last ?? dateAfter(today, 7));
  const [reason, setReason] = useState(absence?.reason ?? '');
  const days = daysOfSpan({ first, last });
  const wrong =
    days < 1
      ? 'Le dernier jour précède le premier.'
      : days > RULE_LIMITS.spanDays.max
        ? 'Une absence dure un an au plus.'
        : undefined;
  const booked = useQuery({ ...bookedWithinQuery(userId, wall, { first, last }), enabled: !wrong });
  const promised = booked.data ?? 0;
  const changes = [availabilityKey(userId)];
  const save = useCommand(setAbsence, {
    changes,
    failed: null,
    done: ({ booked: sessions }) => ({
      title: `Absent ${spanText({ first, last })}`,
      description:
        sessions === 0
          ? 'Vos viewers ne peuvent plus réserver ces jours-là.'
          : `${plural(sessions, 'session reste prévue', 'sessions restent prévues')} : ${moveOrCancel(sessions)}.`,
    }),
  });
  const remove = useCommand(removeAbsence, {
    changes,
    failed: null,
    done: () => ({ title: 'Absence supprimée', description: 'Ces jours suivent de nouveau votre semaine.' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong && !save.pending) save.press({ id: absence?.id ?? null, first, last, reason }, onClose);
  };
  const error = save.error ?? remove.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={absence ? 'Votre absence' : 'Vous absenter'}
      description="Aucun créneau ces jours-là. Vos viewers voient les dates, jamais la raison."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {error && <FormError>{errorText(error)}</FormError>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Premier jour">
            <Input
              type="date"
              min={today}
              value={first}
              onChange={({ target }) => {
                if (target.value === '') return;
                const next = target.value as LocalDate;
                setFirst(next);
                if (next > last) setLast(next);
              }}
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
        <Field label="Raison" optional hint="Pour vous seul.">
          <Input
            value={reason}
            maxLength={120}
            placeholder="Vacances"
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {!wrong && promised > 0 && (
          <p role="status" className="rounded-md border border-live-edge bg-live-wash p-3 text-small">
            <b className="font-semibold">
              {plural(promised, 'session est déjà réservée', 'sessions sont déjà réservées')} ces jours-là.
            </b>{' '}
            {promised === 1 ? 'Elle reste prévue' : 'Elles restent prévues'} : {moveOrCancel(promised)} depuis{' '}
            <TextLink to="/streamer-dashboard/bookings">vos réservations</TextLink>.
          </p>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          {absence && (
            <Button
              tone="danger"
              className="sm:mr-auto"
              loading={remove.pending}
              onClick={() => remove.press({ id: absence.id }, onClose)}
            >
              Supprimer
            </Button>
          )}
          <Button onClick={onClose}>Revenir</Button>
          <Button type="submit" tone="spot" loading={save.pending} disabled={wrong !== undefined}>
            {absence || wrong ? 'Enregistrer' : `Fermer ${plural(days, 'jour', 'jours')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
