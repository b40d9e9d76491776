import { expect, test } from 'vitest';
import type { BusMessage } from '../bus/carrier.ts';
import { createTopics } from '../topics.ts';
import { createPresence } from './presence.ts';

test('who missed a message of another process asks for everything until it comes', () => {
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
  // The second was lost, and then the question or its answer.
  presence.hear({ kind: 'presence', version: 3, moves: moves('chloe') }, 'there');
  expect(asked).toEqual([question]);
  // Messages that come before the answer can have arrived do not cause another question.
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
