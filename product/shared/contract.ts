import { z } from 'zod';
import type { Access, Who } from './access.ts';
import type { Entry } from './audit-words.ts';

// A page may run no text as code (Content-Security-Policy): there zod must not try to compile its
// checks, which browsers report each time.
if ('document' in globalThis) z.config({ jitless: true });

/**
 * All that is true of a command: its path under `/functions/v1/`, who may send it, what it takes,
 * answers and leaves in the log.
 */
export interface Contract<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  /** `<capability>/<verb-noun>`, as `supabase.functions.invoke` takes it. */
  name: Name;
  request: Request;
  response: Response;
  access: Access;
  /** The largest body it takes, in bytes; what is larger is refused before it is parsed. */
  maxBytes: number;
  /**
   * Whether one of the team may send it who looks at a person's pages: it reads what they may see
   * there.
   */
  viewing: boolean;
  /** The entry in the audit log; null: none. */
  audit: Entry | null;
}

export type RequestOf<C extends Contract> = z.input<C['request']>;
export type ResponseOf<C extends Contract> = z.output<C['response']>;

interface Terms<Kind extends Who, Kept extends Entry | null> {
  access: Access<Kind>;
  maxBytes?: number;
  viewing?: boolean;
  audit?: Kept;
}

type Said<
  Request extends z.ZodType,
  Response extends z.ZodType,
  Name extends string,
  Kind,
  Kept,
  Back,
> = Contract<Request, Response, Name> & { access: Kind; audit: Kept; undo: Back };

/**
 * Says all that is true of a command. Everything that lists commands is derived from these. `undo`
 * is how one of the team's is taken back by the same command, from its request and from what the
 * page showed before: only what harms nobody, because no money moved, nobody was told, and what was
 * before comes back whole. Otherwise it says why it cannot be.
 */
export function contract<
  Request extends z.ZodType,
  Response extends z.ZodType,
  Name extends string,
  Kind extends Who,
  Kept extends Entry,
  Back extends z.input<Request> | null,
  Before = void,
>(
  name: Name,
  request: Request,
  response: Response,
  terms: Terms<Kind, Kept> & { undo: (input: z.input<Request>, before: Before) => Back },
): Said<Request, Response, Name, Access<Kind>, Kept, (input: z.input<Request>, before: Before) => Back>;
export function contract<
  Request extends z.ZodType,
  Response extends z.ZodType,
  Name extends string,
  Kind extends Who,
  Kept extends Entry | null = null,
>(
  name: Name,
  request: Request,
  response: Response,
  terms: Terms<Kind, Kept> & { undo?: string },
): Said<Request, Response, Name, Access<Kind>, Kept, string | null>;
export function contract(
  name: string,
  request: z.ZodType,
  response: z.ZodType,
  {
    access,
    maxBytes = 32 * 1024,
    viewing = false,
    audit = null,
    undo = null,
  }: Terms<Who, Entry | null> & { undo?: unknown },
): Contract & { undo: unknown } {
  return { name, request, response, access, maxBytes, viewing, audit, undo };
}

/**
 * An instant at which somebody wants something to happen, ISO 8601 with its offset, of the years
 * 2000 to 2199: Loge has no date outside of these, and time zone arithmetic breaks down around the
 * year 0.
 */
export const instant = z.iso
  .datetime({ offset: true })
  .regex(/^2[01]/, { message: 'Cette date n’est pas d’un siècle où l’on réserve', abort: true });

export const REASON_MIN = 3;
export const REASON_MAX = 500;

/** Why one of the team does what they do, as the audit log keeps it. */
export const reason = z
  .string()
  .trim()
  .min(REASON_MIN, 'Indiquez un motif')
  .max(REASON_MAX, `Le motif doit tenir en ${REASON_MAX} caractères`)
  // Lines and tabs are text; other control characters are not, and Postgres stores no NUL.
  .regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Le motif contient un caractère invisible');

/** Why something was taken back, as the log keeps it. */
export const undoReason = (given: string): string => `Annulé aussitôt : ${given}`.slice(0, REASON_MAX);
