import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disagreement } from './testing/reference.ts';
import { scene } from './testing/scenes.ts';

test('650 streamers with random hours, rules, absences and travels get the same answers as from a slow and obvious reference', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(scene, ({ context, range }) => {
      expect(disagreement(context, range)).toBeNull();
    }),
    { numRuns: 650 },
  );
});
