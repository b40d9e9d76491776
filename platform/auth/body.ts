import type { Context } from 'hono';
import { z } from 'zod';
import { AuthError } from './errors.ts';

/** Go decodes null into the zero value, so a client may send null for "not given". */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);
export const pkceFields = { code_challenge: text, code_challenge_method: text };

const badJson = (reason: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);

/** Postgres refuses JSON nested a few thousand deep; nobody's metadata needs a hundred. */
const DEEPEST = 100;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const letter = json[i];
    if (letter === '\\') i++;
    else if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** NUL and lone surrogates, which JSON can write and Postgres text cannot hold. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/**
 * Reads the request's JSON body, whatever its content type; unknown fields are dropped.
 * @throws AuthError 400 bad_json for anything that is not an object of the given shape
 */
export async function readBody<Shape extends z.ZodObject>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  const json = await c.req.text();
  if (json.trim() === '') throw badJson('unexpected end of JSON input');
  if (isTooDeep(json)) throw badJson('exceeded max depth');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw badJson(error instanceof Error ? error.message : 'invalid');
  }
  if (unstorable.test(JSON.stringify(value))) throw badJson('unsupported Unicode escape sequence');
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}
