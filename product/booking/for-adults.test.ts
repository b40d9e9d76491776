import { beforeEach, describe, expect, test } from 'vitest';
import { bookingRow, insertBooking } from '#database/seed/marketplace-factories.ts';
import { declareAge } from '#product/accounts/contract.ts';
import { browseStreamers } from '#product/discovery/contract.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { holdSlot, joinWaitingList, payBooking } from './contract.ts';
import { tellWaitingViewers } from './tell-waiting-viewers.ts';
import { type Fixture, hold, holdRequest, key, openFixture, runTask, startIn } from './testing/fixture.ts';

const product = await openProduct();
const sixteen = parseLocalDate(`${String(new Date().getFullYear() - 16)}-01-01`);
let minor: SignedIn;
let adult: SignedIn;
let offer: Fixture;

beforeEach(async () => {
  minor = await product.join({ age: sixteen });
  adult = await product.join();
  offer = await openFixture(product, { priceCents: 0 });
  await forAdults(true);
});

const forAdults = (yes: boolean) =>
  product.rows('update offers set adults_only = $2 where id = $1', [offer.offerId, yes]);

describe('an offer for adults only', () => {
  test('is booked by an adult and refused to a minor before they hold a place', async () => {
    const start = startIn(product, 3);
    expect(await codeOf(minor, holdSlot, holdRequest(offer, start))).toBe('adults_only');
    expect(await product.rows('select from bookings where viewer_id = $1', [minor.id])).toEqual([]);
    expect(await codeOf(adult, holdSlot, holdRequest(offer, start))).toBeNull();
  });

  test('asks who never said their age, and believes what they say once', async () => {
    const unknown = await product.join({ age: null });
    const wish = () => holdRequest(offer, startIn(product, 4));
    expect(await codeOf(unknown, holdSlot, wish())).toBe('age_needed');
    expect(await codeOf(unknown, joinWaitingList, { key: key(), offerId: offer.offerId })).toBe('age_needed');
    await ask(unknown, declareAge, { age: sixteen });
    expect(await codeOf(unknown, holdSlot, wish())).toBe('adults_only');
    expect(await codeOf(unknown, declareAge, { age: 'adult' })).toBe('age_known');
    expect(await codeOf(unknown, holdSlot, wish())).toBe('adults_only');
  });

  test('is refused to a minor by the database, no matter who writes the place', async () => {
    const draft = {
      streamerId: offer.streamer.id,
      offerId: offer.offerId,
      start: new Date(startIn(product, 5)),
      more: { created_at: new Date() },
    };
    await expect(
      insertBooking(product.database.pool, { ...draft, viewerId: minor.id }),
    ).rejects.toMatchObject({ constraint: 'bookings_adults_only' });
    await expect(
      product.rows(
        'insert into waiting_list_entries (viewer_id, streamer_id, offer_id, created_at) values ($1, $2, $3, now())',
        [minor.id, offer.streamer.id, offer.offerId],
      ),
    ).rejects.toMatchObject({ constraint: 'bookings_adults_only' });
    expect(bookingRow({ ...draft, viewerId: adult.id }).offer_id).toBe(offer.offerId);
    await insertBooking(product.database.pool, { ...draft, viewerId: adult.id });
  });

  test('keeps what a minor took before, however both fall together', async () => {
    await forAdults(false);
    const { bookingId } = await hold(minor, offer, startIn(product, 6));
    await forAdults(true);
    const { status } = await ask(minor, payBooking, { key: key(), bookingId, expectedPriceCents: 0 });
    expect(status).toBe('confirmed');

    // Both at once: each minor has the place, or the reason why not, and the row says the same.
    const people = await Promise.all(Array.from({ length: 6 }, () => product.join({ age: sixteen })));
    await forAdults(false);
    const codes = await Promise.all([
      ...people.map((person, day) => codeOf(person, holdSlot, holdRequest(offer, startIn(product, 8 + day)))),
      forAdults(true).then(() => null),
    ]);
    for (const [at, person] of people.entries()) {
      expect([null, 'adults_only']).toContain(codes[at]);
      const held = await product.rows('select from bookings where viewer_id = $1', [person.id]);
      expect(held).toHaveLength(codes[at] === null ? 1 : 0);
    }
  });

  test('is waited for by adults, and nobody who may not book it is told of a free place', async () => {
    const wait = (who: SignedIn) => codeOf(who, joinWaitingList, { key: key(), offerId: offer.offerId });
    expect(await wait(minor)).toBe('adults_only');
    await forAdults(false);
    expect(await wait(minor)).toBeNull();
    expect(await wait(adult)).toBeNull();
    await forAdults(true);
    await runTask(product, tellWaitingViewers);
    const told = await product.rows(
      'select viewer_id from waiting_list_entries where offer_id = $1 and notified_at is not null',
      [offer.offerId],
    );
    expect(told).toEqual([{ viewer_id: adult.id }]);
  });

  test('does not count its hours for those who may not book it, and tells them once they may', async () => {
    await forAdults(false);
    const unknown = await product.join({ age: null });
    for (const who of [minor, unknown])
      expect(await codeOf(who, joinWaitingList, { key: key(), offerId: offer.offerId })).toBeNull();
    const { pool } = product.database;
    const connectionsOfARun = async () => {
      let taken = 0;
      const count = () => taken++;
      pool.on('acquire', count);
      await runTask(product, tellWaitingViewers);
      pool.off('acquire', count);
      return taken;
    };
    const toldOf = async () =>
      (
        await product.rows(
          'select viewer_id from waiting_list_entries where offer_id = $1 and notified_at is not null',
          [offer.offerId],
        )
      ).map(({ viewer_id }) => viewer_id);
    await forAdults(true);
    await runTask(product, tellWaitingViewers);
    // What was to be told is told, so a run takes a connection for its two statements, and none for an offer.
    expect(await connectionsOfARun()).toBe(2);
    expect(await toldOf()).toEqual([]);
    await ask(unknown, declareAge, { age: 'adult' });
    expect(await connectionsOfARun()).toBe(3);
    expect(await toldOf()).toEqual([unknown.id]);
  });

  test('marks the card of a streamer who has nothing else', async () => {
    const card = async () => {
      const { cards } = await ask({ client: product.client() }, browseStreamers, {
        query: '',
        category: null,
        language: null,
        favourites: false,
        priceMinCents: null,
        priceMaxCents: null,
        durationMinutes: null,
        free: null,
        ratingMin: null,
        sort: 'newest',
        page: 1,
        zone: 'Europe/Paris',
      });
      return cards.find(({ id }) => id === offer.streamer.id)?.adultsOnly;
    };
    expect(await card()).toBe(true);
    await forAdults(false);
    expect(await card()).toBe(false);
  });
});
