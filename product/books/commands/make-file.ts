import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { makeFile as contract } from '../contract.ts';
import { isSealed } from '../rules/files.ts';
import { writeFile } from '../write-file.ts';

/**
 * Makes a file of the books, and keeps it with its SHA-256 and its author. Anybody who has
 * identities read for it stands in the audit log.
 */
export const makeFile = (deps: ProductDeps) =>
  serve({
    contract,
    async run({ db, person, input: { kind, month, format = 'csv', reason }, now }) {
      const sealed = isSealed(kind);
      if (sealed && reason === undefined) throw new AppError('file_reason_required');
      const made = await writeFile(db, deps, { kind, month, format, authorId: person.id, now });
      if (sealed && reason !== undefined)
        await audit(db, {
          at: now,
          actorId: person.id,
          action: contract,
          subject: { table: 'accounting_files', id: made.fileId },
          before: null,
          after: { kind, year: month.slice(0, 4) },
          reason,
        });
      return made;
    },
  });
