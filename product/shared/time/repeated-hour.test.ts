import { expect, test } from 'vitest';
import { minutesAfter, parseInstant } from './instant.ts';
import { saidOfHours, seasonOf } from './repeated-hour.ts';

test.each<[string, string, 'été' | 'hiver' | null]>([
  ['Europe/Paris', '2026-10-24T23:59:59Z', null],
  ['Europe/Paris', '2026-10-25T00:00:00Z', 'été'],
  ['Europe/Paris', '2026-10-25T00:30:00Z', 'été'],
  ['Europe/Paris', '2026-10-25T01:00:00Z', 'hiver'],
  ['Europe/Paris', '2026-10-25T01:59:00Z', 'hiver'],
  ['Europe/Paris', '2026-10-25T02:00:00Z', null],
  ['Europe/Paris', '2026-03-29T01:00:00Z', null],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', 'été'],
  ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', 'hiver'],
  ['Asia/Tokyo', '2026-10-25T00:30:00Z', null],
])('in %s at %s it is %s', (zone, at, season) => {
  expect(seasonOf(zone, parseInstant(at))).toBe(season);
});

test.each<[string, number, object]>([
  ['2026-10-25T00:30:00Z', 30, { start: null, end: 'hiver' }],
  ['2026-10-24T23:30:00Z', 45, { start: null, end: 'été' }],
  ['2026-10-25T00:30:00Z', 90, { start: 'été', end: null }],
  ['2026-10-25T01:30:00Z', 45, { start: 'hiver', end: null }],
  ['2026-10-25T10:30:00Z', 45, { start: null, end: null }],
])('a session from %s of %d minutes', (at, minutes, said) => {
  const start = parseInstant(at);
  expect(saidOfHours('Europe/Paris', start, minutesAfter(start, minutes))).toEqual(said);
});
