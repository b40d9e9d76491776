import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { payBooking } from '#product/booking/contract.ts';
import { hold, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';

const product = await openProduct();

/** The statements of the first transaction that commits while something happens, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const log = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const sent = log.mock.calls.map(([query]: readonly unknown[]) =>
      typeof query === 'string' ? query : String((query as { text?: unknown }).text),
    );
    return sent.slice(sent.indexOf('begin') + 1, sent.indexOf('commit'));
  } finally {
    log.mockRestore();
  }
}

test.each([
  ['free', 0, ['the mail’s ticket']],
  ['paid', 4_000, []],
])('paying for a session that is %s reads its booking once, locked', async (_, priceCents, others) => {
  const viewer = await product.join();
  const fixture = await openFixture(product, { priceCents });
  const { bookingId } = await hold(viewer, fixture, startIn(product, 3));
  const pay = () => ask(viewer, payBooking, { key: randomUUID(), bookingId, expectedPriceCents: priceCents });
  const statements = await statementsOf(pay);
  expect(statements.filter((each) => /^update public\.bookings/.test(each))).toHaveLength(1);
  const reads = statements.filter((each) => /^select[\s\S]*\b(from|join) public\.bookings/.test(each));
  expect(reads[0]).toMatch(/from public\.bookings where id = \$1 for update$/);
  expect(
    reads.slice(1).map((each) => (each.includes('person_settings vs') ? 'the mail’s ticket' : each)),
  ).toEqual(others);
});
