import { useState } from 'react';
import { removeException, setException } from '#product/availability/contract.ts';
import type { WallRange } from '#product/availability/rules/hours.ts';
import { overlappingRanges } from '#product/availability/rules/overlaps.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { type DayKind, rangesText } from '#web/features/availability/day-kind.ts';
import { availabilityKey } from '#web/features/availability/queries.ts';
import { RangesEditor } from '#web/features/availability/ranges-editor.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { capitalised } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { dateText } from '#web/ui/calendar-days.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';

type Choice = 'usual' | 'other' | 'closed';

interface DateDialogProps {
  userId: string;
  date: LocalDate;
  day: DayKind;
  /** The hours that its weekday has. */
  usual: readonly WallRange[];
  onClose: () => void;
}

const SAVED: Readonly<Record<Choice, string>> = {
  usual: 'suit de nouveau votre semaine.',
  other: 'a ses propres heures.',
  closed: 'est fermé.',
};

/** Edits one date: as usual, other hours, or closed with a reason. Saved at once. */
export function DateDialog({ userId, date, day, usual, onClose }: DateDialogProps) {
  const [choice, setChoice] = useState<Choice>(
    day.kind === 'other' || day.kind === 'closed' ? day.kind : 'usual',
  );
  const [ranges, setRanges] = useState<WallRange[]>(() => {
    const start = day.ranges.length > 0 ? day.ranges : usual;
    return start.length > 0 ? [...start] : [{ from: 18 * 60, to: 21 * 60 }];
  });
  const [note, setNote] = useState(day.note);
  const overlapping = choice === 'other' && overlappingRanges(ranges).length > 0;
  const save = useAction(
    async (chosen: Choice): Promise<unknown> =>
      chosen === 'usual'
        ? callCommand(removeException, { date })
        : callCommand(setException, { date, ranges: chosen === 'other' ? ranges : [], note }),
    {
      changes: [availabilityKey(userId)],
      failed: null,
      done: (_, chosen) => ({
        title: 'Date enregistrée',
        description: `${capitalised(dateText(date))} ${SAVED[chosen]}`,
      }),
    },
  );
  const usualText = day.kind === 'holiday' ? `${day.holiday ?? ''}, fermé` : rangesText(usual);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={capitalised(dateText(date, { year: true }))}
      description="Les sessions déjà réservées ce jour-là restent prévues."
      footer={
        <>
          <Button onClick={onClose}>Revenir</Button>
          <Button
            tone="spot"
            loading={save.pending}
            disabled={overlapping}
            onClick={() => save.press(choice, onClose)}
          >
            Enregistrer la date
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {save.error && <FormError>{errorText(save.error)}</FormError>}
        <RadioCards
          name="day"
          label="Ce jour-là"
          value={choice}
          onChange={({ target }) => setChoice(target.value as Choice)}
          options={[
            { value: 'usual', label: 'Comme d’habitude', description: capitalised(usualText) },
            { value: 'other', label: 'D’autres heures' },
            { value: 'closed', label: 'Fermé' },
          ]}
        />
        {choice === 'other' && (
          <Field
            label="Heures de ce jour"
            group
            error={overlapping ? 'Deux plages se chevauchent. Changez l’une des deux.' : undefined}
          >
            <RangesEditor ranges={ranges} onChange={setRanges} />
          </Field>
        )}
        {choice !== 'usual' && (
          <Field label="Note" optional hint="Pour vous seul : « Vacances », « Tournoi »…">
            <Input value={note} maxLength={120} onChange={({ target }) => setNote(target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
