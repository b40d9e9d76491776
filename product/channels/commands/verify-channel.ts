import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { YouTubeAway } from '#server/integrations/youtube/youtube.ts';
import { verifyChannel as contract } from '../contract.ts';

/** Each asks Google twice. Seconds. */
const ATTEMPTS = { allowed: 10, within: 3_600 };
const LONGEST_NAME = 100;

/** @throws AppError channel_unproven, channel_taken */
async function keepChannel(
  db: pg.ClientBase,
  streamerId: string,
  { account, channelId, name }: { account: string; channelId: string; name: string },
  now: Date,
): Promise<void> {
  // Locked as unlinking locks it, so that a channel never stays behind.
  const { rows } = await db.query(
    `select id from auth.identities where user_id = $1 and provider = 'google' and provider_id = $2 for update`,
    [streamerId, account],
  );
  const [identity] = rows;
  if (!identity) throw new AppError('channel_unproven');
  const { rows: holders } = await db.query(
    `select streamer_id from public.streamer_channels where provider = 'youtube' and channel_id = $1`,
    [channelId],
  );
  if (holders.some(({ streamer_id: id }) => id !== streamerId)) throw new AppError('channel_taken');
  await db.query(
    `insert into public.streamer_channels (streamer_id, provider, channel_id, name, identity_id, verified_at)
     values ($1, 'youtube', $2, $3, $4, $5)
     on conflict (streamer_id, provider) do update
       set channel_id = excluded.channel_id, name = excluded.name, identity_id = excluded.identity_id, verified_at = excluded.verified_at`,
    [streamerId, channelId, name, identity.id, now],
  );
}

/** Shows a streamer's YouTube channel as theirs, by what YouTube says to their own token. */
export const verifyChannel = ({ youtube }: Pick<ProductDeps, 'youtube'>) =>
  serve({
    contract,
    async run({ db, person, input: { token }, now }) {
      if (youtube === null) throw new AppError('channel_unasked');
      await spend(db, { key: `verify-channel:${person.id}`, ...ATTEMPTS }, now);
      return new AfterCommit(async (transact) => {
        const shown = await youtube.readChannel(token).catch((error: unknown) => {
          if (error instanceof YouTubeAway) throw new AppError('channel_unasked', error.message);
          throw error;
        });
        const name = shown?.name.toWellFormed().replaceAll('\0', '').trim().slice(0, LONGEST_NAME) ?? '';
        if (shown === null || name === '') throw new AppError('channel_unproven');
        await transact((again) => keepChannel(again, person.id, { ...shown, name }, now));
        return { name };
      });
    },
  });
