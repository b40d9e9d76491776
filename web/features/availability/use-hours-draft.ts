import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OpeningHoursInput, setHours } from '#contracts/availability.ts';
import { hoursKey } from '#domain/availability/hours-key.ts';
import { availabilityKey, hoursQuery } from '#web/features/availability/queries.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { toast } from '#web/lib/toast.ts';

export interface HoursDraft {
  hours: OpeningHoursInput;
  change: (part: Partial<OpeningHoursInput>) => void;
  dirty: boolean;
  /** Another tab has saved other hours since these were begun. */
  changedElsewhere: boolean;
  /** Forgets the draft for what is saved. */
  reset: () => void;
  /** Keeps the draft over what another tab has saved; it still has to be saved. */
  keep: () => void;
  save: () => void;
  saving: boolean;
  error: unknown;
}

const same = (a: OpeningHoursInput, b: OpeningHoursInput) => hoursKey(a) === hoursKey(b);

/** The hours being edited, over those that are saved. What another tab saves is taken over while nothing is edited here. */
export function useHoursDraft(userId: string, saved: OpeningHoursInput): HoursDraft {
  const queries = useQueryClient();
  const [{ base, hours }, setState] = useState({ base: saved, hours: saved });
  const dirty = !same(hours, base);
  const behind = !same(saved, base);
  if (behind && (!dirty || same(hours, saved))) setState({ base: saved, hours: saved });

  const mutation = useMutation({
    mutationFn: () => callCommand(setHours, { ...hours, replaces: base }),
    onSuccess: async (stored) => {
      queries.setQueryData(hoursQuery(userId).queryKey, stored);
      setState((state) => ({ base: stored, hours: state.hours === hours ? stored : state.hours }));
      toast({ title: 'Horaires enregistrés', description: 'Les sessions déjà réservées ne changent pas.' });
      await queries.invalidateQueries({ queryKey: availabilityKey(userId) });
    },
    onError: async (error) => {
      if (error instanceof CommandError && error.code === 'hours_changed') {
        await queries.invalidateQueries({ queryKey: hoursQuery(userId).queryKey });
      }
    },
  });
  const behindError = mutation.error instanceof CommandError && mutation.error.code === 'hours_changed';

  return {
    hours,
    change: (part) => setState((state) => ({ ...state, hours: { ...state.hours, ...part } })),
    dirty,
    changedElsewhere: behind && dirty,
    reset: () => {
      mutation.reset();
      setState({ base: saved, hours: saved });
    },
    keep: () => {
      mutation.reset();
      setState((state) => ({ ...state, base: saved }));
    },
    save: () => mutation.mutate(),
    saving: mutation.isPending,
    error: behindError ? null : mutation.error,
  };
}
