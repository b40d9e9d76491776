import { MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { type LiveDeps, readLives, subscribeToLives } from './follow-lives.ts';
import { warnOfLives } from './warn-of-lives.ts';

/** Everything that this room does later. */
export const channelsTasks = (lives: LiveDeps): readonly Task[] => [
  { name: 'channels/warn-of-lives', every: MINUTE, run: warnOfLives },
  {
    name: 'channels/read-lives',
    every: lives.webhook === null ? MINUTE : 10 * MINUTE,
    run: readLives(lives),
  },
  { name: 'channels/subscribe-to-lives', every: 5 * MINUTE, run: subscribeToLives(lives) },
];
