import type { SupabaseClient } from '@supabase/supabase-js';
import type { z } from 'zod';
import type { Contract } from '#product/shared/contract.ts';
import type { ErrorCode } from '#product/shared/errors.ts';
import { withFactor } from '#web/lib/second-factor.ts';
import { noteServerTime } from '#web/lib/server-clock.ts';
import { loadReader } from '#web/lib/supabase/load.ts';

const UNREACHABLE = 'Loge ne répond pas. Vérifiez votre connexion à internet, puis réessayez.';

/** A command that was refused or did not get through. `message` is the French sentence to show. */
export class CommandError extends Error {
  readonly code: ErrorCode | 'unreachable';
  /** Of `invalid_input`: path of the field -> what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** The refusal's details beside its code; product/shared/errors.ts has the shape. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Finds the request in the server's log. */
  readonly requestId: string | null;
  override name = 'CommandError';

  constructor(
    code: ErrorCode | 'unreachable',
    message: string,
    fields: Record<string, string> = {},
    requestId: string | null = null,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.details = details;
    this.requestId = requestId;
  }
}

const textsOf = (given: unknown): Record<string, string> =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(
        Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/**
 * The refusal in an answer of the functions host. An answer that is not ours (a proxy's page) is an
 * internal error. The sentences of all refusals are fetched with the first one.
 */
export async function commandErrorOf(response: Response | null): Promise<CommandError> {
  if (!response) return new CommandError('unreachable', UNREACHABLE);
  const { COMMAND_ERROR_TEXT, isRefusal } = await import('#web/lib/command-error-text.ts');
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== 'object' || body === null)
    return new CommandError('internal', COMMAND_ERROR_TEXT.internal);
  const code = 'code' in body && isRefusal(body.code) ? body.code : 'internal';
  const requestId = 'requestId' in body && typeof body.requestId === 'string' ? body.requestId : null;
  const details = 'details' in body && typeof body.details === 'object' ? body.details : null;
  const fields = 'fields' in body ? textsOf(body.fields) : {};
  return new CommandError(code, COMMAND_ERROR_TEXT[code], fields, requestId, { ...details });
}

/**
 * A contract that is fetched while its command runs. What checks answers is 30 KB and a long task
 * for a slow telephone: a page that strangers see first does not wait for it.
 */
interface ContractToCome<Request extends z.ZodType, Answer extends z.ZodType> {
  name: string;
  load: () => Promise<Contract<Request, Answer>>;
}

/** @param name the contract's own */
export const contractToCome = <Request extends z.ZodType, Answer extends z.ZodType, Name extends string>(
  name: NoInfer<Name>,
  load: () => Promise<Contract<Request, Answer, Name>>,
): ContractToCome<Request, Answer> => ({ name, load });

type Called<Request extends z.ZodType, Answer extends z.ZodType> =
  | Contract<Request, Answer>
  | ContractToCome<Request, Answer>;

export interface CallOptions {
  /**
   * Milliseconds after which an answer that has not come is given up, as `unreachable`; none when
   * absent.
   */
  deadline?: number;
}

/**
 * Runs a command of the server and returns its answer, checked against the contract.
 * @throws CommandError when it was refused, or the server could not be reached
 */
export async function callCommand<Request extends z.ZodType, Answer extends z.ZodType>(
  contract: Called<Request, Answer>,
  request: z.input<Request>,
  options?: CallOptions,
): Promise<z.output<Answer>> {
  return callCommandOf(await loadReader(), contract, request, options);
}

/**
 * `callCommand` by a given client. Where the second factor is wanted, the person is asked for it in
 * place, and the command is sent again.
 */
export function callCommandOf<Request extends z.ZodType, Answer extends z.ZodType>(
  client: Pick<SupabaseClient, 'functions'>,
  contract: Called<Request, Answer>,
  request: z.input<Request>,
  options: CallOptions = {},
): Promise<z.output<Answer>> {
  return withFactor(
    () => sendCommand(client, contract, request, options),
    (error) => error instanceof CommandError && error.code === 'second_factor_required',
  );
}

async function sendCommand<Request extends z.ZodType, Answer extends z.ZodType>(
  { functions }: Pick<SupabaseClient, 'functions'>,
  contract: Called<Request, Answer>,
  request: z.input<Request>,
  { deadline }: CallOptions,
): Promise<z.output<Answer>> {
  const [{ data, error }, { response }] = await Promise.all([
    functions.invoke<unknown>(contract.name, {
      body: JSON.stringify(request),
      headers: { 'Content-Type': 'application/json' },
      ...(deadline === undefined ? {} : { timeout: deadline }),
    }),
    'load' in contract ? contract.load() : contract,
  ]);
  if (error) {
    const { context }: { context?: unknown } = error;
    throw await commandErrorOf(context instanceof Response ? context : null);
  }
  const answer = response.parse(data);
  if (typeof answer === 'object' && answer !== null && 'now' in answer && typeof answer.now === 'string')
    noteServerTime(answer.now);
  return answer;
}
