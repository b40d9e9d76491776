import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { z } from 'zod';
import { AppError } from '#product/shared/errors.ts';
import type { Run } from '#server/jobs/runner.ts';

/** One intention of one person, identified by the key that their client made. */
export interface Intention<Answer = unknown> {
  personId: string;
  key: string;
  /** The command, whose contract reads a stored answer again. */
  contract: { readonly name: string; readonly response: z.ZodType<Answer> };
  /** The whole request, key included. */
  input: unknown;
}

/**
 * Runs `work` once for an intention, in the caller's transaction. The same request again, later or
 * at the same time, gets the answer of the first and does nothing; a refusal is thrown, rolls back
 * and may be tried again under the same key.
 * @throws AppError key_reused when the key came with another request
 */
export async function once<Answer extends object>(
  db: pg.ClientBase,
  { personId, key, contract: { name: command, response }, input }: Intention<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([command, input]))
    .digest();
  // A second request with the key waits here until the first has committed or rolled back.
  const { rowCount } = await db.query({
    name: 'command-key',
    text: `insert into private.command_keys (person_id, key, command, request_hash) values ($1, $2, $3, $4)
     on conflict do nothing`,
    values: [personId, key, command, requestHash],
  });
  if (rowCount === 0) {
    const { rows } = await db.query(
      'select request_hash, response from private.command_keys where person_id = $1 and key = $2',
      [personId, key],
    );
    const [first] = rows;
    if (!first?.request_hash.equals(requestHash)) throw new AppError('key_reused');
    return response.parse(first.response);
  }
  const answer = await work();
  await db.query({
    name: 'command-answer',
    text: 'update private.command_keys set response = $3 where person_id = $1 and key = $2',
    values: [personId, key, JSON.stringify(answer)],
  });
  return answer;
}

/**
 * Whether an intention with this key was carried out: sent again, it is only answered. A command
 * that counts attempts in a transaction before its own counts none of those.
 */
export async function wasCarriedOut(
  db: pg.ClientBase,
  { personId, key }: Pick<Intention, 'personId' | 'key'>,
): Promise<boolean> {
  const { rowCount } = await db.query('select from private.command_keys where person_id = $1 and key = $2', [
    personId,
    key,
  ]);
  return rowCount !== 0;
}

/**
 * Deletes an intention whose command failed after its commit, so that the same request begins from
 * the start.
 */
export async function forget(
  db: pg.ClientBase,
  { personId, key }: Pick<Intention, 'personId' | 'key'>,
): Promise<void> {
  await db.query('delete from private.command_keys where person_id = $1 and key = $2', [personId, key]);
}

const DAY = 86_400_000;
/** After this long no client sends a request again. */
const KEPT_DAYS = 30;

/** Deletes the stored answers for keys that nobody will send again. */
export const forgetCommandKeys = ({ pool, now }: Run) =>
  pool.query('delete from private.command_keys where created_at < $1', [
    new Date(now.getTime() - KEPT_DAYS * DAY),
  ]);
