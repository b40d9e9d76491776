import type { Channel } from '../channel.ts';

/** Takes filter conditions out of a socket's budget. */
export type TakeConditions = (count: number) => boolean;

const sizeOf = ({ subscriptions }: Channel): number =>
  subscriptions.reduce((sum, { conditions }) => sum + conditions.length, 0);

/**
 * How many filter conditions one socket may have on all its channels: each may be a question to Postgres at each change.
 * @returns lends what is left to `work`, which puts it on a channel or leaves it; `former` is a channel whose own conditions are to be
 *   replaced
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
