import { describe, expect, test } from 'vitest';
import { MOST_UNREAD } from '#product/availability/rules/unread-events.ts';
import { busyTimes } from './busy-times.ts';
import { at, calendar, event, question, read, short } from './testing/written-calendar.ts';

const busy = (...lines: string[]) => read(calendar(event(...lines))).busy;
/** Reason, name and number of what is told. */
const told = (...lines: string[]) =>
  busyTimes(calendar(event(...lines)), question).unread.map(({ reason, name, events, starts }) => [
    reason,
    name,
    events,
    starts.map(short),
  ]);

describe('what cannot be read', () => {
  test.each<[string, string[], string[], unknown[]]>([
    [
      'a zone that nobody knows is read as the streamer’s, and told',
      ['DTSTART;TZID=Bureau de Léa:20260312T183000', 'DURATION:PT1H'],
      ['03-12T17:30/03-12T18:30'],
      [['unknown_zone', 'Bureau de Léa', 1, ['03-12T17:30']]],
    ],
    [
      'an empty name of a zone, too',
      ['DTSTART;TZID=:20260312T183000', 'DURATION:PT1H'],
      ['03-12T17:30/03-12T18:30'],
      [['unknown_zone', '', 1, ['03-12T17:30']]],
    ],
    [
      'a zone of which only the offset is known is read by it, and told',
      ['DTSTART;TZID=(UTC-05:00) Bureau de Léa:20260712T183000', 'DURATION:PT1H'],
      ['07-12T23:30/07-13T00:30'],
      [['unsure_zone', '(UTC-05:00) Bureau de Léa', 1, ['07-12T23:30']]],
    ],
    ['but not of what closes nothing', ['DTSTART;TZID=x:20260312T183000', 'TRANSP:TRANSPARENT'], [], []],
    [
      'a rule that is none keeps its first time',
      [...at('20260312T183000'), 'RRULE:FREQ=SOMETIMES'],
      ['03-12T17:30/03-12T18:30'],
      [['bad_rule', 'FREQ=SOMETIMES', 1, ['03-12T17:30']]],
    ],
    [
      'a rule with a day that no month has, likewise',
      [...at('20260312T183000'), 'RRULE:FREQ=MONTHLY;BYMONTHDAY=32'],
      ['03-12T17:30/03-12T18:30'],
      [['bad_rule', 'FREQ=MONTHLY;BYMONTHDAY=32', 1, ['03-12T17:30']]],
    ],
    [
      'a rule by the second, likewise',
      [...at('20260312T183000', 'PT1S'), 'RRULE:FREQ=SECONDLY'],
      ['03-12T17:30/03-12T17:30'],
      [['endless_rule', 'FREQ=SECONDLY', 1, ['03-12T17:30']]],
    ],
    [
      'an end of a rule that is none, likewise',
      [...at('20260312T183000'), 'RRULE:FREQ=DAILY;UNTIL=demain'],
      ['03-12T17:30/03-12T18:30'],
      [['bad_rule', 'FREQ=DAILY;UNTIL=demain', 1, ['03-12T17:30']]],
    ],
    [
      'an exception that is none leaves the rest',
      [...at('20260312T183000'), 'EXDATE:hier', 'RRULE:FREQ=DAILY;COUNT=1'],
      ['03-12T17:30/03-12T18:30'],
      [['bad_time', 'hier', 1, ['03-12T17:30']]],
    ],
    ['no start', ['DTEND:20260312T183000Z'], [], [['no_start', null, 1, []]]],
    [
      'an impossible day',
      ['DTSTART:20260330T100000Z', 'DTEND:20260431T100000Z'],
      [],
      [['bad_time', '20260431T100000Z', 1, []]],
    ],
    ['a length that is none', at('20260312T183000', '1 heure'), [], [['bad_length', '1 heure', 1, []]]],
    ['a line that is none', ['DTSTART 20260312T183000Z'], [], [['broken_line', null, 1, []]]],
  ])('%s', (_what, lines, expected, unread) => {
    expect(busy(...lines)).toEqual(expected);
    expect(told(...lines)).toEqual(unread);
  });

  test('is told together by its reason, with a few of its dates, and bounded', () => {
    const strange = Array.from({ length: 30 }, (_, index) =>
      event(
        `UID:${index}`,
        `DTSTART;TZID=Zone ${index % 2}:202604${String(index + 1).padStart(2, '0')}T100000`,
        'DURATION:PT1H',
      ),
    );
    const { unread } = busyTimes(calendar(...strange), question);
    expect(unread.map(({ name, events, starts }) => [name, events, starts.length])).toEqual([
      ['Zone 0', 15, 5],
      ['Zone 1', 15, 5],
    ]);
    const many = Array.from({ length: 300 }, (_, index) =>
      event(`UID:${index}`, `DTSTART;TZID=Zone ${index}:20260401T100000`, 'DURATION:PT1H'),
    );
    const bounded = busyTimes(calendar(...many), question).unread;
    expect(bounded.length).toBeLessThanOrEqual(MOST_UNREAD.reasons + 1);
    expect(bounded.reduce((sum, { events }) => sum + events, 0)).toBe(300);
  });
});
