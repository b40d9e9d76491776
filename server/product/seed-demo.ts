import type pg from 'pg';
import pino from 'pino';
import { seedMarketplace } from '#database/seed/seed-marketplace.ts';
import { seedPeople } from '#database/seed/seed-people.ts';
import { peerToPeerAlone } from '#server/integrations/media/open-media.ts';
import { createP2pEngine } from '#server/integrations/media/p2p.ts';
import { createSandbox } from '#server/integrations/payments/sandbox/sandbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { createCommands } from './commands.ts';
import { runCommand } from './run-command.ts';

export interface DemoOptions {
  hashPassword: (password: string) => Promise<string>;
  /** Of every demo account. */
  password: string;
  now?: Date;
}

/**
 * Fills a new database with the demo marketplace, in one transaction: all of it or nothing. Its past was made by the same commands that a
 * person would send; the mails of that past are not sent.
 * @returns false when the database already has people, and nothing was done
 */
export async function seedDemo(
  pool: pg.Pool,
  { hashPassword, password, now = new Date() }: DemoOptions,
): Promise<boolean> {
  const isNew = async (db: pg.ClientBase | pg.Pool) =>
    (await db.query('select from auth.users limit 1')).rowCount === 0;
  if (!(await isNew(pool))) return false;
  const passwordHash = await hashPassword(password);
  const commands = createCommands({
    verifyPassword: async (_hash, given) => given === password,
    // The history makes no call to a provider: what it would have said is written with it.
    payments: createSandbox({
      pool,
      logger: pino({ level: 'silent' }),
      secret: Buffer.alloc(32),
      siteUrl: () => '',
      webhookUrl: () => null,
    }).provider,
    media: peerToPeerAlone(createP2pEngine(null)),
    siteUrl: () => '',
  });
  return inTransaction(pool, async (db) => {
    // Two processes that start at once: the second waits here, then finds people.
    await db.query('select pg_advisory_xact_lock(7506513003)');
    if (!(await isNew(db))) return false;
    const { samples, people } = await seedPeople(db, {
      passwordHash,
      password,
      now,
      act: (name, actorId, input, at) => runCommand(commands, db, { name, actorId, input, now: at }),
    });
    await seedMarketplace(db, { samples, people, now });
    // The mails of that past, all written since this transaction began, are not sent.
    await db.query('delete from mail.messages where created_at >= now()');
    return true;
  });
}
