import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { CaseRow } from './case-row.ts';
import { restoreFilm } from './reported-film.ts';
import { restorePicture } from './reported-picture.ts';

/**
 * Hides what a case is about from all but its author; what was hidden before, by hand or by its
 * owner, keeps that moment.
 * @throws AppError measure_not_possible when it is gone
 */
export async function hide(db: pg.ClientBase, found: CaseRow, at: Date): Promise<void> {
  const { rowCount } = await hideRow(db, found, at);
  if (rowCount !== 1) throw new AppError('measure_not_possible');
}

async function hideRow(db: pg.ClientBase, { kind, subjectId }: CaseRow, at: Date) {
  switch (kind) {
    case 'profile':
      return db.query(
        'update public.streamers set withheld_at = coalesce(withheld_at, $2) where id = $1::uuid',
        [subjectId, at],
      );
    case 'offer':
      return db.query(
        `update public.offers set withdrawn_at = coalesce(withdrawn_at, $2), archived_at = coalesce(archived_at, $2)
         where id = $1::uuid`,
        [subjectId, at],
      );
    case 'review':
      return db.query('update public.reviews set hidden_at = coalesce(hidden_at, $2) where id = $1::uuid', [
        subjectId,
        at,
      ]);
    case 'message':
      return db.query(
        'update public.session_messages set hidden_at = coalesce(hidden_at, $2) where id = $1::bigint',
        [subjectId, at],
      );
    // Files are taken away (product/moderation/rules/moderation.ts).
    case 'picture':
    case 'film':
    case 'session':
      return { rowCount: 0 };
  }
}

/**
 * Shows again what was hidden at that moment, and nothing that something else hides: by hand or by
 * its owner. What another decision hides too stays hidden, from then on by that one.
 */
export async function showAgain(db: pg.ClientBase, found: CaseRow, hiddenAt: Date): Promise<void> {
  const { id, kind, subjectId, personId } = found;
  const still = await hiddenByAnother(db, found);
  switch (kind) {
    case 'profile':
      await db.query(
        'update public.streamers set withheld_at = $3 where id = $1::uuid and withheld_at = $2',
        [subjectId, hiddenAt, still],
      );
      return;
    // Until files were taken away, they were « hidden » by the same act.
    case 'picture':
      if (personId !== null) await restorePicture(db, personId, subjectId);
      return;
    case 'film':
      if (personId !== null) await restoreFilm(db, personId, id);
      return;
    case 'offer':
      await db.query(
        `update public.offers set withdrawn_at = $3, archived_at = case when archived_at <> $2 then archived_at else $3 end
         where id = $1::uuid and withdrawn_at = $2`,
        [subjectId, hiddenAt, still],
      );
      return;
    case 'review':
      await db.query('update public.reviews set hidden_at = $3 where id = $1::uuid and hidden_at = $2', [
        subjectId,
        hiddenAt,
        still,
      ]);
      return;
    case 'message':
      await db.query(
        'update public.session_messages set hidden_at = $3 where id = $1::bigint and hidden_at = $2',
        [subjectId, hiddenAt, still],
      );
      return;
    case 'session':
      return;
  }
}

/**
 * When another decision about the same thing hid it or took it away, and stands; null when none
 * does.
 */
async function hiddenByAnother(
  db: pg.ClientBase,
  { id, kind, subjectId, personId }: CaseRow,
): Promise<Date | null> {
  const { rows } = await db.query(
    `select max(d.decided_at) as at from public.moderation_cases c join public.moderation_decisions d on d.case_id = c.id
     where c.subject_kind = $1 and c.subject_id = $2 and c.person_id is not distinct from $3 and c.id <> $4
       and d.measure in ('hide', 'remove') and d.shown_again_at is null and d.appeal_outcome is distinct from 'overturned'
       -- Of a page only its words are taken away: it is shown.
       and not (c.subject_kind = 'profile' and d.measure = 'remove')`,
    [kind, subjectId, personId, id],
  );
  return rows[0]?.at ?? null;
}
