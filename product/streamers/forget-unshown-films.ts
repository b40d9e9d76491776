import type { Run } from '#server/jobs/runner.ts';

/**
 * Deletes films, posters and captions that were uploaded a day ago and that no page shows: somebody
 * left before they were done.
 */
export const forgetUnshownFilms = ({ pool, now }: Run) =>
  pool.query(
    `delete from storage.objects o where o.bucket_id = 'clips' and o.created_at < $1::timestamptz - interval '1 day'
       and not exists (select from public.films f
         where '/storage/v1/object/public/clips/' || o.name in (f.film_url, f.poster_url, f.captions_url))`,
    [now],
  );
