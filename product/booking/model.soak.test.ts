import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openProduct } from '#product/testing/product-server.ts';
import { checkInvariants, checkSettled } from './testing/invariants.ts';
import { openWorld, type Step } from './testing/world.ts';

const product = await openProduct();

const KINDS: readonly { weight: number; arbitrary: fc.Arbitrary<Step['kind']> }[] = [
  { weight: 6, arbitrary: fc.constant('book') },
  { weight: 3, arbitrary: fc.constant('hold') },
  { weight: 3, arbitrary: fc.constant('pay') },
  { weight: 3, arbitrary: fc.constant('give_card') },
  { weight: 3, arbitrary: fc.constantFrom('webhooks', 'orders', 'deadlines') },
  { weight: 3, arbitrary: fc.constantFrom('wait', 'skip') },
  { weight: 3, arbitrary: fc.constantFrom('accept', 'accept', 'decline', 'attend', 'attend') },
  { weight: 3, arbitrary: fc.constantFrom('reschedule', 'propose', 'answer') },
  { weight: 2, arbitrary: fc.constantFrom('extend', 'release', 'withdraw') },
  { weight: 3, arbitrary: fc.constantFrom('go_on', 'go_on', 'offer_more', 'answer_more', 'pay_more') },
  { weight: 2, arbitrary: fc.constant('cancel') },
  { weight: 2, arbitrary: fc.constantFrom('retry', 'reconcile') },
];

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...KINDS),
  who: fc.nat(2),
  pick: fc.nat(11),
  slot: fc.nat(19),
  minutes: fc.constantFrom(1, 2, 4, 7, 11, 16, 61, 12 * 60),
  card: fc.constantFrom('accepted', 'accepted', 'accepted', 'declined', 'challenge'),
  webhook: fc.constantFrom('normal', 'normal', 'late', 'twice'),
  yes: fc.boolean(),
  crash: fc.integer({ min: 0, max: 4 }).map((roll) => roll === 0),
});

const calm = (kind: Step['kind']): Step => ({
  ...{ kind, who: 0, pick: 0, slot: 0, minutes: 4, yes: true, crash: false },
  ...{ card: 'accepted', webhook: 'normal' },
});
/** Every second one begins with a running session, so that what follows meets a booking with more than one payment. */
const anyCourse = fc
  .tuple(fc.boolean(), fc.array(anyStep, { minLength: 25, maxLength: 45 }))
  .map(([goesOn, steps]) =>
    goesOn ? [...(['book', 'go_on', 'webhooks', 'orders'] as const).map(calm), ...steps] : steps,
  );

/** The seed of a failure is printed with it. */
const RUNS = { numRuns: 25, endOnFailure: true };

test('whatever people, time, the provider and crashes do: no time is sold twice, and every captured euro has a booking or a refund', {
  timeout: 900_000,
}, async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyCourse, async (steps) => {
      const world = await openWorld(product);
      const ids = world.viewers.map(({ id }) => id);
      for (const step of steps) {
        await world.act(step);
        await checkInvariants(product, ids);
      }
      await world.drain();
      await checkInvariants(product, ids);
      await checkSettled(product, ids);
      const { rows } = await product.database.pool.query(
        'select distinct to_status from public.booking_events e join public.bookings b on b.id = e.booking_id where b.viewer_id = any($1)',
        [ids],
      );
      for (const { to_status: status } of rows) seen.add(status);
    }),
    RUNS,
  );
  // Random courses that never reach anything would prove nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['held', 'confirmed', 'expired', 'in_progress']));
  const { rows } = await product.database.pool.query(
    'select state, count(*)::int as n from public.session_extensions group by state',
  );
  expect(rows.map(({ state }) => state)).toContain('done');
});
