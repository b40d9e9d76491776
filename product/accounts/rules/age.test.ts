import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, localDateOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { AGE_ZONE, ageOn, ageToKeep, isMinor, MAJORITY, majorityOf, readDate } from './age.ts';

const at = (iso: string) => instantOf(Date.parse(iso));
const day = parseLocalDate;

describe('an age', () => {
  test.each([
    ['2008-11-23', '2026-11-22', 17],
    ['2008-11-23', '2026-11-23', 18],
    ['2008-11-23', '2026-11-24', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2010-02-28', '2028-02-29', 18],
    ['2010-03-01', '2028-02-29', 17],
    ['2012-02-29', '2032-02-29', 20],
  ])('who was born on %s is on %s %i years old', (birth, today, years) => {
    expect(ageOn(day(birth), day(today))).toBe(years);
  });

  test('begins at midnight in Paris, in winter and in summer', () => {
    expect(isMinor(day('2008-11-23'), at('2026-11-22T22:59:59Z'))).toBe(true);
    expect(isMinor(day('2008-11-23'), at('2026-11-22T23:00:00Z'))).toBe(false);
    expect(isMinor(day('2008-07-14'), at('2026-07-13T21:59:59Z'))).toBe(true);
    expect(isMinor(day('2008-07-14'), at('2026-07-13T22:00:00Z'))).toBe(false);
    expect(isMinor('adult', at('2026-07-13T22:00:00Z'))).toBe(false);
    expect(AGE_ZONE).toBe('Europe/Paris');
  });

  test('the day of majority is the first on which somebody is of age, whatever their birthday', () => {
    const days = { min: epochDayOf(day('1990-01-01')), max: epochDayOf(day('2030-12-31')) };
    fc.assert(
      fc.property(fc.integer(days), (number) => {
        const birth = localDateOf(number as ReturnType<typeof epochDayOf>);
        const majority = majorityOf(birth);
        const eve = localDateOf((epochDayOf(majority) - 1) as ReturnType<typeof epochDayOf>);
        expect(ageOn(birth, majority)).toBe(MAJORITY);
        expect(ageOn(birth, eve)).toBe(MAJORITY - 1);
      }),
    );
  });
});

describe('what is kept of a date of birth', () => {
  const now = at('2026-11-23T12:00:00Z');
  test.each([
    ['1990-03-12', 'adult'],
    ['2008-11-23', 'adult'],
    ['2008-11-24', '2008-11-24'],
    ['2011-11-23', '2011-11-23'],
    ['2011-11-24', 'too_young'],
    ['2026-11-23', 'too_young'],
    ['2026-11-24', 'impossible'],
    ['1905-11-22', 'impossible'],
  ])('of %s: %s', (birth, kept) => {
    expect(ageToKeep(day(birth), now)).toBe(kept);
  });
});

describe('a date as people write it', () => {
  test.each([
    ['12/03/1990', '1990-03-12'],
    [' 1/3/1990 ', '1990-03-01'],
    ['12.03.1990', '1990-03-12'],
    ['12 03 1990', '1990-03-12'],
    ['12 / 03 / 1990', '1990-03-12'],
    ['12031990', '1990-03-12'],
    ['1990-03-12', '1990-03-12'],
    ['29/02/2007', null],
    ['31/04/2000', null],
    ['12/03/90', null],
    ['mars 1990', null],
    ['', null],
  ])('« %s » is %s', (written, date) => {
    expect(readDate(written)).toBe(date);
  });
});
