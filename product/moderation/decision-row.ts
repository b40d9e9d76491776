import { createHash } from 'node:crypto';
import type pg from 'pg';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { Decision } from './contract.ts';

const COLUMNS = `id, case_id, person_id, decided_by, measure, rule, facts, reason, decided_at, ends_at, cancelled_sessions, refunded_cents,
  appeal_until, appealed_at, appeal_body, appeal_outcome, appeal_reason, appeal_decided_at,
  shown_again_at`;

const OF_CASE = `select ${COLUMNS} from public.moderation_decisions where case_id = $1 for update` as const;

export type DecisionRow = Row<typeof OF_CASE>;

/** The decision about a case, locked until the transaction's end; null while there is none. */
export async function decisionOf(db: pg.ClientBase, caseId: string): Promise<DecisionRow | null> {
  const { rows } = await db.query(OF_CASE, [caseId]);
  return rows[0] ?? null;
}

/** The stored digest of a statement's secret. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The decision behind the secret of an address, or one's own by its id; null when there is none.
 * @param personId who asks; null: somebody who is not signed in
 */
export async function decisionBehind(
  db: pg.ClientBase,
  key: string,
  personId: string | null,
): Promise<DecisionRow | null> {
  const id = uuidOrNull(key);
  if (id !== null) {
    const { rows } = await db.query(
      `select ${COLUMNS} from public.moderation_decisions where id = $1 and person_id = $2 and measure <> 'none'`,
      [id, personId],
    );
    return rows[0] ?? null;
  }
  const { rows } = await db.query(
    `select ${COLUMNS} from public.moderation_decisions where token_hash = $1`,
    [hashOf(key)],
  );
  return rows[0] ?? null;
}

/** As both sides see it. */
export const decisionFrom = (row: DecisionRow): Decision => ({
  id: row.id,
  measure: row.measure,
  rule: row.rule,
  facts: row.facts,
  reason: row.reason,
  decidedAt: row.decided_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  cancelledSessions: row.cancelled_sessions,
  refundedCents: row.refunded_cents,
  shownAgainAt: row.shown_again_at?.toISOString() ?? null,
  appealUntil: row.appeal_until.toISOString(),
  appeal:
    row.appealed_at === null
      ? null
      : {
          at: row.appealed_at.toISOString(),
          body: row.appeal_body ?? '',
          outcome: row.appeal_outcome,
          reason: row.appeal_reason,
          decidedAt: row.appeal_decided_at?.toISOString() ?? null,
        },
});
