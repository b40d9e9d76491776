import { randomUUID } from 'node:crypto';
import { payBooking } from '#product/booking/contract.ts';
import type { Fixture } from '#product/booking/testing/fixture.ts';
import type { tillOf } from '#product/payments/testing/till.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { ask, type ProductServer, type SignedIn, send } from '#product/testing/product-server.ts';
import { makeCode, makePlatformCode, useCode } from '../contract.ts';

export type NewCode = RequestOf<typeof makeCode>;

/** Makes and uses codes, as streamers, the team and viewers do. */
export function codeSteps(product: ProductServer, till: ReturnType<typeof tillOf>) {
  const draft = (changes: Partial<NewCode> = {}): NewCode => ({
    key: randomUUID(),
    code: 'NOEL',
    cut: { kind: 'percent', percent: 20 },
    offerIds: null,
    firstOnly: false,
    mostUses: null,
    mostEach: null,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: null,
    ...changes,
  });
  const make = async ({ streamer }: Fixture, changes: Partial<NewCode> = {}): Promise<string> =>
    (await ask(streamer, makeCode, draft(changes))).codeId;
  const makeOfTeam = async (changes: Partial<NewCode> = {}): Promise<string> => {
    const admin = await product.join({ role: 'admin' });
    const { offerIds: _, ...code } = draft(changes);
    return (await ask(admin, makePlatformCode, { ...code, reason: 'Rentrée' })).codeId;
  };
  const use = (viewer: SignedIn, bookingId: string, code = 'NOEL') =>
    send(viewer, useCode, { key: randomUUID(), bookingId, code });
  const refusalOf = async (...used: Parameters<typeof use>) => (await use(...used)).refusal?.code ?? null;
  const rowOf = async (id: string) =>
    (
      await product.rows(
        'select price_cents, fee_basis_points, discount_cents, discount_code, discount_borne_by, code_id from public.bookings where id = $1',
        [id],
      )
    )[0];
  /** Pays a held place with a good card, at the price that its row has. */
  const pay = async (viewer: SignedIn, bookingId: string): Promise<void> => {
    const { price_cents: expectedPriceCents } = await rowOf(bookingId);
    const { checkoutUrl } = await ask(viewer, payBooking, {
      key: randomUUID(),
      bookingId,
      expectedPriceCents,
    });
    await till.fill(checkoutUrl ?? '', { card: 'accepted', webhook: 'normal' });
    await till.work();
  };
  return { draft, make, makeOfTeam, use, refusalOf, rowOf, pay };
}
