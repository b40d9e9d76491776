import { z } from 'zod';
import { admin } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/** The commands of the admin's page about the running system. */

/**
 * Has what belongs together compared at once (product/system/rules/integrity.ts); one that waits
 * already is the answer.
 */
export const requestCheck = contract(
  'system/request-check',
  z.strictObject({}),
  z.object({ checkId: z.string() }),
  { access: admin },
);

/** Runs a task of the server now instead of when it is due. Refuses with `not_found`. */
export const runTask = contract(
  'system/run-task',
  z.strictObject({ name: z.string().min(1).max(100) }),
  z.object({ name: z.string() }),
  { access: admin },
);
