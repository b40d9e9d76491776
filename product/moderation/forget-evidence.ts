import type { Run } from '#server/jobs/runner.ts';

/**
 * Deletes reported pictures that were kept for a case, once it is over and can no longer be
 * appealed.
 */
export const forgetEvidence = ({ pool }: Run) =>
  pool.query(
    `delete from storage.objects o where o.bucket_id = 'evidence'
       and not private.is_evidence(split_part(o.name, '/', 2), '/storage/v1/object/public/' ||
         case when right(o.name, length(o.version) + 1) = '.' || o.version then left(o.name, -length(o.version) - 1) else o.name end)`,
  );
