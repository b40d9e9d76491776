import type { Run } from '#server/jobs/runner.ts';

const DAY = 86_400_000;
/** No client sends a request again after so long. */
const KEPT_DAYS = 30;

/** Deletes what commands answered to keys that nobody will send again. */
export const forgetCommandKeys = ({ pool, now }: Run) =>
  pool.query('delete from private.command_keys where created_at < $1', [
    new Date(now.getTime() - KEPT_DAYS * DAY),
  ]);
