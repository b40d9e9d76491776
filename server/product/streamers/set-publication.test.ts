import { beforeEach, expect, test } from 'vitest';
import { setPublication } from '#contracts/streamers.ts';
import { insertOffer, NINE_TO_SIX, openStreamer } from '#server/product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#server/product/testing/product-server.ts';

const product = await openProduct();
let streamer: SignedIn;
beforeEach(async () => {
  streamer = await product.join({ role: 'streamer', firstName: 'Maëlle', lastName: 'Nocturne' });
});

const change = (set: string) =>
  product.database.pool.query(`update public.streamers set ${set} where id = $1`, [streamer.id]);
async function fill(): Promise<string> {
  await openStreamer(product.database.pool, streamer.id, { hours: NINE_TO_SIX });
  await change(
    `published_at = null, headline = 'Échecs', bio = 'Je relis vos parties.', categories = '{echecs}'`,
  );
  return insertOffer(product.database.pool, streamer.id);
}

test('an empty page is not shown, and says all that it needs', async () => {
  const { refusal } = await send(streamer, setPublication, { published: true });
  expect([refusal?.code, refusal?.details]).toEqual([
    'profile_incomplete',
    { missing: ['headline', 'bio', 'category', 'offer', 'hours'] },
  ]);
});

test('a complete page is shown, once, and taken down', async () => {
  await fill();
  const { publishedAt } = await ask(streamer, setPublication, { published: true });
  expect(publishedAt).not.toBeNull();
  expect(await ask(streamer, setPublication, { published: true })).toEqual({ publishedAt });
  expect(await ask(streamer, setPublication, { published: false })).toEqual({ publishedAt: null });
  expect(await ask(streamer, setPublication, { published: false })).toEqual({ publishedAt: null });
});

test('an offer that is switched off or put away does not count, nor does an empty headline', async () => {
  const offerId = await fill();
  await product.database.pool.query('update public.offers set is_active = false where id = $1', [offerId]);
  await change("headline = '   '");
  const { refusal } = await send(streamer, setPublication, { published: true });
  expect(refusal?.details).toEqual({ missing: ['headline', 'offer'] });
});

test('whoever is away cannot show their page, but can take it down', async () => {
  await fill();
  await ask(streamer, setPublication, { published: true });
  await change("away_until = 'infinity'");
  expect(await codeOf(streamer, setPublication, { published: true })).toBe('forbidden');
  expect(await ask(streamer, setPublication, { published: false })).toEqual({ publishedAt: null });
});

test('a viewer has no page', async () => {
  expect(await codeOf(await product.join(), setPublication, { published: true })).toBe('forbidden');
});
