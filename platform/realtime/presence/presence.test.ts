import { expect, test, vi } from 'vitest';
import type { BusMessage } from '../bus/carrier.ts';
import { type Channel, keyOf } from '../channel.ts';
import { createTopics } from '../topics.ts';
import { createPresence } from './presence.ts';

test('a process that missed a message of another process asks for the complete state until it arrives', () => {
  const asked: BusMessage[] = [];
  let now = Date.now();
  const presence = createPresence({
    node: 'here',
    topics: createTopics(),
    publish: (each) => asked.push(each),
    now: () => now,
  });
  const moves = (...refs: string[]) =>
    refs.map((ref) => ({ topic: 'public:salon', key: ref, ref, meta: { phx_ref: ref } }));
  const question = { kind: 'presence-ask', of: 'there' };

  presence.hear({ kind: 'presence', version: 1, moves: moves('anna') }, 'there');
  expect(asked).toEqual([]);
  // Message 2 was lost; then the request for the complete state, or its answer, is lost too.
  presence.hear({ kind: 'presence', version: 3, moves: moves('chloe') }, 'there');
  expect(asked).toEqual([question]);
  // Messages that come while the answer may still be on its way do not cause another request.
  presence.hear({ kind: 'presence', version: 4, moves: moves('dora') }, 'there');
  expect(asked).toEqual([question]);
  now += 3_000;
  presence.hear({ kind: 'beat', version: 4 }, 'there');
  expect(asked).toEqual([question, question]);
  presence.hear({ kind: 'presence-all', version: 4, moves: moves('anna', 'bruno', 'dora') }, 'there');
  presence.hear({ kind: 'beat', version: 4 }, 'there');
  presence.hear({ kind: 'presence', version: 5, moves: moves('emil') }, 'there');
  expect(asked).toHaveLength(2);
});

test('what a client tracks is encoded once, however many other clients receive it', () => {
  vi.useFakeTimers();
  const topics = createTopics();
  const presence = createPresence({ node: 'here', topics, publish: () => undefined });
  const told: string[] = [];
  const enter = (presenceKey: string): Channel => {
    const channel: Channel = {
      outlet: { vsn: 2, write: () => undefined, writeText: (text) => void told.push(text) },
      topic: 'realtime:salon',
      name: 'salon',
      key: keyOf('salon', false),
      joinRef: '1',
      isPrivate: false,
      selfBroadcast: false,
      ackBroadcast: false,
      presenceKey,
      presenceEnabled: true,
      tracked: null,
      who: {
        caller: { role: 'anon', claims: {}, userId: null, sessionId: null },
        token: '',
        expiresAt: null,
        identity: '',
      },
      access: null,
      bindings: [],
      subscriptions: [],
      open: true,
      expiry: undefined,
      reset: () => undefined,
      mayMessage: () => true,
      mayPresence: () => true,
    };
    topics.add(channel);
    return channel;
  };
  const channels = Array.from({ length: 50 }, (_, at) => enter(`${at}`));
  let encoded = 0;
  const words = {
    toJSON() {
      encoded += 1;
      return 'seen by all';
    },
  };
  presence.track(channels[0]!, { words });
  vi.advanceTimersByTime(1_000);
  expect(told.filter((text) => text.includes('seen by all'))).toHaveLength(50);
  expect(encoded).toBe(1);
  vi.useRealTimers();
});
