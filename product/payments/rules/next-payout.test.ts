import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sum } from '#product/shared/money/cents.ts';
import { nextPayoutOf } from './next-payout.ts';

const session = fc.record({
  sessionId: fc.uuid(),
  title: fc.constant('Coaching'),
  startAt: fc.constant('2026-11-28T10:00:00.000Z'),
  ready: fc.integer({ min: -5_000, max: 20_000 }).map(cents),
  coming: fc.integer({ min: 0, max: 20_000 }).map(cents),
});

test('of any number of sessions, more than a hundred too, is one number: the lines and what the others come to', () => {
  fc.assert(
    fc.property(fc.array(session, { maxLength: 250 }), (sessions) => {
      const next = nextPayoutOf(sessions);
      const all = sum(sessions.flatMap(({ ready, coming }) => [ready, coming]));
      const lines = [...next.ready, ...next.coming].map((line) => line.cents);
      expect(sum([...lines, next.othersCents])).toBe(all);
      expect(sum([next.readyCents, next.comingCents])).toBe(all);
      expect(next.totalCents).toBe(Math.max(0, all));
      expect(next.sessions).toBe(sessions.length);
      expect(
        new Set([...next.ready, ...next.coming].map(({ sessionId }) => sessionId)).size,
      ).toBeLessThanOrEqual(100);
      if (sessions.length <= 100) expect(next.othersCents).toBe(0);
    }),
  );
});
