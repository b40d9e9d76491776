import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import type { MediaHome } from './media-engine.ts';

/** The class of our advisory locks; the object is the process. */
const LOCKS = 7_506_513;
const TELL_EVERY = 60_000;
/** Rooms wait while the lock is taken. Milliseconds. */
const CONNECT_WITHIN = 3_000;
const LOCK_WITHIN = '3s';
/** Longer than the wait for the lock: then nobody is at the other end. */
const ANSWER_WITHIN = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** $1 and $2 are the numbers of the lock. */
const OURS = `locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`;

/**
 * Marks this process as the home of rooms by an advisory lock on a connection of its own, taken
 * when first needed. Postgres releases it the moment that the process or its connection dies, so
 * nobody waits for a timeout.
 */
export function createMediaHome(
  connection: pg.ClientConfig,
  logger: Logger,
): MediaHome & { close(): Promise<void> } {
  const own = randomInt(1, 2 ** 31);
  let holding: Promise<pg.Client> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;

  /**
   * Only this process uses this lock: if it is taken, then by an earlier connection of ours that
   * broke without Postgres noticing yet.
   */
  async function lock(client: pg.Client): Promise<void> {
    await client.query(`set lock_timeout = '${LOCK_WITHIN}'`);
    try {
      await client.query('select pg_advisory_lock($1, $2)', [LOCKS, own]);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_locks where ${OURS}`,
        [LOCKS, own],
      );
      logger.warn({ ended: rowCount }, 'an earlier connection still held the lock of the media server');
      await client.query('select pg_advisory_lock($1, $2)', [LOCKS, own]);
    }
  }

  async function connect(client: pg.Client): Promise<pg.Client> {
    try {
      await client.connect();
      await lock(client);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined); // the reason is told already
      throw error;
    }
  }

  /** Takes the lock by a connection of its own, and forgets it with that connection. */
  function hold(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connection,
      application_name: 'loge-media-home',
      connectionTimeoutMillis: CONNECT_WITHIN,
      query_timeout: ANSWER_WITHIN,
      keepAlive: true,
    });
    const taken = connect(client);
    // A connection that ends late, after the next one was made, does not affect that one.
    const gone = () => {
      if (holding === taken) holding = null;
    };
    client.on('error', (error) => {
      logger.warn({ away: 'database', reason: error.message }, 'the lock of the media server is lost');
      gone();
    });
    client.on('end', gone);
    taken.catch(gone);
    return taken;
  }

  async function key(): Promise<number> {
    holding ??= hold();
    await holding;
    return own;
  }

  return {
    key,
    async mayTake(db, home) {
      if (home === null) return true;
      if (home === own) return false;
      const { rowCount } = await db.query(`select from pg_locks where ${OURS}`, [LOCKS, home]);
      return rowCount === 0;
    },
    async isHere(home) {
      if (home === own) return true;
      if (Date.now() - toldAt > TELL_EVERY) {
        toldAt = Date.now();
        logger.error(
          'a group room is carried by another process of Loge: the embedded media server serves one process. Set JANUS_URL, or send /functions/v1/conference to one process',
        );
      }
      return false;
    },
    async close() {
      const client = await holding?.catch(() => null);
      await client?.end();
    },
  };
}
