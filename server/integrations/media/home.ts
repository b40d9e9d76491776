import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import type { MediaHome } from './media-engine.ts';

/** The class of our advisory locks; the object is the process. */
const LOCKS = 7_506_513;
const TELL_EVERY = 60_000;

/**
 * This process, as the home of rooms: an advisory lock on a connection of its own, taken at first need. Postgres lets go of it the
 * moment that the process or its connection dies, so nobody waits for a timeout.
 */
export function createMediaHome(
  connection: pg.ClientConfig,
  logger: Logger,
): MediaHome & { close(): Promise<void> } {
  const own = randomInt(1, 2 ** 31);
  let holding: Promise<pg.Client> | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;

  function hold(): Promise<pg.Client> {
    const client = new pg.Client({ ...connection, application_name: 'loge-media-home' });
    const gone = (error?: Error) => {
      if (error) logger.warn({ reason: error.message }, 'the lock of the media server is lost');
      holding = null;
    };
    client.on('error', gone);
    client.on('end', () => gone());
    return client
      .connect()
      .then(() => client.query('select pg_advisory_lock($1, $2)', [LOCKS, own]))
      .then(() => client);
  }

  async function key(): Promise<number> {
    holding ??= hold().catch((error: unknown) => {
      holding = null;
      throw error;
    });
    await holding;
    return own;
  }

  return {
    key,
    async mayTake(db, home) {
      if (home === null) return true;
      if (home === own) return false;
      const { rowCount } = await db.query(
        `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
           and database = (select oid from pg_database where datname = current_database())`,
        [LOCKS, home],
      );
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
