import type pg from 'pg';
import type { Act, Entry, Side } from '#product/shared/audit-words.ts';

/**
 * One act upon a person's data, as the audit log keeps it. Ids only: a name or an address would
 * remain after its account is deleted.
 */
interface AuditEntry<Kept extends Entry> {
  at: Date;
  /** Null when Loge itself acts. */
  actorId: string | null;
  /** The contract of the command, or the act of the task. */
  action: { readonly name: string; readonly audit: Kept };
  subject: { table: string; id: string };
  before: Side<Kept['before']>;
  after: Side<Kept['after']>;
  reason: string;
}

/** The reason of steps in the team's own work, which ask for none: who has what, and what waits. */
export const WORK_REASON = 'Travail de l’équipe';

/** Writes the entry in the transaction of the act that it records. */
export async function audit<const Kept extends Entry>(
  db: pg.ClientBase,
  entry: AuditEntry<Kept>,
): Promise<void> {
  await db.query(
    `insert into public.audit_log (at, actor_id, action, subject_table, subject_id, before, after, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.at,
      entry.actorId,
      entry.action.name,
      entry.subject.table,
      entry.subject.id,
      entry.before,
      entry.after,
      entry.reason,
    ],
  );
}

/** Writes down who of the team reads the entries of each act, as contracts say it. The row of an act that is gone stays, as its entries do. */
export async function keepAuditReaders(pool: pg.Pool, acts: readonly Act[]): Promise<void> {
  await pool.query(
    `insert into private.audit_readers (action, read_by)
     select a.action, a.read_by from jsonb_to_recordset($1) as a (action text, read_by text[])
     on conflict (action) do update set read_by = excluded.read_by
     where audit_readers.read_by is distinct from excluded.read_by`,
    [JSON.stringify(acts.map(({ name, audit: { readBy } }) => ({ action: name, read_by: readBy })))],
  );
}
