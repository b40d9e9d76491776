import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInstant } from '#product/shared/time/instant.ts';
import { busyTimes } from './busy-times.ts';

// Calendars of the kinds that public bug reports show, with the right values and where these come from: testing/cases/README.md.
const folder = new URL('./testing/cases/', import.meta.url);
const pair = z.tuple([z.iso.datetime(), z.iso.datetime()]);
const caseSchema = z.object({
  name: z.string(),
  want: z.array(pair),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  zone: z.string(),
});
const casesOf = (file: string) =>
  z.array(caseSchema).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
const cases = casesOf('expected.json');

const written = (instant: number) => new Date(instant).toISOString().replace('.000', '');

test.each(cases.map((one) => [one.name, one] as const))('%s', (name, { want, from, to, zone }) => {
  const text = readFileSync(new URL(`${name}.ics`, folder), 'utf8');
  const window = { start: parseInstant(from), end: parseInstant(to) };
  const { busy } = busyTimes(text, { window, zone, ownHost: null });
  expect(busy.map(({ start, end }) => [written(start), written(end)])).toEqual(want);
});

test('every calendar among the cases has its values', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ics'));
  expect(files.map((file) => file.replace('.ics', '')).sort()).toEqual(cases.map(({ name }) => name).sort());
});

// Random calendars, with what other programs find in them: testing/compared/README.md.
const compared = z
  .array(z.object({ text: z.array(z.string()), want: z.array(z.tuple([z.string(), z.string()])) }))
  .parse(JSON.parse(readFileSync(new URL('./testing/compared/compared.json', import.meta.url), 'utf8')));
const months = { start: parseInstant('2026-03-01T00:00:00Z'), end: parseInstant('2026-12-01T00:00:00Z') };
const toTheMinute = (instant: number) => written(instant).replace(':00Z', 'Z');

test.each(compared.map((row, index) => [index, row] as const))(
  'random calendar %d is read as icalendar and recurring-ical-events read it',
  (_index, { text, want }) => {
    const { busy, skipped } = busyTimes(`${text.join('\r\n')}\r\n`, {
      ...{ window: months, zone: 'Europe/Paris', ownHost: null },
    });
    expect(busy.map(({ start, end }) => [toTheMinute(start), toTheMinute(end)])).toEqual(want);
    expect(skipped).toBe(0);
  },
);
