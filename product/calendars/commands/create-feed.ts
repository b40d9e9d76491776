import { createHash, randomBytes } from 'node:crypto';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { createFeed as contract } from '../contract.ts';

/**
 * The hash of the secret in a feed's address: the database alone gives nobody access to people's
 * calendars.
 */
export const feedHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a new private address for one’s bookings; the one before it stops working with this
 * transaction.
 */
export const createFeed = ({ siteUrl }: Pick<ProductDeps, 'siteUrl'>) =>
  serve({
    contract,
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
