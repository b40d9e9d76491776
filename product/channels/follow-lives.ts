import type pg from 'pg';
import type { Twitch } from '#server/integrations/twitch/twitch.ts';
import type { Run } from '#server/jobs/runner.ts';
import { subscriptionsToChange } from './rules/lives.ts';

export interface LiveDeps {
  /** Null: this installation has no client at Twitch, and nobody is known to be live. */
  twitch: Twitch | null;
  /** Where Twitch tells of lives by itself; null where it cannot reach Loge, which then asks. */
  webhook: { callback: string; secret: string } | null;
  /** With demo data, whose lives nobody ends. */
  demoData: boolean;
}

/**
 * The list of streams is some minutes behind what the webhook told: an answer says nothing of what
 * was told since.
 */
const BEHIND_MS = 5 * 60_000;
/** The most that one run asks for, so that the server can stop soon. */
const A_RUN = 200;
const MESSAGES_KEPT_MS = 86_400_000;

const channelIds = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    "select channel_id from public.streamer_channels where provider = 'twitch' order by channel_id",
  );
  return rows.map(({ channel_id: id }) => id);
};

/**
 * Asks Twitch which linked channels are live. Where the webhook tells of it this mends what did not
 * arrive. Rows that say the same stay.
 */
export const readLives =
  ({ twitch, webhook, demoData }: LiveDeps) =>
  async ({ pool, now }: Run): Promise<void> => {
    if (twitch === null) {
      if (!demoData)
        await pool.query(
          'update public.streamer_channels set live_since = null where live_since is not null',
        );
      return;
    }
    const ids = await channelIds(pool);
    if (ids.length === 0) return;
    const lives = await twitch.readLives(ids);
    const known = new Date(now.getTime() - (webhook === null ? 0 : BEHIND_MS));
    const since = ids.map((id) => {
      const at = lives.get(id);
      return at === undefined ? null : new Date(at);
    });
    await pool.query(
      `update public.streamer_channels c set live_since = said.since, live_told_at = $3
       from unnest($1::text[], $2::timestamptz[]) as said (id, since)
       where c.provider = 'twitch' and c.channel_id = said.id and c.live_since is distinct from said.since
         and (c.live_told_at is null or c.live_told_at < $3)`,
      [ids, since, known],
    );
  };

/**
 * Keeps what Twitch is asked to tell in step with the linked channels. Nothing of it is stored
 * here: Twitch has the list, and asking for the same twice changes nothing, so that a process which
 * dies midway leaves nothing to mend.
 */
export const subscribeToLives =
  ({ twitch, webhook }: LiveDeps) =>
  async ({ pool, now, signal, logger }: Run): Promise<void> => {
    await pool.query('delete from private.channel_messages where received_at < $1', [
      new Date(now.getTime() - MESSAGES_KEPT_MS),
    ]);
    if (twitch === null || webhook === null) return;
    const ids = await channelIds(pool);
    const { ask, end } = subscriptionsToChange(ids, await twitch.listSubscriptions(webhook.callback));
    const work = [
      ...end.map((id) => () => twitch.unsubscribe(id)),
      ...ask.map((asked) => () => twitch.subscribe({ ...asked, ...webhook })),
    ];
    const failures: unknown[] = [];
    for (const step of work.slice(0, A_RUN)) {
      if (signal.aborted) return;
      // One that Twitch refuses, such as a channel that was closed, must not delay the others.
      await step().catch((error: unknown) => failures.push(error));
    }
    if (work.length > 0) logger.info({ asked: ask.length, ended: end.length }, 'lives are followed');
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} lives are not followed`);
  };
