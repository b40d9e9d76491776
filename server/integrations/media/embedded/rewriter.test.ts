import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRewriter } from './rewriter.ts';

const clock = () => {
  const time = { now: 0 };
  return { time, now: () => time.now };
};

test('what comes first goes through as it is', () => {
  const { now } = clock();
  const rewriter = createRewriter(90_000, now);
  expect(rewriter.next({ sequenceNumber: 65_535, timestamp: 4_000_000_000 })).toEqual({
    sequenceNumber: 65_535,
    timestamp: 4_000_000_000,
  });
});

test('another source goes on where the one before it ended, later by the time that has passed', () => {
  const { now, time } = clock();
  const rewriter = createRewriter(90_000, now);
  rewriter.next({ sequenceNumber: 65_535, timestamp: 1_000 });
  time.now = 1_000;
  rewriter.restart();
  expect(rewriter.next({ sequenceNumber: 40, timestamp: 7 })).toEqual({
    sequenceNumber: 0,
    timestamp: 91_000,
  });
  expect(rewriter.next({ sequenceNumber: 42, timestamp: 3_007 })).toEqual({
    sequenceNumber: 2,
    timestamp: 94_000,
  });
});

test('a packet that is sent again keeps its number, and does not move the end', () => {
  const { now } = clock();
  const rewriter = createRewriter(48_000, now);
  for (const sequenceNumber of [10, 12, 11]) rewriter.next({ sequenceNumber, timestamp: 0 });
  rewriter.restart();
  expect(rewriter.next({ sequenceNumber: 500, timestamp: 0 }).sequenceNumber).toBe(13);
});

test('however often the source changes, nothing is missing in what one watcher gets', () => {
  const runs = fc.array(fc.record({ first: fc.nat(65_535), length: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(runs, (sources) => {
      const { now } = clock();
      const rewriter = createRewriter(90_000, now);
      const sent = sources.flatMap(({ first, length }) => {
        rewriter.restart();
        return Array.from({ length }).map(
          (_, index) =>
            rewriter.next({ sequenceNumber: (first + index) % 65_536, timestamp: 0 }).sequenceNumber,
        );
      });
      expect(sent).toEqual(sent.map((_, index) => ((sent[0] ?? 0) + index) % 65_536));
    }),
  );
});
