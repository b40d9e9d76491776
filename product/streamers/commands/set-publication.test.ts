import { beforeEach, expect, test } from 'vitest';
import { declareAge } from '#product/accounts/contract.ts';
import { insertOffer, NINE_TO_SIX, openStreamer } from '#product/availability/testing/marketplace.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { setPublication } from '../contract.ts';

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

test('anybody who is away cannot show their page, but can take it down', async () => {
  await fill();
  await ask(streamer, setPublication, { published: true });
  await change("away_until = 'infinity'");
  expect(await codeOf(streamer, setPublication, { published: true })).toBe('forbidden');
  expect(await ask(streamer, setPublication, { published: false })).toEqual({ publishedAt: null });
});

test('a page is shown only of who has said that they are of age, no matter who writes it; what is shown stays until its streamer says otherwise', async () => {
  streamer = await product.join({ role: 'streamer', firstName: 'Maëlle', lastName: 'Nocturne', age: null });
  await change(
    `headline = 'Échecs', bio = 'Je relis vos parties.', categories = '{echecs}', zone = 'Europe/Paris'`,
  );
  await insertOffer(product.database.pool, streamer.id);
  await product.rows(
    'insert into weekly_hours (streamer_id, weekday, from_minute, to_minute) values ($1, 1, 540, 1080)',
    [streamer.id],
  );
  expect(await codeOf(streamer, setPublication, { published: true })).toBe('age_needed');
  await expect(change('published_at = now()')).rejects.toMatchObject({ constraint: 'streamers_adult' });
  await ask(streamer, declareAge, { age: 'adult' });
  expect((await ask(streamer, setPublication, { published: true })).publishedAt).not.toBeNull();

  // Published before anybody was asked.
  await product.rows('delete from ages where person_id = $1', [streamer.id]);
  await change(`headline = 'Échecs et jeu de go'`);
  const shown = () => product.rows('select published_at from streamers where id = $1', [streamer.id]);
  expect(await shown()).not.toEqual([{ published_at: null }]);
  const sixteen = `${String(new Date().getFullYear() - 16)}-01-01`;
  expect(await codeOf(streamer, declareAge, { age: sixteen })).toBe('streamer_under_age');
  expect(await shown()).toEqual([{ published_at: null }]);
  expect(await product.rows('select from ages where person_id = $1', [streamer.id])).toEqual([]);
  expect(await codeOf(streamer, setPublication, { published: true })).toBe('age_needed');
});

test('a viewer has no page', async () => {
  expect(await codeOf(await product.join(), setPublication, { published: true })).toBe('forbidden');
});
