import { authorize } from './authorize.ts';
import { type Channel, keyOf } from './channel.ts';
import type { RealtimeContext } from './context.ts';

/**
 * The message to a client whose private channel closes. The client tries to join again by itself,
 * which the policies then refuse.
 */
export const lostReason = (name: string): string =>
  `You no longer have permission to read from this Channel topic: ${name}`;

type Asking = Pick<RealtimeContext, 'pool' | 'logger' | 'path' | 'topics'>;

/** Closes private channels whose person may not read the topic any more. */
export interface AccessWatch {
  /** @param payload the notification of realtime.access_ended(): `access <person> <topic>` */
  hear(payload: string): void;
  /**
   * Checks all private channels, for changes that no notification announced or that came while the
   * database was away.
   */
  sweep(): void;
  idle(): Promise<void>;
}

/**
 * Asks the policies again what private channels may do. All channels with equal claims on a topic
 * share one query, and the queries run one after the other: a thousand channels keep no more than
 * one connection of the pool busy.
 * @throws when the database cannot be asked; the channels that it was not asked about stay as they
 *   were
 */
async function authorizeAgain(context: Asking, channels: readonly Channel[]): Promise<void> {
  const asked = Map.groupBy(channels, ({ name, who }) => `${name}\n${who.identity}`);
  for (const [first, ...others] of asked.values()) {
    if (!first?.open) continue;
    const { who, name } = first;
    const access = await authorize(context, who.caller, name);
    for (const channel of [first, ...others]) {
      // Another person signed in on this channel meanwhile, and was checked then.
      if (!channel.open || channel.who.identity !== who.identity) continue;
      if (channel.access?.read.some((extension) => !access.read.includes(extension)))
        channel.reset(lostReason(name));
      else channel.access = access;
    }
  }
}

export function watchAccess(context: Asking): AccessWatch {
  const { topics, logger } = context;
  let telling: Promise<void> = Promise.resolve();
  let sweeping: Promise<void> | null = null;
  const ask = (channels: readonly Channel[]) =>
    authorizeAgain(context, channels).catch((error: unknown) =>
      logger.error({ err: error }, 'realtime could not ask again about private channels'),
    );
  return {
    hear(payload) {
      const [, person, name = ''] = /^access (\S+) (.*)$/s.exec(payload) ?? [];
      const told = [...topics.on(keyOf(name, true))].filter(({ who }) => who.caller.userId === person);
      if (told.length > 0) telling = telling.then(() => ask(told));
    },
    sweep() {
      if (sweeping !== null) return;
      sweeping = ask(topics.allPrivate()).finally(() => {
        sweeping = null;
      });
    },
    async idle() {
      await Promise.all([telling, sweeping]);
    },
  };
}
