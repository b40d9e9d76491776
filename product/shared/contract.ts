import { z } from 'zod';

// A page may run no text as code (Content-Security-Policy): there zod must not try to compile its checks, which browsers report each time.
if ('document' in globalThis) z.config({ jitless: true });

/** A command as both sides see it: its path under `/functions/v1/`, what it takes and what it answers. */
export interface Contract<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Name extends string = string,
> {
  /** `<capability>/<verb-noun>`, as `supabase.functions.invoke` takes it. */
  name: Name;
  request: Request;
  response: Response;
  /** The largest body it takes, in bytes; what is larger is refused before it is parsed. */
  maxBytes: number;
}

export type RequestOf<C extends Contract> = z.input<C['request']>;
export type ResponseOf<C extends Contract> = z.output<C['response']>;

export const contract = <Request extends z.ZodType, Response extends z.ZodType, Name extends string>(
  name: Name,
  request: Request,
  response: Response,
  { maxBytes = 32 * 1024 }: { maxBytes?: number } = {},
): Contract<Request, Response, Name> => ({ name, request, response, maxBytes });

/**
 * An instant at which somebody wants something to happen, ISO 8601 with its offset, of the years 2000 to 2199: Loge has no date outside of these, and
 * time zone arithmetic breaks down around the year 0.
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
