import { describe, expect, test } from 'vitest';
import { readProperty } from './ics-property.ts';

const read = (line: string) => {
  const found = readProperty(line);
  return found === null ? null : [found.name, found.params, found.value];
};

describe('a line of a time', () => {
  const zones = [
    '(UTC-05:00) Eastern Time (US & Canada)',
    'UTC+08:00',
    'GMT+01:00/GMT+02:00',
    'tzone://Microsoft/Custom',
    '(GMT-08:00) Pacific Time (US & Canada); Tijuana',
    '(UTC+02:00) Helsinki, Kyiv, Riga',
    '(UTC-05:00) Eastern Time (US &amp\\; Canada)',
    'Europe/Paris',
    'Bureau : 12:30',
  ];
  const values = ['20260312T183000', '2026-03-12T18:30:00', '20260312', '20260312T183000Z,20260313T183000Z'];

  test.each(zones)('has its zone whole, in quotes or not: %s', (zone) => {
    for (const name of ['DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'])
      for (const value of values)
        for (const written of [zone, `"${zone}"`]) {
          expect(read(`${name};TZID=${written}:${value}`)).toEqual([name, { TZID: zone }, value]);
          expect(read(`${name};VALUE=DATE-TIME;TZID=${written}:${value}`)).toEqual([
            ...[name, { VALUE: 'DATE-TIME', TZID: zone }, value],
          ]);
          expect(read(`${name};TZID=${written};X-FOO=1:${value}`)).toEqual([
            ...[name, { TZID: zone, 'X-FOO': '1' }, value],
          ]);
        }
  });

  test.each([
    'DTSTART;X-FOO;TZID=Europe/Paris:20260312T183000',
    'dtstart;tzid=Europe/Paris;X-FOO:20260312T183000',
    'DTSTART;TZID=Europe/Paris;:20260312T183000',
    'DTSTART;;TZID=Europe/Paris:20260312T183000',
    'DTSTART ; TZID = Europe/Paris : 20260312T183000',
    'DTSTART;TZID="Europe/Paris:20260312T183000',
    'DTSTART;=;TZID=Europe/Paris:20260312T183000',
  ])('is read with parameters that are none: %s', (line) => {
    expect(read(line)).toEqual(['DTSTART', { TZID: 'Europe/Paris' }, '20260312T183000']);
  });

  test('keeps a value that is no time, for what is told', () => {
    expect(read('EXDATE;TZID=Europe/Paris:hier')).toEqual(['EXDATE', { TZID: 'Europe/Paris' }, 'hier']);
    expect(read('RDATE;VALUE=PERIOD:20260312T183000Z/PT1H')?.[2]).toBe('20260312T183000Z/PT1H');
    expect(read('DTSTART 20260312T183000Z')).toBeNull();
  });
});

test.each<[string, Record<string, string>, string]>([
  ['ATTENDEE;CN=Dupont: Jean;PARTSTAT=DECLINED:mailto:a@exemple.fr', { CN: 'Dupont: Jean' }, 'DECLINED'],
  ['ATTENDEE;CN="Dupont; Jean";PARTSTAT=DECLINED:MAILTO:a@exemple.fr', { CN: 'Dupont; Jean' }, 'DECLINED'],
  [
    'ATTENDEE;RSVP;MEMBER="mailto:x@y.fr","mailto:z@y.fr";PARTSTAT=ACCEPTED:mailto:a@exemple.fr',
    { MEMBER: 'mailto:x@y.fr' },
    'ACCEPTED',
  ],
])('a guest is read whole: %s', (line, params, answer) => {
  const found = readProperty(line);
  expect(found?.params).toEqual({ ...params, PARTSTAT: answer });
  expect(found?.value.toLowerCase()).toBe('mailto:a@exemple.fr');
});

test('a line of a million quotes, semicolons or colons takes no time', () => {
  const started = process.cpuUsage();
  for (const piece of ['"', ';', ':', '=', ';a="b";', ': ', ':2026']) {
    readProperty(`DTSTART;TZID=${piece.repeat(1_000_000)}`);
    readProperty(`ATTENDEE;CN=${piece.repeat(1_000_000)}`);
  }
  expect(process.cpuUsage(started).user).toBeLessThan(15_000_000);
});
