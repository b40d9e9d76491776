import type pg from 'pg';
import type { AuditAction, AuditSide } from '#product/audit-actions.ts';

/** One act upon a person's data, as the audit log keeps it. Ids only: a name or an address would remain after its account is deleted. */
export interface AuditEntry<A extends AuditAction> {
  at: Date;
  /** Null when Loge itself acts. */
  actorId: string | null;
  /** The command's or the task's name. */
  action: A;
  subject: { table: string; id: string };
  before: AuditSide<A, 'before'>;
  after: AuditSide<A, 'after'>;
  reason: string;
}

/** The reason of steps in the team's own work, which ask for none: who has what, and what waits. */
export const WORK_REASON = 'Travail de l’équipe';

/** Writes the entry in the transaction of the act that it records. */
export async function audit<A extends AuditAction>(db: pg.ClientBase, entry: AuditEntry<A>): Promise<void> {
  await db.query(
    `insert into public.audit_log (at, actor_id, action, subject_table, subject_id, before, after, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.at,
      entry.actorId,
      entry.action,
      entry.subject.table,
      entry.subject.id,
      entry.before,
      entry.after,
      entry.reason,
    ],
  );
}
