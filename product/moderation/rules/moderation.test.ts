import { describe, expect, test } from 'vitest';
import { CATEGORIES, CATEGORY_NAMES, MEASURES } from '#product/accounts/rules/sanctions.ts';
import { reportsADay } from '#product/accounts/rules/slowed-reporters.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';
import {
  endsAccess,
  endsByItself,
  gravest,
  isAboutContent,
  isPossible,
  SUBJECT_KINDS,
} from './moderation.ts';

test('the gravest report of a thing decides, and among equals the first', () => {
  expect(gravest('misleading', 'harassment')).toBe('harassment');
  expect(gravest('harassment', 'misleading')).toBe('harassment');
  expect(gravest('hate', 'harassment')).toBe('hate');
});

test('each rule has a number of its own, for a decision to name it', () => {
  const numbers = CATEGORY_NAMES.map((name) => CATEGORIES[name].rule.number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('who reports without ground three times in 90 days, and half the time, may report once a day', () => {
  expect(
    [
      { unfounded: 0, answered: 0 },
      { unfounded: 2, answered: 2 },
      { unfounded: 3, answered: 3 },
      { unfounded: 3, answered: 6 },
      { unfounded: 3, answered: 7 },
      { unfounded: 9, answered: 9 },
    ].map(reportsADay),
  ).toEqual([10, 10, 1, 1, 10, 1]);
});

describe('a measure', () => {
  test('hides what can be seen, and never a session', () => {
    expect(isPossible('hide', { kind: 'review', hasPerson: true })).toBe(true);
    expect(isPossible('hide', { kind: 'session', hasPerson: true })).toBe(false);
  });
  test('takes away what somebody made: files are taken away and never hidden, and a session is neither', () => {
    const kindsOf = (measure: 'hide' | 'remove') =>
      SUBJECT_KINDS.filter((kind) => isPossible(measure, { kind, hasPerson: true }));
    expect(kindsOf('hide')).toEqual(['profile', 'offer', 'review', 'message']);
    expect(kindsOf('remove')).toEqual(['profile', 'picture', 'film', 'offer', 'review', 'message']);
    expect(MEASURES.filter(isAboutContent)).toEqual(['hide', 'remove']);
  });
  test('about a person needs one', () => {
    const nobody = { kind: 'review', hasPerson: false } as const;
    expect(MEASURES.filter((measure) => isPossible(measure, nobody))).toEqual(['none', 'hide', 'remove']);
  });
  test('ends by itself unless it is done at once or for good', () => {
    expect(MEASURES.filter(endsByItself)).toEqual(['no_messages', 'no_bookings', 'suspend']);
    expect(MEASURES.filter(endsAccess)).toEqual(['suspend', 'close']);
  });
});

test('a case is called by four digits at least', () => {
  expect([7, 12345].map(caseNumber)).toEqual(['M-0007', 'M-12345']);
});
