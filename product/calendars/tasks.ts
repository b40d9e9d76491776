import { MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { importCalendars } from './import-calendars.ts';

/** Everything that this room does later. */
export const calendarsTasks = (siteUrl: () => string): readonly Task[] => [
  {
    name: 'calendars/import',
    every: MINUTE,
    probe: 'exists (select from public.calendars where next_fetch_at <= at)',
    run: importCalendars({ siteUrl }),
  },
];
