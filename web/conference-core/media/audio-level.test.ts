import { expect, test } from 'vitest';
import { type Heard, hear, soundOf, startListening } from './audio-level.ts';

/** Levels ten times a second. */
const after = (levels: readonly number[], from: Heard = startListening(0), at = 0): [Heard, number] => [
  levels.reduce((heard, level, index) => hear(heard, level, at + (index + 1) * 100), from),
  at + levels.length * 100,
];
const times = (count: number, level: number) => Array.from({ length: count }, () => level);

test('a microphone that gives exact zeros is off, and that shows soon', () => {
  expect(soundOf(...after(times(49, 0)))).toBe('unknown');
  expect(soundOf(...after(times(50, 0)))).toBe('none');
});

test('one that only gives its own noise is quiet, after a while', () => {
  expect(soundOf(...after(times(79, 0.005)))).toBe('unknown');
  expect(soundOf(...after(times(80, 0.005)))).toBe('quiet');
});

test('who was heard once may be silent', () => {
  const [spoke, at] = after([0.3]);
  expect(soundOf(...after(times(300, 0.005), spoke, at))).toBe('heard');
});

test('a microphone that the system holds back in the middle is told at once', () => {
  const [spoke, at] = after([0.3]);
  expect(soundOf(spoke, at, true)).toBe('none');
});
