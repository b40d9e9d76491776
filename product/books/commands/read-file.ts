import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readFile as contract } from '../contract.ts';

/**
 * The text of a file as it was made, with the SHA-256 of its bytes. Who takes it along is noted,
 * with what was handed out.
 */
export const readFile = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person, input: { fileId, reason }, now }) {
      const { rows } = await db.query(
        `select f.name, f.body, f.parts, f.sealed, f.media_type, encode(f.digest, 'hex') as digest from public.accounting_files f where f.id = $1`,
        [fileId],
      );
      const [file] = rows;
      if (!file) throw new AppError('not_found');
      if (file.sealed) {
        if (reason === undefined) throw new AppError('file_reason_required');
        if (file.body.length === 0) throw new AppError('file_emptied');
        await audit(db, {
          at: now,
          actorId: person.id,
          action: contract,
          subject: { table: 'accounting_files', id: fileId },
          before: null,
          after: { digest: file.digest },
          reason,
        });
      }
      await db.query(
        `insert into public.accounting_downloads (file_id, digest, downloaded_at, downloaded_by)
         select f.id, f.digest, $2, $3 from public.accounting_files f where f.id = $1`,
        [fileId, now, person.id],
      );
      const encoding: 'base64' | 'utf8' = file.media_type === 'application/pdf' ? 'base64' : 'utf8';
      const body = file.sealed ? seal.openFile(fileId, file.body) : file.body.toString(encoding);
      return { name: file.name, body, parts: file.parts, encoding, digest: file.digest ?? '' };
    },
  });
