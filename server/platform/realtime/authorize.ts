import type pg from 'pg';
import type { Caller } from '../gateway/caller.ts';
import { JoinError } from './token.ts';

type Extension = 'broadcast' | 'presence';

/** What the policies on realtime.messages let a caller do on one private topic. */
export interface Access {
  read: readonly Extension[];
  write: readonly Extension[];
}

const WITHIN = '5s';

/**
 * Asks the policies by trying, in a transaction that is rolled back.
 * @throws JoinError when a policy raises an error, or takes too long
 */
export async function authorize(pool: pg.Pool, caller: Caller, name: string, path: string): Promise<Access> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const [, , { rows }] = await Promise.all([
      client.query('begin'),
      client.query(`set local statement_timeout = '${WITHIN}'`),
      client.query<{ access: Access }>({
        name: 'realtime-authorize',
        text: 'select realtime.authorize($1, $2, $3, $4) as access',
        values: [name, caller.role, JSON.stringify(caller.claims), path],
      }),
    ]);
    return rows[0]?.access ?? { read: [], write: [] };
  } catch (error) {
    if (!(error instanceof Error) || !('severity' in error)) throw error;
    throw new JoinError('Unauthorized', `The policies of the topic ${name} failed: ${error.message}`);
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    client.release(broken);
  }
}
