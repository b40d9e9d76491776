/**
 * An answer in PostgREST's error shape. Codes, texts and statuses are those of PostgREST 13's
 * `Error.hs`.
 */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;
  override name = 'RestError';

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }
}

export const tooManyAtOnce = () =>
  new RestError(429, '53400', 'Too many requests of one address at once', {
    headers: { 'Retry-After': '1' },
  });

export const queryError = (message: string, details: string) =>
  new RestError(400, 'PGRST100', message, { details });

/** Postgres's own error, for a write that is refused before it reaches Postgres. */
export const permissionDenied = (table: string, anonymous: boolean) =>
  new RestError(anonymous ? 401 : 403, '42501', `permission denied for table ${table}`, {
    headers: anonymous ? { 'WWW-Authenticate': 'Bearer' } : {},
  });

/**
 * Limits that PostgREST does not have; their codes are the SQLSTATEs of Postgres's own limits
 * (class 54).
 */
export const selectTooLarge = (most: string) =>
  new RestError(400, '54001', 'The select parameter asks for too much', {
    details: `At most ${most} at once.`,
  });
export const answerTooLarge = (most: number) =>
  new RestError(413, '54000', 'The answer is too large', {
    details: `An answer may have ${most} bytes.`,
    hint: 'Ask for fewer rows or columns.',
  });
export const bodyTooLarge = (most: number) =>
  new RestError(413, '54000', 'The body is too large', { details: `A body may have ${most} bytes.` });

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message);

const rangeError = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });
export const negativeLimit = () => rangeError('Limit should be greater than or equal to zero.');
export const rangeUpsideDown = () =>
  rangeError('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
export const offsetTooLarge = (offset: number, total: number) =>
  rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    'Content-Range': `*/${total}`,
  });

export const schemaNotExposed = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });

export const notAcceptable = (types: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);

/** For a body of an unsupported type, worded as in PostgREST. */
export const unreadableType = (type: string) =>
  new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type}`);

export const notEmbedded = (resource: string) =>
  new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const maxAffectedOfNoSet = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const cannotCallBy = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const badEmbedFilter = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const invalidPreferences = (preferences: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

export const putLimited = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');

export const putFilters = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators");

export const putUnlikeUrl = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');

export const aggregatesNotAllowed = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

export const rootDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');

export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details });

export const tableNotFound = (schema: string, table: string, nearest: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: nearest === null ? null : `Perhaps you meant the table '${schema}.${nearest}'`,
  });

export const columnNotFound = (table: string, column: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`);

export const noRelationship = (
  origin: string,
  target: string,
  hint: string | null,
  schema: string,
  suggestion: string | null,
) =>
  new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${
        hint === null ? '' : ` using the hint '${hint}'`
      } in the schema '${schema}', but no matches were found.`,
      hint: suggestion,
    },
  );
