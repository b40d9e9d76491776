import { HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetUnshownFilms } from './forget-unshown-films.ts';

/** Everything that this room does later. */
export const streamersTasks: readonly Task[] = [
  { name: 'streamers/forget-unshown-films', every: HOUR, run: forgetUnshownFilms },
];
