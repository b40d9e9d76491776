import { expect, it } from 'vitest';
import { stateOf } from '#web/entities/code/code-list.tsx';

const now = Date.parse('2026-03-12T12:00:00Z');
const code = {
  stopped_at: null,
  starts_at: '2026-03-01T00:00:00Z',
  ends_at: '2026-04-01T00:00:00Z',
  taken: 0,
  most_uses: 2,
};

it.each([
  ['En cours', true, {}],
  ['En cours', true, { taken: 1 }],
  ['En cours', true, { taken: 9, most_uses: null, ends_at: null }],
  // Places that are held count, as for the limit itself.
  ['Épuisé', false, { taken: 2 }],
  ['À venir', true, { starts_at: '2026-03-12T12:00:01Z' }],
  ['Expiré', false, { ends_at: '2026-03-12T12:00:00Z' }],
  ['Expiré', false, { ends_at: '2026-03-12T12:00:00Z', taken: 2 }],
  ['Arrêté', false, { stopped_at: '2026-03-11T00:00:00Z' }],
])('%s, of use to somebody: %s', (label, usable, changes) => {
  expect(stateOf({ ...code, ...changes }, now)).toMatchObject({ label, usable });
});
