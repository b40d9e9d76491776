import { expect, test } from 'vitest';
import { basisPoints } from '#domain/money/cents.ts';
import { EXAMPLE, planOf, readScenario, situationOf } from './scenario.ts';

const read = (search: string) => readScenario(new URLSearchParams(search), EXAMPLE);

test('an address without anything is the beginning', () => {
  expect(read('')).toEqual(EXAMPLE);
});

test('what an address says holds, within the bounds', () => {
  expect(read('price=45&sessions=999&activity=bic&place=abroad&persons=2&tax=scale&income=20000')).toEqual({
    ...EXAMPLE,
    price: 45,
    sessions: 40,
    activity: 'bic',
    place: 'abroad',
    persons: 2,
    tax: 'scale',
    income: 20_000,
  });
});

test('nonsense is passed over', () => {
  expect(read('price=-3&minutes=abc&seats=1e9&fill=&activity=__proto__&acre=yes&persons=7')).toEqual(EXAMPLE);
});

test('euros and percents become cents and basis points', () => {
  const scenario = read('price=45&fill=78&tax=scale&income=1000');
  expect(planOf(scenario)).toMatchObject({ price: 4_500, fill: 7_800, weeksOff: 5 });
  expect(situationOf(scenario, basisPoints(1_500)).tax).toEqual({
    by: 'scale',
    persons: 1,
    otherIncome: 100_000,
  });
});
