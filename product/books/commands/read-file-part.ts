import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readFilePart as contract } from '../contract.ts';

/**
 * A part of a long file, in which the memory holds one part of it and not the whole. Only for who
 * has just asked for the file, so that each part that is handed out belongs to a download that is
 * counted.
 */
export const readFilePart = serve({
  contract,
  async run({ db, person, input: { fileId, number }, now }) {
    const { rows } = await db.query(
      `select p.body from private.accounting_file_parts p where p.file_id = $1 and p.number = $2
         and exists (select from public.accounting_downloads d where d.file_id = p.file_id and d.downloaded_by = $3
           and d.downloaded_at > $4::timestamptz - interval '1 day')`,
      [fileId, number, person.id, now],
    );
    const [part] = rows;
    if (!part) throw new AppError('not_found');
    return { body: part.body.toString('utf8') };
  },
});
