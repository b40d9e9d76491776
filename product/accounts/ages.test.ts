import { describe, expect, test } from 'vitest';
import { changeRole } from '#product/administration/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { hold, holdRequest, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, localDateOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt, startOfDay } from '#product/shared/time/wall-time.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { completeProfile, declareAge, exportData } from './contract.ts';
import { ageOn, ageToKeep, majorityOf } from './rules/age.ts';

const product = await openProduct();
const today = () => localDateAt('Europe/Paris', instantOf(Date.now()));
/** Of a year without 29 February the day after, on which who was born then completes a year. */
const dayThatIs = (day: string) =>
  day.endsWith('-02-29') && new Date(day).getUTCDate() !== 29 ? `${day.slice(0, 5)}03-01` : day;
/** The birthday of somebody who comes of age in so many days from the present one. */
const bornComingOfAgeIn = (days: number, majority = 18, from = today()) => {
  const day = localDateOf((epochDayOf(from) + days) as ReturnType<typeof epochDayOf>);
  const born = `${Number(day.slice(0, 4)) - majority}-${day.slice(5)}`;
  return dayThatIs(born);
};
const sixteen = () => bornComingOfAgeIn(600);

test('these tests hold on the day before a 29 February too', () => {
  const eve = parseLocalDate('2028-02-28');
  const born = parseLocalDate(bornComingOfAgeIn(1, 15, eve));
  expect([born, ageOn(born, eve)]).toEqual(['2013-03-01', 14]);
});

describe('an age', () => {
  const ageOf = async (id: string) =>
    (await product.rows('select birth_date::text from ages where person_id = $1', [id])).map(
      ({ birth_date }) => birth_date,
    );

  test('is not told at sign-up: nobody is of an age, whatever other clients send', async () => {
    const [row] = await product.rows(
      `insert into auth.users (email, raw_user_meta_data) values (gen_random_uuid() || '@loge.test', $1) returning id`,
      [{ role: 'viewer', first_name: 'Éloïse', birth_date: '1990-03-12' }],
    );
    expect(await ageOf(row?.id as string)).toEqual([]);
  });

  test('of an adult is kept without the date, of a minor with it', async () => {
    for (const [said, kept] of [
      ['adult', null],
      ['1990-03-12', null],
      [sixteen(), sixteen()],
    ] as const) {
      const me = await product.join({ age: null });
      await ask(me, declareAge, { age: said });
      expect(await ageOf(me.id)).toEqual([kept]);
    }
  });

  test('is said before joining the team: until then nothing of it can be done', async () => {
    const newcomer = await product.join({ role: 'admin', age: null });
    const colleague = await product.join();
    const act = () =>
      codeOf(newcomer, changeRole, { personId: colleague.id, role: 'streamer', reason: 'À sa demande' });
    expect(await act()).toBe('age_needed');
    expect(await codeOf(newcomer, declareAge, { age: sixteen() })).toBe('role_for_adults');
    expect(await act()).toBe('age_needed');
    await ask(newcomer, declareAge, { age: 'adult' });
    expect(await act()).toBeNull();
  });

  test('is said before any payment, whatever is bought', async () => {
    const fixture = await openFixture(product);
    const viewer = await product.join();
    const { bookingId } = await hold(viewer, fixture, startIn(product, 4));
    const [{ price_cents: expectedPriceCents }] = (await product.rows(
      'select price_cents from bookings where id = $1',
      [bookingId],
    )) as [{ price_cents: number }];
    await product.rows('delete from ages where person_id = $1', [viewer.id]);
    expect(
      await codeOf(viewer, payBooking, { key: crypto.randomUUID(), bookingId, expectedPriceCents }),
    ).toBe('age_needed');
    await ask(viewer, declareAge, { age: 'adult' });
    expect(
      await codeOf(viewer, payBooking, { key: crypto.randomUUID(), bookingId, expectedPriceCents }),
    ).toBeNull();
  });

  test('is said once by who was never asked, before their next booking', async () => {
    const me = await product.join({ age: null });
    const fixture = await openFixture(product);
    const wish = holdRequest(fixture, startIn(product, 3));
    expect(await codeOf(me, holdSlot, wish)).toBe('age_needed');
    expect(await codeOf(me, declareAge, { age: bornComingOfAgeIn(1, 15) })).toBe('too_young');
    expect(await ageOf(me.id)).toEqual([]);
    expect((await send(me, declareAge, { age: '2999-01-01' })).refusal).toMatchObject({
      code: 'invalid_input',
      fields: { age: expect.any(String) },
    });
    // All at once: one answer is the age.
    await Promise.all([
      ...Array.from({ length: 4 }, () => codeOf(me, declareAge, { age: sixteen() })),
      ...Array.from({ length: 4 }, () => codeOf(me, declareAge, { age: 'adult' })),
    ]);
    const [kept] = await ageOf(me.id);
    const other = kept === null ? sixteen() : 'adult';
    expect(await codeOf(me, declareAge, { age: other })).toBe('age_known');
    expect(await codeOf(me, declareAge, { age: kept ?? 'adult' })).toBeNull();
    const { age } = await ask(me, exportData, {});
    expect(age).toMatchObject({ birth_date: kept });
    expect(await codeOf(me, holdSlot, { ...wish, key: crypto.randomUUID() })).toBeNull();
  });

  test('is not asked with the profile of who came by another account; the next booking asks', async () => {
    const late = await product.join({ role: null, age: null });
    const names = { firstName: 'Éloïse', lastName: 'Marchetti' };
    expect(await codeOf(late, completeProfile, { ...names, role: 'viewer' })).toBeNull();
    expect(await ageOf(late.id)).toEqual([]);
    const wish = holdRequest(await openFixture(product), startIn(product, 3));
    expect(await codeOf(late, holdSlot, wish)).toBe('age_needed');
  });

  test('of a minor keeps them from an adult’s role, whichever was written first', async () => {
    const minor = await product.join({ age: sixteen() as never });
    for (const role of ['streamer', 'admin'])
      await expect(
        product.rows('update profiles set role = $2 where id = $1', [minor.id, role]),
      ).rejects.toMatchObject({ constraint: 'profiles_role_adult' });
    await product.rows('update profiles set role = null where id = $1', [minor.id]);
    const names = { firstName: 'Éloïse', lastName: 'Marchetti' };
    expect(await codeOf(minor, completeProfile, { ...names, role: 'streamer' })).toBe('role_for_adults');
    expect(await codeOf(minor, completeProfile, { ...names, role: 'viewer' })).toBeNull();

    const streamer = await product.join({ role: 'streamer', age: null });
    expect(await codeOf(streamer, declareAge, { age: sixteen() })).toBe('streamer_under_age');
    expect(await ageOf(streamer.id)).toEqual([]);

    // Both at once, many times: never a streamer who is a minor.
    const racing = await Promise.all(Array.from({ length: 12 }, () => product.join({ age: null })));
    const ends = await Promise.allSettled(
      racing.flatMap((person) => [
        ask(person, declareAge, { age: sixteen() }),
        product.rows(`update profiles set role = 'streamer' where id = $1`, [person.id]),
      ]),
    );
    // Of each pair one goes through, and one is refused.
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
    expect(
      await product.rows(
        `select from profiles p join ages a on a.person_id = p.id where p.role = 'streamer' and a.birth_date is not null`,
      ),
    ).toEqual([]);
  });

  test('means the same in the database as in the rules, on every day around a birthday', async () => {
    for (const born of ['2008-02-29', '2008-02-28', '2008-03-01', '2008-12-31', '2009-01-01', '2010-03-28']) {
      const birth = born as Parameters<typeof majorityOf>[0];
      const turn = startOfDay('Europe/Paris', epochDayOf(majorityOf(birth)));
      const instants = [turn - 86_400_000, turn - 1, turn, turn + 86_400_000];
      const { id } = await product.join({ age: null });
      // Said on the day of the 16th birthday, wherever this test stands in time.
      await product.rows(
        `insert into ages (person_id, birth_date, declared_at) values ($1, $2, $2::date + interval '16 years 2 days')`,
        [id, born],
      );
      const [row] = await product.rows(
        `select array_agg(private.is_minor($1, at) order by at) as minor, array_agg(private.is_adult($1, at) order by at) as adult
         from unnest($2::timestamptz[]) as at`,
        [id, instants.map((at) => new Date(at))],
      );
      expect([born, row?.minor]).toEqual([born, [true, true, false, false]]);
      expect(row?.adult).toEqual([false, false, true, true]);
      expect(instants.map((at) => ageToKeep(birth, instantOf(at)) !== 'adult')).toEqual(row?.minor);
    }
  });
});
