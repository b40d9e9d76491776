import { RestError } from '../errors.ts';
import { type Preferences, preferenceApplied } from '../parse/prefer.ts';
import type { RestEnvironment, RestRequest } from '../request.ts';
import type { Answer } from '../sql/statement.ts';

/** The parts of a response, before it is built. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /**
   * Beside them, such as cookies, of which there may be several; they take the place of those of
   * the same name.
   */
  own?: readonly [name: string, value: string][];
  body: string | null;
}

/** Headers that say how the request was understood. */
export function commonHeaders(
  { schemas }: RestEnvironment,
  { schema, preferences }: RestRequest,
  honoured: readonly (keyof Preferences)[],
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (schemas.length > 1) headers['Content-Profile'] = schema;
  const applied = preferenceApplied(preferences, honoured);
  if (applied !== null) headers['Preference-Applied'] = applied;
  return headers;
}

/**
 * Applies status and headers that a SQL function set in `response.status` and `response.headers`.
 * @throws RestError PGRST111 and PGRST112 when these settings are malformed
 */
export function shapedBySql({ headers, status }: Answer, reply: Reply): Reply {
  const own = headers === null || headers === undefined ? [] : headersOf(headers);
  const code = status === null || status === undefined ? reply.status : Number(status);
  if (!Number.isInteger(code) || code < 200 || code > 599) {
    throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
  }
  return { ...reply, status: code, own };
}

function headersOf(text: string): [string, string][] {
  const wrong = new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(list)) throw wrong;
  return list.map((item: unknown): [string, string] => {
    const [entry, another] = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    if (!entry || another || typeof entry[1] !== 'string') throw wrong;
    return [entry[0], entry[1]];
  });
}

/** Builds the response, without a body where HTTP forbids one. */
export function toResponse(request: RestRequest, { status, headers, own = [], body }: Reply): Response {
  const none = request.method === 'HEAD' || [204, 205, 304].includes(status);
  const sent = new Headers(headers);
  for (const [name] of own) sent.delete(name);
  for (const [name, value] of own) sent.append(name, value);
  return new Response(none ? null : body, { status, headers: sent });
}
