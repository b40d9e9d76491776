/** Vitest's set-up of every file: which random cases fast-check tries, and how many. It prints the seed of a failure. */
import fc from 'fast-check';
import { laneOfRun } from './lanes.ts';

const seed = process.env.TEST_SEED;
fc.configureGlobal({
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  // Where a test says no number of its own: fast-check's is 100.
  ...(laneOfRun === 'soak' ? { numRuns: 2_000 } : {}),
});
