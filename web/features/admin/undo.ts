import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Contract } from '#product/shared/contract.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { type ToastContent, toast } from '#web/lib/toast.ts';
import { type CommandInput, useCommand } from '#web/lib/use-command.ts';

/** For how long « Annuler » is offered. */
export const UNDO_MILLISECONDS = 10_000;

/**
 * A decision of the team whose toast offers to take it back. Taking back is a decision too: the
 * same command the other way round (`undo` of its contract), with its own entry in the log.
 * @param inverse the request that takes it back, asked once it is done; null when this one harms
 *   somebody if it is taken back
 */
export function useUndoable<Request extends z.ZodType, Answer extends z.ZodType>(
  contract: Contract<Request, Answer>,
  {
    done,
    inverse,
    failed,
  }: {
    done: (answer: z.output<Answer>, input: CommandInput<Request>) => ToastContent;
    inverse: (input: CommandInput<Request>) => z.input<Request> | null;
    /** The title of the toast when `press` failed. */
    failed?: string;
  },
) {
  const client = useQueryClient();
  const takeBack = async (input: z.input<Request>) => {
    try {
      await callCommand(contract, input);
      toast({ title: 'C’est comme avant' });
    } catch (error) {
      toast({ variant: 'destructive', title: 'Cela reste fait', description: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: ADMIN_KEY });
  };
  return useCommand(contract, {
    changes: [ADMIN_KEY],
    ...(failed === undefined ? {} : { failed }),
    done: (answer, input) => {
      const back = inverse(input);
      const content = done(answer, input);
      if (back === null) return content;
      return {
        ...content,
        duration: UNDO_MILLISECONDS,
        countdown: true,
        action: { label: 'Annuler', onSelect: () => void takeBack(back) },
      };
    },
  });
}
