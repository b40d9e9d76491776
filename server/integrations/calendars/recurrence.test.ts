import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readDateTime } from './ics-times.ts';
import { readRule, wallTimesOf } from './recurrence.ts';

// Values of python-dateutil: testing/recurrences/README.md.
const rows = z
  .array(z.tuple([z.string(), z.string(), z.string(), z.array(z.string())]))
  .parse(
    JSON.parse(readFileSync(new URL('./testing/recurrences/recurrences.json', import.meta.url), 'utf8')),
  );

const wallOf = (text: string) => readDateTime(text).wall;
const written = (wall: number) => new Date(wall).toISOString().replace(/\.\d+Z|[-:]/g, '');
const YEAR = 366 * 86_400_000;
/** As far as the values were looked for, and as many of them. */
const REACH = { within: 1, other: 6, times: 10 };

test.each(rows)('%s from %s on gives, at %s, what dateutil gives', (text, start, from, times) => {
  const rule = readRule(text);
  if (rule === null) throw new Error(`no rule: ${text}`);
  const within = /FREQ=(?:HOURLY|MINUTELY|SECONDLY)/.test(text);
  const last = times.at(-1);
  const years = (within ? REACH.within : REACH.other) * YEAR;
  const until = last === undefined || times.length < REACH.times ? wallOf(from) + years : wallOf(last);
  const found = wallTimesOf(rule, { wall: wallOf(start), isDate: false }, wallOf(from), until);
  expect(found.map(written)).toEqual(times);
});
