import type { Caller } from '#platform/gateway/caller.ts';
import { isDatabaseAway } from '#server/postgres/database.ts';
import type { Access } from './channel.ts';
import type { RealtimeContext } from './context.ts';

const WITHIN = '5s';
const NOTHING: Access = { read: [], write: [] };

/**
 * Asks the policies by trying, in a transaction that is rolled back.
 * A policy that raises an error, or takes too long, allows nothing.
 */
export async function authorize(
  { pool, logger, path }: Pick<RealtimeContext, 'pool' | 'logger' | 'path'>,
  caller: Caller,
  name: string,
): Promise<Access> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const [, , { rows }] = await Promise.all([
      client.query('begin'),
      client.query(`set local statement_timeout = '${WITHIN}'`),
      client.query({
        name: 'realtime-authorize',
        text: 'select realtime.authorize($1, $2, $3, $4) as access',
        values: [name, caller.role, JSON.stringify(caller.claims), path],
      }),
    ]);
    return rows[0]?.access ?? NOTHING;
  } catch (error) {
    if (isDatabaseAway(error) || !(error instanceof Error) || !('severity' in error)) throw error;
    logger.warn({ topic: name, reason: error.message }, 'realtime: a policy of private channels failed');
    return NOTHING;
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    client.release(broken);
  }
}
