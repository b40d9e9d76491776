import type { z } from 'zod';
import { GatewayError } from '#platform/gateway/gateway.ts';
import { SessionEnded } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER } from '#server/postgres/database.ts';

/** The body and status of an error answer, without the request id. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  /** Path of the field -> what is wrong with it. */
  fields?: Record<string, string>;
  /** The page needs these to offer the next step. */
  details?: Record<string, unknown>;
  /** Seconds. */
  retryAfter?: number;
}

/** A refusal by the host itself, not by a command. */
export class Refused extends Error {
  readonly refusal: Refusal;
  override name = 'Refused';
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export const NOT_FOUND: Refusal = { status: 404, code: 'not_found', message: 'No such command' };
export const TOO_LARGE: Refusal = {
  status: 413,
  code: 'payload_too_large',
  message: 'The body is larger than this command takes',
};
/** The token is one of somebody who looks at another person's pages. */
export const LOOKING_ONLY: Refusal = {
  status: 403,
  code: 'looking_only',
  message: 'Somebody else is looking through this token: nothing is done with it',
};
export const TRY_AGAIN: Refusal = {
  status: 409,
  code: 'try_again',
  message: 'Two changes met: nothing was done, send it again',
};
/**
 * The database cannot be reached. The request may have been carried out nevertheless: its answer
 * was lost with the connection.
 */
export const UNAVAILABLE: Refusal = {
  status: 503,
  code: 'unavailable',
  message: 'The database is away: send it again later',
  retryAfter: AWAY_RETRY_AFTER,
};
export const INTERNAL: Refusal = { status: 500, code: 'internal', message: 'Internal error' };

/** No form has more fields, so a body with more errors does not come from a person at a form. */
const FIELDS_TOLD = 20;
/** The sender knows their own keys, so the beginning of a long path is enough. */
const LONGEST_PATH = 100;

/**
 * @returns the refusal of a body, with the first message of zod for each of at most 20 fields. Its
 *   size does not grow with the request: an unknown key has a fixed message, because zod's own
 *   message lists all unknown keys.
 */
export function invalidInput(error: z.ZodError): Refusal {
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const unknown = issue.code === 'unrecognized_keys';
    const paths = unknown
      ? issue.keys.slice(0, FIELDS_TOLD).map((key) => [...issue.path, key])
      : [issue.path];
    for (const path of paths) {
      if (fields.size === FIELDS_TOLD) break;
      const name = path.map(String).join('.').slice(0, LONGEST_PATH);
      if (!fields.has(name)) fields.set(name, unknown ? 'Unknown field' : issue.message.slice(0, 200));
    }
  }
  return {
    status: 400,
    code: 'invalid_input',
    message: 'The body is not what the contract asks',
    fields: Object.fromEntries(fields),
  };
}

/** Serialization failures and deadlocks, after which the same transaction can be run again. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/**
 * Text with a NUL character is valid JSON, but Postgres cannot store it (22021, and 22P05 within
 * JSON).
 */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05');

/** @returns the refusal for an error that the host knows, else null */
export function hostRefusal(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof GatewayError || error instanceof SessionEnded) {
    return { status: 401, code: 'unauthenticated', message: error.message };
  }
  if (isUnstorable(error)) {
    return {
      status: 400,
      code: 'invalid_input',
      message: 'The body holds a character that cannot be stored',
    };
  }
  return isConflict(error) ? TRY_AGAIN : null;
}
