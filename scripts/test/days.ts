/** The days and hours at which calendars go wrong, run by `npm run soak` (docs/decisions/0115). */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { frenchHolidays } from '#product/availability/rules/holidays.ts';
import { type Instant, instantOf, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { type EpochDay, localDateOf, weekdayOf } from '#product/shared/time/local-date.ts';
import { epochDayAt, firstInstantAt, startOfDay, wallTimeOf } from '#product/shared/time/wall-time.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';

const ZONE = 'Europe/Paris' as ZoneName;
const MINUTES_PER_DAY = 24 * 60;

/** How long a day lasts there: 23 or 25 hours when the clocks change. */
const minutesOf = (day: EpochDay): number =>
  (startOfDay(ZONE, (day + 1) as EpochDay) - startOfDay(ZONE, day)) / MILLIS_PER_MINUTE;
const endsWith = (end: string) => (day: EpochDay) => localDateOf(day).endsWith(end);
const isHoliday = (day: EpochDay): boolean =>
  frenchHolidays(Number(localDateOf(day).slice(0, 4))).some(({ date }) => date === localDateOf(day));

/** A kind of day, and the time on its clock. Every hour of the list is that of one of them. */
const KINDS: readonly { name: string; is: (day: EpochDay) => boolean; time: string }[] = [
  { name: 'the 28th', is: endsWith('-28'), time: '12:00' },
  { name: 'the 29th', is: endsWith('-29'), time: '00:05' },
  { name: 'the 30th', is: endsWith('-30'), time: '12:00' },
  { name: 'the 31st', is: endsWith('-31'), time: '00:05' },
  { name: '29 February', is: endsWith('-02-29'), time: '12:00' },
  { name: 'the last minutes of a year', is: endsWith('-12-31'), time: '23:30' },
  { name: 'a night an hour short', is: (day) => minutesOf(day) < MINUTES_PER_DAY, time: '01:30' },
  { name: 'a night an hour long', is: (day) => minutesOf(day) > MINUTES_PER_DAY, time: '02:30' },
  { name: 'a Sunday', is: (day) => weekdayOf(day) === 7, time: '12:00' },
  { name: 'a bank holiday', is: isHoliday, time: '12:00' },
];

interface DayToTry {
  name: string;
  at: Instant;
}

/** The next day of each kind after today, at its time in Paris. A leap day may be eight years away. */
export function daysToTry(now: Date): DayToTry[] {
  const today = epochDayAt(ZONE, instantOf(now.getTime()));
  return KINDS.map(({ name, is, time }) => {
    let day = (today + 1) as EpochDay;
    while (!is(day)) day = (day + 1) as EpochDay;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const at = firstInstantAt(ZONE, wallTimeOf(day, hours * 60 + minutes));
    return { name: `${name}, ${localDateOf(day)} at ${time}`, at };
  });
}

const CLOCK = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts')).href;

/**
 * The environment in which a command, and what it starts, stands at another time.
 * @param ahead milliseconds after the machine's clock
 */
export const clockAhead = (ahead: number): Readonly<Record<string, string>> => ({
  TEST_AHEAD: String(ahead),
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${CLOCK}`.trim(),
});
