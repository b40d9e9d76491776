import { describe, expect, test } from 'vitest';
import { daysAfter, hoursAfter, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { conversationState, conversationUntil, type Seat } from './conversation.ts';

const start = parseInstant('2026-03-12T17:30:00Z');
const end = hoursAfter(start, 1);
const seat = (more: Partial<Seat> = {}): Seat => ({
  confirmedAt: daysAfter(start, -3),
  start,
  end,
  endedAt: null,
  ...more,
});
const stateOf = (seats: Seat[], at = start) => conversationState(seats, at);

describe('who shares a session may write to each other', () => {
  test('from its confirmation until 30 days after its end', () => {
    expect(stateOf([seat()], daysAfter(start, -3))).toBe('open');
    expect(stateOf([seat({ endedAt: end })], daysAfter(end, 29))).toBe('open');
    expect(stateOf([seat({ endedAt: end })], minutesAfter(conversationUntil(end), -1))).toBe('open');
    expect(stateOf([seat({ endedAt: end })], conversationUntil(end))).toBe('over');
  });
  test('not while a request waits', () => {
    expect(stateOf([seat({ confirmedAt: null })])).toBe('none');
    expect(stateOf([])).toBe('none');
  });
  test('not once it was cancelled before the start; what was written can still be read for as long', () => {
    const calledOff = seat({ endedAt: daysAfter(start, -1) });
    expect(stateOf([calledOff], daysAfter(start, -1))).toBe('closed');
    expect(stateOf([calledOff], minutesAfter(conversationUntil(end), -1))).toBe('closed');
    expect(stateOf([calledOff], conversationUntil(end))).toBe('over');
    expect(stateOf([calledOff, seat({ confirmedAt: null })])).toBe('closed');
  });
  test('also after an absence, which ends a session after its start', () => {
    expect(stateOf([seat({ endedAt: minutesAfter(start, 10) })], daysAfter(end, 1))).toBe('open');
  });
  test('in a group as long as anybody is left in it', () => {
    expect(stateOf([seat({ endedAt: daysAfter(start, -1) }), seat()])).toBe('open');
  });
});
