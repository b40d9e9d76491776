import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { SubjectKind } from './rules/moderation.ts';
import type { SignalName } from './rules/signals.ts';

export interface CaseRow {
  id: string;
  number: number;
  kind: SubjectKind;
  subjectId: string;
  personId: string | null;
  title: string;
  state: 'open' | 'decided' | 'appealed' | 'closed';
  takenBy: string | null;
  takenUntil: Date | null;
  /** The rule that opened it; null: a report did. */
  signal: SignalName | null;
}

/** Reads a case and locks it until the transaction's end. @throws AppError case_not_found */
export async function lockCase(db: pg.ClientBase, caseId: string): Promise<CaseRow> {
  const { rows } = await db.query(
    `select id, number, subject_kind as kind, subject_id as "subjectId", person_id as "personId", title, state,
       taken_by as "takenBy", taken_until as "takenUntil", signal
     from public.moderation_cases where id = $1 for update`,
    [caseId],
  );
  const [row] = rows;
  if (!row) throw new AppError('case_not_found');
  return row;
}

/** @throws AppError case_not_taken unless it is this admin's at the moment */
export function requireTaken({ takenBy, takenUntil }: CaseRow, adminId: string, now: Date): void {
  if (takenBy !== adminId || takenUntil === null || takenUntil <= now) throw new AppError('case_not_taken');
}
