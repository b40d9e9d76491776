import { expect, it } from 'vitest';
import type { StreamerFacts } from '#web/entities/streamer/queries.ts';
import { factsOf } from './profile-facts.tsx';

const NONE: StreamerFacts = {
  sessions_held: 0,
  returning_viewers: 0,
  answer_seconds: null,
  ratings: [0, 0, 0, 0, 0],
};
const said = (facts: Partial<StreamerFacts>, ...confirmations: ('instant' | 'on_request')[]) =>
  factsOf({ offers: confirmations.map((confirmation) => ({ confirmation })) }, { ...NONE, ...facts }).map(
    ({ text }) => text.replaceAll(/[\u00a0\u202f]/g, ' '),
  );

it('a page says what speaks for its streamer, and that it is new', () => {
  expect(said({})).toEqual(['Nouveau sur Loge']);
  expect(said({ sessions_held: 1, returning_viewers: 1 })).toEqual([
    '1 session tenue',
    '1 personne est revenue',
  ]);
  expect(said({ sessions_held: 1200 }, 'instant', 'instant')).toEqual([
    '1 200 sessions tenues',
    'Confirmation immédiate',
  ]);
});

it.each([
  [60, 'Répond en 1 min'],
  [2_161, 'Répond en 37 min'],
  [3_600, 'Répond en 1 h environ'],
  [3_601, 'Répond en 2 h environ'],
  [23 * 3_600, 'Répond en 23 h environ'],
  [23 * 3_600 + 1, 'Répond en 1 jour environ'],
  [50 * 3_600, 'Répond en 3 jours environ'],
])('an answer after %i seconds is promised no sooner: %s', (seconds, text) => {
  expect(said({ answer_seconds: seconds }, 'on_request')).toEqual(['Nouveau sur Loge', text]);
});
