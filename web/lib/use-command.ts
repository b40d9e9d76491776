import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Contract } from '#product/shared/contract.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { isBelowAal2, withFactor } from '#web/lib/second-factor.ts';
import { type ToastContent, toast } from '#web/lib/toast.ts';

/** How often a keyed command is sent again after a connection that broke. */
const RETRIES = 2;

interface ActionOptions<Input, Answer> {
  /**
   * The cache roots of what it may change: refetched after a failure too, since the command may
   * have been done and its answer lost.
   */
  changes?: readonly QueryKey[];
  /** The toast once it is done; none when absent. */
  done?: string | ((answer: Answer, input: Input) => ToastContent);
  /**
   * The toast when `press` failed: its title, with the reason below, or all of it. The reason alone
   * when absent; null: the caller shows `error` itself. `run` never shows one: its caller catches.
   */
  failed?: string | null | ((error: unknown) => ToastContent);
  /** Shows the outcome ahead of the answer. @returns how to take it back */
  ahead?: (input: Input) => () => void;
}

interface Action<Input, Answer> {
  /**
   * Does it, and waits for what it changes to be refetched. Throws the refusal (a CommandError, for
   * a command).
   */
  run: (input: Input) => Promise<Answer>;
  /**
   * The same for a plain button: a failure is a toast.
   * @param then with the answer, unless the screen was left meanwhile
   */
  press: (input: Input, then?: (answer: Answer) => void) => void;
  pending: boolean;
  /** Why the last one failed, until the next. */
  error: Error | null;
  /** The input and the answer of the last run. */
  input: Input | undefined;
  answer: Answer | undefined;
  reset: () => void;
}

const isUnreachable = (error: Error) =>
  error instanceof CommandError && (error.code === 'unreachable' || error.code === 'unavailable');

function failureToast(failed: string | ((error: unknown) => ToastContent) | undefined, error: Error) {
  if (typeof failed === 'function') return failed(error);
  return failed === undefined
    ? { title: errorText(error) }
    : { title: failed, description: errorText(error) };
}

/**
 * Something that a person does and that may fail: a write of their own rows, or several commands in
 * a row. A single command is `useCommand`.
 */
export function useAction<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  { changes = [], done, failed, ahead }: ActionOptions<Input, Answer> = {},
  retries = 0,
): Action<Input, Answer> {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ input }: { input: Input; pressed: boolean }) => withFactor(() => send(input), isBelowAal2),
    // Without a network it fails at once, instead of being done some time later.
    networkMode: 'always',
    retry: (count, error) => count < retries && isUnreachable(error),
    onMutate: ({ input }) => ahead?.(input),
    onSuccess: (answer, { input }) => {
      if (done !== undefined) toast(typeof done === 'string' ? { title: done } : done(answer, input));
    },
    onError: (error, { pressed }, takeBack) => {
      takeBack?.();
      if (!(error instanceof CommandError)) console.error(error);
      if (pressed && failed !== null) toast({ variant: 'destructive', ...failureToast(failed, error) });
    },
    onSettled: () => Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return {
    run: (input) => mutation.mutateAsync({ input, pressed: false }),
    press: (input, then) =>
      mutation.mutate({ input, pressed: true }, { onSuccess: (answer) => then?.(answer) }),
    pending: mutation.isPending,
    error: mutation.error,
    input: mutation.variables?.input,
    answer: mutation.data,
    reset: mutation.reset,
  };
}

/** A command's request without its key, which is made here. */
export type CommandInput<Request extends z.ZodType> = Omit<z.input<Request>, 'key'>;

/**
 * A command of the server as a person sends it. A contract with a `key` is done once however often
 * it is sent: the key belongs to the intention (this command with these values), outlives a lost
 * answer and a reload of the tab, and is forgotten with the answer.
 */
export const useCommand = <Request extends z.ZodType, Answer extends z.ZodType>(
  contract: Contract<Request, Answer>,
  options?: ActionOptions<CommandInput<Request>, z.output<Answer>>,
): Action<CommandInput<Request>, z.output<Answer>> =>
  useAction((input) => sendOnce(contract, input), options, isKeyed(contract) ? RETRIES : 0);

const isKeyed = ({ request }: Contract): boolean =>
  'shape' in request && typeof request.shape === 'object' && request.shape !== null && 'key' in request.shape;

/**
 * Whether the server has answered and never will do it under this key: the next try is a new
 * intention.
 */
const isAnswer = (error: unknown) =>
  error instanceof CommandError &&
  !['unreachable', 'unavailable', 'internal', 'try_again'].includes(error.code);

/** Sends a command under the key of its intention, when it has one. @throws CommandError */
export async function sendOnce<Request extends z.ZodType, Answer extends z.ZodType>(
  contract: Contract<Request, Answer>,
  input: CommandInput<Request>,
  call: (request: z.input<Request>) => Promise<z.output<Answer>> = (request) =>
    callCommand(contract, request),
): Promise<z.output<Answer>> {
  // The type of a request less its key, and the key again: TypeScript does not add them up for a
  // type that it does not know yet.
  if (!isKeyed(contract)) return call(input as z.input<Request>);
  const intention = `loge.key.${contract.name} ${JSON.stringify(input)}`;
  const key = window.sessionStorage.getItem(intention) ?? crypto.randomUUID();
  window.sessionStorage.setItem(intention, key);
  try {
    const answer = await call({ ...input, key } as z.input<Request>);
    window.sessionStorage.removeItem(intention);
    return answer;
  } catch (error) {
    if (isAnswer(error)) window.sessionStorage.removeItem(intention);
    throw error;
  }
}
