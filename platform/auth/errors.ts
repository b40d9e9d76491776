import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface Extra {
  /** Why a password is too weak, told to the page so that it can word it. */
  weakPassword?: readonly ('length' | 'characters' | 'pwned')[];
  /** Seconds until the same request may pass. */
  retryAfter?: number;
  cause?: unknown;
}

/** A refusal in GoTrue's terms: HTTP status, error code and text. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly extra: Extra;
  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

export const emailExists = (cause?: unknown) =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered', { cause });

export const phoneExists = (cause?: unknown) =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered', { cause });

/** The only dated version of the API: from it on, `code` is the text code. */
const API_VERSION = '2024-01-01';

/**
 * Renders a refusal in one of GoTrue's two shapes, chosen by the request's
 * `X-Supabase-Api-Version`. The body of an internal error only carries the id under which the log
 * has its cause.
 */
export function renderError(c: Context, error: AuthError): Response {
  const { status, code, message, extra } = error;
  c.header('x-sb-error-code', code);
  if (extra.retryAfter !== undefined) c.header('Retry-After', String(extra.retryAfter));
  const weak = extra.weakPassword === undefined ? {} : { weak_password: { reasons: extra.weakPassword } };
  if ((c.req.header('X-Supabase-Api-Version') ?? '') >= API_VERSION) {
    c.header('X-Supabase-Api-Version', API_VERSION);
    return c.json({ code, message, ...weak }, status as ContentfulStatusCode);
  }
  const id = status >= 500 ? { error_id: errorId(c) } : {};
  return c.json(
    { code: status, error_code: code, msg: message, ...weak, ...id },
    status as ContentfulStatusCode,
  );
}

/** The request's id, given by the proxy before us, or one made for this failure. */
export function errorId(c: Context): string {
  const known = c.res.headers.get('X-Request-Id') ?? c.req.header('X-Request-Id');
  if (known) return known;
  const made = randomUUID();
  c.header('X-Request-Id', made);
  return made;
}
