import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { recordDeposit as contract } from '../contract.ts';
import { DECLARATIONS } from '../rules/files.ts';
import { refuseUnfinished } from '../write-file.ts';

/**
 * Whether one of the same year was handed in after this one was made: it would say again, or not
 * say, what that one did.
 */
const OUTDATED = `select exists (select from public.accounting_deposits d join public.accounting_files o on o.id = d.file_id
    where o.first_day = f.first_day and d.deposited_at > f.made_at and o.id <> f.id) as outdated,
    exists (select from public.accounting_deposits d where d.file_id = f.id) as done, to_char(f.last_day, 'YYYY-MM-DD') as "lastDay"
  from public.accounting_files f where f.id = $1 and f.kind = any($2)`;

/**
 * Notes that the administration has a declaration: those that are made from now on add to it or
 * correct it.
 */
export const recordDeposit = serve({
  contract,
  async run({ db, person, input: { fileId, reason }, now }) {
    // Of two at once the second reads what the first wrote; declarations that are being made are
    // waited for, and later ones wait.
    await db.query('lock table public.accounting_deposits in share row exclusive mode');
    const { rows } = await db.query(OUTDATED, [fileId, [...DECLARATIONS]]);
    const [file] = rows;
    if (!file) throw new AppError('not_found');
    refuseUnfinished(file.lastDay ?? '', now);
    if (file.done) throw new AppError('already_done');
    if (file.outdated) throw new AppError('declaration_outdated');
    await db.query(
      // After each declaration that was made without it, whichever was asked for first.
      `insert into public.accounting_deposits (file_id, reference, deposited_at, deposited_by)
       select $1, $2, greatest($3, max(f.made_at) + interval '1 millisecond'), $4 from public.accounting_files f where f.kind = any($5)`,
      [fileId, reason, now, person.id, [...DECLARATIONS]],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'accounting_files', id: fileId },
      before: { deposited: false },
      after: { deposited: true },
      reason,
    });
    return { fileId };
  },
});
