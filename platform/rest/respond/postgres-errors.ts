import pg from 'pg';
import { AWAY_RETRY_AFTER } from '#server/postgres/database.ts';
import { RestError } from '../errors.ts';

/**
 * SQLSTATE -> HTTP status, as in PostgREST's documentation; a whole code has precedence over its
 * class.
 */
const codes: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  // A write to a view that does not allow it.
  '55000': 405,
  // Postgres is shutting down, has crashed, or is starting.
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};
const classes: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  // A value or statement of the request exceeds Postgres's limits, which is the client's error;
  // PostgREST says 500.
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  // The same row twice in one upsert is the client's error; PostgREST says 500.
  if (code === '21000') return /requires a WHERE clause$|^ON CONFLICT DO UPDATE/.test(message) ? 400 : 500;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2));
    return status >= 200 && status <= 599 ? status : 500;
  }
  return codes[code] ?? classes[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'` has the whole response in its message and detail. */
function raised(error: pg.DatabaseError): RestError {
  const wrong = (details: string, hint: string) =>
    new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
      details,
      hint,
    });
  const message = objectOf(error.message);
  if (typeof message?.code !== 'string' || typeof message.message !== 'string') {
    return wrong(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const detail = objectOf(error.detail ?? '');
  const status = Number(detail?.status);
  if (detail === null || !(status >= 200 && status <= 599) || typeof detail.headers !== 'object') {
    return wrong(
      error.detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${error.detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  const headers = Object.entries(detail.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return new RestError(status, message.code, message.message, {
    details: message.details ?? null,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers: Object.fromEntries(headers),
  });
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // the caller throws the error
  }
}

/**
 * @param anonymous whether the caller is not signed in: signing in might help, so the status is 401
 *   instead of 403
 */
export function fromPostgres(error: pg.DatabaseError, anonymous: boolean): RestError {
  const code = error.code ?? 'XX000';
  if (code === 'PGRST') return raised(error);
  const status = statusOf(code, error.message, anonymous);
  return new RestError(status, code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(status === 503 && { 'Retry-After': String(AWAY_RETRY_AFTER) }),
    },
  });
}

export const isPostgresError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError;
