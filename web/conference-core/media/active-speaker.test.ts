import { describe, expect, test } from 'vitest';
import { createFollowing, createSpeaking } from './active-speaker.ts';

const levels = (given: Record<string, number>) => new Map(Object.entries(given));

describe('speaking', () => {
  test('begins after a moment of voice, so that a cough does not light a tile', () => {
    const speaking = createSpeaking();
    expect(speaking(levels({ a: 0.3 }), 0).size).toBe(0);
    expect(speaking(levels({ a: 0.01 }), 100).size).toBe(0);
    expect(speaking(levels({ a: 0.3 }), 200).size).toBe(0);
    expect([...speaking(levels({ a: 0.3 }), 350)]).toEqual(['a']);
  });

  test('continues through a breath and through levels between the two thresholds', () => {
    const speaking = createSpeaking();
    speaking(levels({ a: 0.3 }), 0);
    speaking(levels({ a: 0.3 }), 200);
    expect(speaking(levels({ a: 0 }), 300).has('a')).toBe(true);
    expect(speaking(levels({ a: 0.06 }), 900).has('a')).toBe(true);
    expect(speaking(levels({ a: 0 }), 1_000).has('a')).toBe(true);
    expect(speaking(levels({ a: 0 }), 1_700).has('a')).toBe(false);
  });

  test('ends with the person', () => {
    const speaking = createSpeaking();
    speaking(levels({ a: 0.3 }), 0);
    speaking(levels({ a: 0.3 }), 200);
    expect(speaking(levels({}), 300).size).toBe(0);
  });
});

describe('the large picture', () => {
  test('goes to the first who speaks at once, then only to who keeps speaking', () => {
    const follow = createFollowing();
    expect(follow(new Set(), 0)).toBeNull();
    expect(follow(new Set(['a']), 100)).toBe('a');
    expect(follow(new Set(['b']), 1_000)).toBe('a');
    expect(follow(new Set(), 1_500)).toBe('a');
    expect(follow(new Set(['b']), 2_000)).toBe('a');
    expect(follow(new Set(['b']), 3_200)).toBe('b');
  });

  test('cuts nobody off while they still speak', () => {
    const follow = createFollowing();
    follow(new Set(['a']), 0);
    expect(follow(new Set(['a', 'b']), 1_000)).toBe('a');
    expect(follow(new Set(['a', 'b']), 9_000)).toBe('a');
    expect(follow(new Set(['b']), 9_100)).toBe('b');
  });
});
