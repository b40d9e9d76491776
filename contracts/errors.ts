/**
 * Every way in which a command can refuse, and the HTTP status that says so. The page has a French sentence for each
 * (`satisfies Record<ErrorCode, ...>` there), so a code without its text does not compile.
 */
export const ERROR_STATUS = {
  /** The body is no JSON, or not what the contract asks; `fields` says where. */
  invalid_input: 400,
  /** Nobody is signed in, the token is bad, or the session was ended. */
  unauthenticated: 401,
  /** The person may not do this. */
  forbidden: 403,
  not_found: 404,
  payload_too_large: 413,
  /** Too many guesses of a password; `Retry-After` says how long to wait. */
  too_many_attempts: 429,
  /** Two changes met; nothing was done and the same request may be sent again. */
  try_again: 409,
  /** Something of ours broke; `requestId` finds it in the log. */
  internal: 500,

  wrong_password: 422,
  /** The account has no password to confirm with, such as one that signs in by mailed links. */
  password_missing: 422,
  session_not_found: 404,
  deletion_not_requested: 409,
  deletion_already_requested: 409,

  person_not_found: 404,
  /** An admin would demote or suspend themself. */
  cannot_act_on_self: 409,
  /** Nobody could run the platform any more. */
  last_admin: 409,
  role_unchanged: 409,
  already_suspended: 409,
  not_suspended: 409,
  suspension_in_past: 422,
  admin_request_not_found: 404,
  admin_request_decided: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** The body of every answer that is an error. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** Of `invalid_input`: path of the field (`reason`, `people.0.id`) -> what is wrong with it. */
  fields?: Record<string, string>;
  requestId: string;
}

/** A refusal by a rule: known, expected, and rendered to the caller. Anything else that is thrown is a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Of `too_many_attempts`: seconds. */
  readonly retryAfter: number | undefined;
  override name = 'AppError';

  /** @param message for developers, in English; the page shows its own text for the code */
  constructor(code: ErrorCode, message: string = code, { retryAfter }: { retryAfter?: number } = {}) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.retryAfter = retryAfter;
  }
}
