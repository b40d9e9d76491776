import { describe, expect, test } from 'vitest';
import { planOf } from './plan.ts';

const shown = {
  layout: 'screen',
  pinned: null,
  people: ['a', 'b', 'c'],
  sharing: [],
  speaker: null,
  withSelf: true,
} as const;

describe('whose tile is large', () => {
  test('nobody, until a screen is shared', () => {
    expect(planOf(shown)).toEqual({ main: null, rest: ['person:a', 'person:b', 'person:c', 'self'] });
    expect(planOf({ ...shown, sharing: ['b'] })).toEqual({
      main: 'screen:b',
      rest: ['person:a', 'person:b', 'person:c', 'self'],
    });
  });

  test('the speaker’s, in that layout; the first one’s before anybody spoke', () => {
    expect(planOf({ ...shown, layout: 'speaker' }).main).toBe('person:a');
    expect(planOf({ ...shown, layout: 'speaker', speaker: 'c' }).main).toBe('person:c');
    expect(planOf({ ...shown, layout: 'speaker', speaker: 'gone' }).main).toBe('person:a');
    expect(planOf({ ...shown, layout: 'speaker', speaker: 'c', sharing: ['b'] }).main).toBe('screen:b');
  });

  test('what is pinned wins over screens and speakers, as long as it is there', () => {
    expect(planOf({ ...shown, sharing: ['b'], pinned: 'person:c' }).main).toBe('person:c');
    expect(planOf({ ...shown, layout: 'grid', pinned: 'self' }).main).toBe('self');
    expect(planOf({ ...shown, pinned: 'person:gone' }).main).toBeNull();
  });

  test('nobody in a grid, and nobody when one is alone there', () => {
    expect(planOf({ ...shown, layout: 'grid', sharing: ['b'] }).main).toBeNull();
    expect(planOf({ ...shown, layout: 'speaker', people: ['a'], withSelf: false })).toEqual({
      main: null,
      rest: ['person:a'],
    });
  });
});
