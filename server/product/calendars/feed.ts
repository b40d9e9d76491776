import { createHash, randomBytes } from 'node:crypto';
import {
  createFeed as createContract,
  readFeed as readContract,
  removeFeed as removeContract,
} from '#contracts/calendars.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';

/** What is kept of the secret in a feed's address: whoever reads the database cannot read people's calendars with it. */
export const feedHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether one's bookings have a private address. */
export const readFeed = defineCommand({
  contract: readContract,
  access,
  async run({ db, person }) {
    const { rows } = await db.query<{ created_at: Date }>(
      'select created_at from private.calendar_feeds where person_id = $1',
      [person.id],
    );
    return { createdAt: rows[0]?.created_at.toISOString() ?? null };
  },
});

/** Makes the private address anew; the one before it stops working with this transaction. */
export const createFeed = ({ siteUrl }: Pick<ProductDeps, 'siteUrl'>) =>
  defineCommand({
    contract: createContract,
    access,
    async run({ db, person, now }) {
      const token = randomBytes(32).toString('base64url');
      await db.query(
        `insert into private.calendar_feeds (person_id, token_hash, created_at) values ($1, $2, $3)
         on conflict (person_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
        [person.id, feedHash(token), now],
      );
      return { url: `${siteUrl()}/calendars/${token}.ics`, createdAt: now.toISOString() };
    },
  });

/** Ends the private address. */
export const removeFeed = defineCommand({
  contract: removeContract,
  access,
  async run({ db, person }) {
    await db.query('delete from private.calendar_feeds where person_id = $1', [person.id]);
    return {};
  },
});
