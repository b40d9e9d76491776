import type { Channel } from '../channel.ts';

/** Takes filter conditions out of a socket's budget. */
export type TakeConditions = (count: number) => boolean;

const sizeOf = ({ subscriptions }: Channel): number =>
  subscriptions.reduce((sum, { conditions }) => sum + conditions.length, 0);

/**
 * Limits the filter conditions of one socket over all its channels: each may cost a query to
 * Postgres at each change.
 * @returns a function that runs `work` and lets it take conditions from what is left. They count
 *   for as long as `work` runs, afterwards only if they are on a channel. `former` is a channel
 *   whose conditions are being replaced, so they do not count
 */
export function createBudget(most: number, channels: ReadonlyMap<string, Channel>) {
  let lent = 0;
  return async <T>(former: Channel | null, work: (take: TakeConditions) => Promise<T>): Promise<T> => {
    let own = 0;
    const take: TakeConditions = (count) => {
      let used = lent;
      for (const channel of channels.values()) if (channel !== former) used += sizeOf(channel);
      if (used + count > most) return false;
      own += count;
      lent += count;
      return true;
    };
    try {
      return await work(take);
    } finally {
      lent -= own;
    }
  };
}
