import { MINUTE, SECOND } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { carryOutDeadlines } from './carry-out-deadlines.ts';
import { closeSilentAdmissions } from './close-silent.ts';
import { endLapsedExtensions } from './extension/end-lapsed.ts';
import type { MediaKeeper } from './keep-media.ts';
import type { Pulse } from './outages.ts';

/** Kicked when a server of media is lost. */
export const REBUILD_MEDIA = 'conference/rebuild-media';

/** Everything that this room does later. */
export const conferenceTasks = (mediaKeeper: MediaKeeper, pulse: Pulse): readonly Task[] => [
  // About each process itself: its sign of life, and what it keeps in memory.
  { name: 'server/give-sign-of-life', every: 5 * SECOND, where: 'each process', run: () => pulse.beat() },
  {
    name: 'conference/sweep-media',
    every: 10 * SECOND,
    where: 'each process',
    run: () => mediaKeeper.sweep(),
  },
  { name: REBUILD_MEDIA, every: null, where: 'each process', run: () => mediaKeeper.rebuildLost() },
  {
    name: 'booking/carry-out-deadlines',
    every: MINUTE,
    probe: 'exists (select from public.bookings where due_at <= at)',
    async run(run) {
      // The outage must be recorded first: right after a machine's sleep this might run before the sign of life.
      await pulse.beat();
      await carryOutDeadlines(run);
    },
  },
  {
    name: 'conference/end-lapsed-extensions',
    every: MINUTE,
    probe:
      "exists (select from public.session_extensions where state in ('offered', 'accepted', 'paying') and until_at <= at)",
    run: endLapsedExtensions,
  },
  { name: 'conference/close-silent-admissions', every: 10 * SECOND, run: closeSilentAdmissions },
];
