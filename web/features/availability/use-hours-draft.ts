import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OpeningHoursInput, setHours } from '#product/availability/contract.ts';
import { hoursKey } from '#product/availability/rules/hours-key.ts';
import { withHourOpen, withMinutesOpen } from '#product/insight/rules/week-cells.ts';
import { availabilityKey, hoursQuery } from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { useCommand } from '#web/lib/use-command.ts';

export interface HoursDraft {
  hours: OpeningHoursInput;
  change: (part: Partial<OpeningHoursInput>) => void;
  dirty: boolean;
  /** Another tab has saved other hours since these were begun. */
  changedElsewhere: boolean;
  /** Drops the draft and shows the saved hours. */
  reset: () => void;
  /** Keeps the draft over what another tab has saved; it still has to be saved. */
  keep: () => void;
  save: () => void;
  saving: boolean;
  error: unknown;
}

/**
 * Hours that somebody followed a link to open: one of the week, or as many as make so many minutes
 * a week.
 */
export type AskedHours = { kind: 'hour'; cell: number } | { kind: 'week'; minutes: number };

const painted = (weekly: OpeningHoursInput['weekly'], asked: AskedHours): OpeningHoursInput['weekly'] =>
  asked.kind === 'hour' ? withHourOpen(weekly, asked.cell) : withMinutesOpen(weekly, asked.minutes);

const same = (a: OpeningHoursInput, b: OpeningHoursInput) => hoursKey(a) === hoursKey(b);

/**
 * The hours being edited, over those that are saved. `asked` are those of an advice or of the
 * simulator: painted from the beginning, and saved by the streamer alone. What another tab saves is
 * taken over while nothing is edited here.
 */
export function useHoursDraft(
  userId: string,
  saved: OpeningHoursInput,
  asked: AskedHours | null,
): HoursDraft {
  const queries = useQueryClient();
  const [{ base, hours }, setState] = useState(() => ({
    base: saved,
    hours: asked === null ? saved : { ...saved, weekly: painted(saved.weekly, asked) },
  }));
  const dirty = !same(hours, base);
  const behind = !same(saved, base);
  if (behind && (!dirty || same(hours, saved))) setState({ base: saved, hours: saved });

  const saving = useCommand(setHours, {
    changes: [availabilityKey(userId)],
    failed: null,
    done: (stored) => {
      queries.setQueryData(hoursQuery(userId).queryKey, stored);
      setState((state) => ({ base: stored, hours: state.hours === hours ? stored : state.hours }));
      return { title: 'Horaires enregistrés', description: 'Les sessions déjà réservées ne changent pas.' };
    },
  });
  const behindError = saving.error instanceof CommandError && saving.error.code === 'hours_changed';

  return {
    hours,
    change: (part) => setState((state) => ({ ...state, hours: { ...state.hours, ...part } })),
    dirty,
    changedElsewhere: behind && dirty,
    reset: () => {
      saving.reset();
      setState({ base: saved, hours: saved });
    },
    keep: () => {
      saving.reset();
      setState((state) => ({ ...state, base: saved }));
    },
    save: () => saving.press({ ...hours, replaces: base }),
    saving: saving.pending,
    error: behindError ? null : saving.error,
  };
}
