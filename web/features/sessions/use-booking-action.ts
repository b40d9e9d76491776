import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Contract } from '#contracts/contract.ts';
import { BOOKINGS_KEY } from '#web/features/sessions/queries.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/ui/toast/toast-store.ts';

interface Action<Input> {
  /** Sends it. Throws the CommandError that refused it. */
  run: (input: Input) => Promise<void>;
  /** Sends it and tells of a refusal in a toast: for a plain button. */
  press: (input: Input) => void;
  pending: boolean;
}

/**
 * A command on a booking, each sending with a key of its own, so that an answer lost on the way can be asked for again without
 * doing it twice. Whatever comes of it, the bookings are fetched anew.
 * @param done what a toast says when it went well
 */
export function useBookingAction<Request extends z.ZodType, Answer extends z.ZodType>(
  contract: Contract<Request, Answer>,
  done: string,
): Action<Omit<z.input<Request>, 'key'>> {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (input: z.input<Request>) => callCommand(contract, input),
    // A connection that breaks may have carried the command: the same key asks again.
    retry: (count, error) => count < 2 && 'code' in error && error.code === 'unreachable',
    onSettled: () => client.invalidateQueries({ queryKey: BOOKINGS_KEY }),
  });
  const run = async (input: Omit<z.input<Request>, 'key'>): Promise<void> => {
    await mutation.mutateAsync({ ...input, key: crypto.randomUUID() } as z.input<Request>);
    toast({ title: done });
  };
  return {
    run,
    press: (input) => {
      run(input).catch((error: unknown) => toast({ variant: 'destructive', title: errorText(error) }));
    },
    pending: mutation.isPending,
  };
}
