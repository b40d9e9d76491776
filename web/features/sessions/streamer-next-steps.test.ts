import { expect, test } from 'vitest';
import { pathWords } from './streamer-next-steps.tsx';

const path = (done: readonly boolean[]) => done.map((each, at) => ({ done: each, isNeeded: at !== 3 }));

test('a published page that only has no account for its money is bookable already', () => {
  const { title, hint } = pathWords(path([true, true, true, false, true]));
  expect(title.replaceAll('\u202f', ' ')).toBe('4 sur 5 : déjà réservable');
  expect(hint).not.toContain('bientôt');
});

test('a page that lacks what a booking needs will be soon', () => {
  for (const lacking of [0, 1, 2, 4]) {
    const steps = [true, true, true, true, true].map((done, at) => done && at !== lacking);
    expect(pathWords(path(steps)).title).toContain('bientôt réservable');
  }
});
