import { beforeEach, describe, expect, test } from 'vitest';
import { declareAge } from '#product/accounts/contract.ts';
import { acceptRequest, holdSlot, payBooking } from '#product/booking/contract.ts';
import { hold, holdRequest, key, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { correctAge, previewAge } from '../contract.ts';

const product = await openProduct();
const year = new Date().getFullYear();
const sixteen = parseLocalDate(`${String(year - 16)}-01-01`);
const fourteen = `${String(year - 14)}-01-02`;
const reason = 'Année mal saisie, vérifiée par téléphone';
const admin = await product.join({ role: 'admin' });
const till = tillOf(product);
const fixture = await openFixture(product, { priceCents: 4_500 });
let minor: SignedIn;
let days = 2;

beforeEach(async () => {
  minor = await product.join({ age: sixteen, firstName: 'Léa', lastName: 'Martin' });
});

const ageOf = async (id: string) =>
  product.rows('select birth_date::text from ages where person_id = $1', [id]);
const correct = (personId: string, age: string, who = admin) =>
  codeOf(who, correctAge, { personId, age, reason, expectedRefundCents: 0 });
const subjects = async (to: string) =>
  (await readMails(product.database.pool, 'to_address = $1', [to])).map(({ subject }) => subject);

/** A guardian who consented, as their answer leaves it. */
const consent = (personId: string, email: string) =>
  product.rows(
    `with g as (
       insert into guardianships (person_id, email, state, guardian_name, monthly_cents, asked_at, expires_at, confirmed_at)
       values ($1, $2, 'confirmed', 'Anne Martin', 10000, now(), now() + interval '1 day', now()) returning id)
     insert into private.guardian_links (token_hash, guardianship_id, created_at) select sha256($2::bytea), id, now() from g`,
    [personId, email],
  );

describe('an age that was written wrongly', () => {
  test('is corrected by the team and never by the person, who is told why', async () => {
    expect(await codeOf(minor, declareAge, { age: 'adult' })).toBe('age_known');
    expect(
      await codeOf(minor, correctAge, { personId: minor.id, age: 'adult', reason, expectedRefundCents: 0 }),
    ).toBe('forbidden');
    expect(await correct(minor.id, sixteen)).toBe('age_unchanged');
    expect(await correct(minor.id, 'adult')).toBeNull();
    expect(await ageOf(minor.id)).toEqual([{ birth_date: null }]);
    expect(await subjects(minor.email)).toEqual(['Votre âge a été corrigé']);
    const { bookingId } = await hold(minor, fixture, startIn(product, ++days));
    expect(
      (await send(minor, payBooking, { key: key(), bookingId, expectedPriceCents: 4_500 })).refusal,
    ).toBeNull();
  });

  test('stands in the log as minor or adult, without a date', async () => {
    await correct(minor.id, 'adult');
    await correct(minor.id, sixteen);
    const entries = await product.rows(
      `select actor_id, before, after, reason from audit_log where action = 'administration/correct-age' and subject_id = $1::text order by id`,
      [minor.id],
    );
    expect(entries).toEqual([
      { actor_id: admin.id, before: { age: 'minor' }, after: { age: 'adult' }, reason },
      { actor_id: admin.id, before: { age: 'adult' }, after: { age: 'minor' }, reason },
    ]);
  });

  test('of a minor who is none ends what a guardian allowed, and tells them in case it was a trick', async () => {
    const email = `parent-${minor.id}@exemple.fr`;
    await consent(minor.id, email);
    expect(await correct(minor.id, 'adult')).toBeNull();
    expect(await subjects(email)).toEqual(['L’âge de Léa M. a été corrigé']);
    const [row] = await product.rows(
      `select g.state, (select count(*)::int from private.guardian_links l where l.guardianship_id = g.id) as links
       from guardianships g where person_id = $1`,
      [minor.id],
    );
    expect(row).toEqual({ state: 'ended', links: 0 });
  });

  test('of an adult who is a minor makes them ask a parent before they pay', async () => {
    const adult = await product.join();
    expect(await correct(adult.id, sixteen)).toBeNull();
    const { bookingId } = await hold(adult, fixture, startIn(product, ++days));
    expect(await codeOf(adult, payBooking, { key: key(), bookingId, expectedPriceCents: 4_500 })).toBe(
      'guardian_needed',
    );
  });

  test('of an adult who is a minor ends what a minor could not have taken, gives everything back and tells both', async () => {
    const forAdults = await openFixture(product, { priceCents: 4_500 });
    const free = await openFixture(product, { priceCents: 0 });
    const onRequest = await openFixture(product, { priceCents: 3_000, confirmation: 'on_request' });
    await product.rows('update offers set adults_only = true where id = any($1)', [
      [forAdults.offerId, free.offerId],
    ]);
    const person = await product.join();
    const kept = await till.paid(person, fixture, startIn(product, ++days));
    const confirmed = await till.paid(person, forAdults, startIn(product, ++days));
    const requested = await till.paid(person, onRequest, startIn(product, ++days));
    const { bookingId: held } = await hold(person, free, startIn(product, ++days));
    const wish = { personId: person.id, age: sixteen };
    const shown = await ask(admin, previewAge, wish);
    expect(shown).toMatchObject({ isMinor: true, refundCents: 7_500, endsConsent: false });
    expect(shown.places.map(({ refundCents }) => refundCents).toSorted((one, other) => one - other)).toEqual([
      0, 3_000, 4_500,
    ]);
    // To look changes nothing, and a sum that nobody was shown is not given back.
    expect((await till.bookingOf(confirmed)).status).toBe('confirmed');
    expect(await correct(person.id, sixteen)).toBe('quote_changed');
    expect(await ageOf(person.id)).toEqual([{ birth_date: null }]);
    const off = await ask(admin, correctAge, { ...wish, reason, expectedRefundCents: shown.refundCents });
    expect(off).toEqual({ personId: person.id, isMinor: true, ended: 3, refundCents: 7_500 });
    await till.work();
    const statusOf = async (id: string) => (await till.bookingOf(id)).status;
    expect(await statusOf(kept)).toBe('confirmed');
    for (const id of [confirmed, requested, held]) expect(await statusOf(id)).toBe('cancelled_by_admin');
    expect(await till.paymentOf(confirmed)).toMatchObject({ state: 'captured', refunded_cents: 4_500 });
    expect(await till.paymentOf(requested)).toMatchObject({ state: 'voided', captured_cents: 0 });
    expect(await codeOf(person, payBooking, { key: key(), bookingId: held, expectedPriceCents: 0 })).toBe(
      'booking_wrong_status',
    );
    expect(await codeOf(onRequest.streamer, acceptRequest, { key: key(), bookingId: requested })).toBe(
      'booking_wrong_status',
    );
    const told = await product.rows(
      `select person_id, booking_id from notifications where kind = 'cancel' and booking_id = any($1)`,
      [[confirmed, requested, held]],
    );
    const pair = (person_id: string, booking_id: string) => ({ person_id, booking_id });
    expect(told).toHaveLength(5);
    expect(told).toEqual(
      expect.arrayContaining([
        pair(person.id, confirmed),
        pair(forAdults.streamer.id, confirmed),
        pair(person.id, requested),
        pair(onRequest.streamer.id, requested),
        // Its streamer never learned of it.
        pair(person.id, held),
      ]),
    );
    const [entry] = await product.rows(
      `select after from audit_log where action = 'administration/correct-age' and subject_id = $1::text`,
      [person.id],
    );
    expect(entry).toEqual({ after: { age: 'minor', ended: 3, refundCents: 7_500 } });
  });

  test('to another date of a minor leaves what their guardian allowed', async () => {
    const onRequest = await openFixture(product, { priceCents: 3_000, confirmation: 'on_request' });
    await consent(minor.id, `accord-${minor.id}@exemple.fr`);
    const bookingId = await till.paid(minor, onRequest, startIn(product, ++days));
    const seventeen = `${String(year - 17)}-01-01`;
    expect(
      await ask(admin, correctAge, { personId: minor.id, age: seventeen, reason, expectedRefundCents: 0 }),
    ).toMatchObject({
      ended: 0,
    });
    expect((await till.bookingOf(bookingId)).status).toBe('requested');
  });

  test('while the person books leaves no place for adults to a minor', async () => {
    const free = await openFixture(product, { priceCents: 0 });
    await product.rows('update offers set adults_only = true where id = $1', [free.offerId]);
    const people = await Promise.all(Array.from({ length: 6 }, () => product.join()));
    const starts = people.map((_, at) => startIn(product, 30 + at));
    const codes = await Promise.all(
      people.flatMap((person, at) => [
        codeOf(person, holdSlot, holdRequest(free, starts[at] ?? '')),
        correct(person.id, sixteen),
      ]),
    );
    expect(product.errors).toEqual([]);
    for (const [at, code] of codes.entries())
      expect(at % 2 === 0 ? [null, 'adults_only'] : [null]).toContain(code);
    const left = await product.rows(
      `select from bookings where offer_id = $1 and status in ('held', 'requested', 'confirmed')`,
      [free.offerId],
    );
    expect(left).toEqual([]);
  });

  test('is not corrected to one that no account may have, nor to a minor’s for a streamer', async () => {
    expect(await correct(minor.id, fourteen)).toBe('too_young');
    expect(await correct(minor.id, '2999-01-01')).toBe('invalid_input');
    expect(await correct(fixture.streamer.id, sixteen)).toBe('role_for_adults');
    expect(await correct(crypto.randomUUID(), 'adult')).toBe('person_not_found');
    expect(await correct(admin.id, 'adult')).toBe('cannot_act_on_self');
    expect(await ageOf(minor.id)).toEqual([{ birth_date: sixteen }]);
    expect(await ageOf(fixture.streamer.id)).toEqual([{ birth_date: null }]);
  });

  test('is shown with what it costs to nobody but who may correct it, and refused as the correction is', async () => {
    const preview = (personId: string, age: string, who = admin) =>
      codeOf(who, previewAge, { personId, age });
    expect(await preview(minor.id, 'adult', minor)).toBe('forbidden');
    expect(await preview(minor.id, sixteen)).toBe('age_unchanged');
    expect(await preview(minor.id, fourteen)).toBe('too_young');
    expect(await preview(minor.id, '2999-01-01')).toBe('invalid_input');
    expect(await preview(admin.id, 'adult')).toBe('cannot_act_on_self');
    expect(await preview(crypto.randomUUID(), 'adult')).toBe('person_not_found');
    await consent(minor.id, `montre-${minor.id}@exemple.fr`);
    expect(await ask(admin, previewAge, { personId: minor.id, age: 'adult' })).toEqual({
      isMinor: false,
      places: [],
      refundCents: 0,
      endsConsent: true,
    });
  });

  test('corrected by two at once is corrected and told once', async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => correct(minor.id, 'adult')));
    expect(codes.toSorted()).toEqual(['age_unchanged', 'age_unchanged', 'age_unchanged', null]);
    expect(await subjects(minor.email)).toHaveLength(1);
  });
});
