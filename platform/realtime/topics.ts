import { z } from 'zod';
import type { Channel } from './channel.ts';
import type { Broadcast, Frame } from './wire/message.ts';
import { encodeBroadcast } from './wire/serializer.ts';

/** The channels of this process, by topic. */
export interface Topics {
  add(channel: Channel): void;
  remove(channel: Channel): void;
  on(key: string): ReadonlySet<Channel>;
  allPrivate(): Channel[];
  /**
   * To all listeners of the topic who may receive it.
   * @param except the sender, unless it asked to receive its own messages
   */
  broadcast(key: string, broadcast: Broadcast, except?: Channel): void;
  /**
   * Hears the names of the events that are broadcast on the topic, inside this process.
   * @returns ends it
   */
  hear(key: string, listener: Listener): () => void;
}

type Listener = (event: string) => void;

const named = z.object({ event: z.string().catch('') });
const eventOf = (broadcast: Broadcast): string =>
  broadcast.form === 'user' ? broadcast.event : named.parse(JSON.parse(broadcast.payload)).event;

const NOBODY: ReadonlySet<Channel> = new Set();

export function createTopics(): Topics {
  const topics = new Map<string, Set<Channel>>();
  const listeners = new Map<string, Set<Listener>>();
  return {
    add(channel) {
      const members = topics.get(channel.key);
      if (members) members.add(channel);
      else topics.set(channel.key, new Set([channel]));
    },
    remove(channel) {
      const members = topics.get(channel.key);
      members?.delete(channel);
      if (members?.size === 0) topics.delete(channel.key);
    },
    on: (key) => topics.get(key) ?? NOBODY,
    allPrivate: () =>
      [...topics.values()].flatMap((members) => [...members].filter((each) => each.isPrivate)),
    hear(key, listener) {
      const heard = listeners.get(key) ?? new Set();
      listeners.set(key, heard.add(listener));
      return () => {
        heard.delete(listener);
        if (heard.size === 0 && listeners.get(key) === heard) listeners.delete(key);
      };
    },
    broadcast(key, broadcast, except) {
      const hearing = listeners.get(key);
      if (hearing) for (const listener of [...hearing]) listener(eventOf(broadcast));
      const frames: (Frame | null | undefined)[] = [];
      for (const channel of topics.get(key) ?? NOBODY) {
        if (channel === except || channel.access?.read.includes('broadcast') === false) continue;
        const { vsn } = channel.outlet;
        frames[vsn] ??= encodeBroadcast(vsn, channel.topic, broadcast);
        if (frames[vsn]) channel.outlet.write(frames[vsn]);
      }
    },
  };
}
