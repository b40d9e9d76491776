import { type FormEvent, useState } from 'react';
import { blockTime, unblockTime } from '#product/availability/contract.ts';
import type { WallRange } from '#product/availability/rules/hours.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { epochDayOf, type LocalDate } from '#product/shared/time/local-date.ts';
import { firstInstantAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import { OFFERS_KEY } from '#web/entities/offer/queries.ts';
import { type BusyTime, OWN_HOURS_KEY } from '#web/features/sessions/open-hours.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised, formatDateTime, formatTime, plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { dateText } from '#web/ui/calendar-days.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { wallText } from '#web/ui/wall-text.ts';

const STEP = 15;
const MIDNIGHT = 1_440;
const options = (first: number, last: number) =>
  Array.from({ length: (last - first) / STEP + 1 }, (_, index) => first + index * STEP).map((minute) => ({
    value: String(minute),
    label: wallText(minute),
  }));

const changes = [OWN_HOURS_KEY, OFFERS_KEY];

interface BlockDialogProps {
  /** The streamer's: the hours are those of its wall. */
  zone: string;
  today: LocalDate;
  /** The drawn date, or the initial one of the fields. */
  date: LocalDate;
  range: WallRange;
  onClose: () => void;
}

/** « Bloquer du temps »: a stretch of one day that cannot be booked. */
export function BlockDialog({ zone, today, date: firstDate, range, onClose }: BlockDialogProps) {
  const [date, setDate] = useState(firstDate);
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const [note, setNote] = useState('');
  const block = useCommand(blockTime, {
    changes,
    failed: null,
    done: ({ booked }) => ({
      title: `${capitalised(dateText(date))}, ${wallText(from)} à ${wallText(to)} : bloqué`,
      description:
        booked === 0
          ? 'Personne ne peut y réserver.'
          : `${plural(booked, 'session y reste prévue', 'sessions y restent prévues')}.`,
    }),
  });
  const at = (minutes: number) => formatInstant(firstInstantAt(zone, wallTimeOf(epochDayOf(date), minutes)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!block.pending) block.press({ start: at(from), end: at(to), note }, onClose);
  };
  const refused = block.error instanceof CommandError ? Object.values(block.error.fields)[0] : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Bloquer du temps"
      description="Aucune session n’y sera proposée. Ce qui est déjà réservé reste prévu."
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {block.error && <FormError>{refused ?? errorText(block.error)}</FormError>}
        <Field label="Jour">
          <Input
            type="date"
            min={today}
            value={date}
            onChange={({ target }) => target.value !== '' && setDate(target.value as LocalDate)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="De">
            <Select
              options={options(0, MIDNIGHT - STEP)}
              value={String(from)}
              onChange={({ target }) => {
                const next = Number(target.value);
                setFrom(next);
                if (to <= next) setTo(Math.min(next + 60, MIDNIGHT));
              }}
            />
          </Field>
          <Field label="À">
            <Select
              options={options(from + STEP, MIDNIGHT)}
              value={String(to)}
              onChange={({ target }) => setTo(Number(target.value))}
            />
          </Field>
        </div>
        <Field label="Note" optional hint="Pour vous seul.">
          <Input
            value={note}
            maxLength={120}
            placeholder="Dentiste"
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Revenir</Button>
          <Button type="submit" tone="spot" loading={block.pending}>
            Bloquer
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A stretch that was blocked by hand, and the way to open it again. */
export function BlockedDialog({
  block,
  zone,
  onClose,
}: {
  block: BusyTime;
  zone: string;
  onClose: () => void;
}) {
  const unblock = useCommand(unblockTime, { changes, failed: null, done: 'Temps débloqué' });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={block.note === '' ? 'Temps bloqué' : block.note}
      description={`${capitalised(formatDateTime(block.start, zone))} – ${formatTime(block.end, zone)}. Aucune session n’y est proposée.`}
      footer={
        <>
          <Button onClick={onClose}>Revenir</Button>
          <Button loading={unblock.pending} onClick={() => unblock.press({ id: block.id }, onClose)}>
            Débloquer
          </Button>
        </>
      }
    >
      {unblock.error && <FormError>{errorText(unblock.error)}</FormError>}
    </Dialog>
  );
}
