import type { Run } from '#server/jobs/runner.ts';

/** Deletes files that were uploaded a day ago and never sent along with anything. */
export const forgetUnsentFiles = ({ pool, now }: Run) =>
  pool.query(
    `delete from storage.objects o where o.bucket_id = 'attachments' and o.created_at < $1::timestamptz - interval '1 day'
       and not exists (select from public.attachments a where a.id = private.id_of_attachment(o.name))`,
    [now],
  );
