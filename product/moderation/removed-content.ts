import type pg from 'pg';
import type { Json } from '#database/generated/types.ts';
import { AppError } from '#product/shared/errors.ts';
import type { CaseRow } from './case-row.ts';
import { showAgain } from './hidden-content.ts';
import { removeFilm, restoreFilm } from './reported-film.ts';
import { removePicture, restorePicture } from './reported-picture.ts';
import type { Evidence } from './rules/evidence.ts';

/**
 * The removed content, as its row had it. Of a file there is nothing: it is in the bucket
 * `evidence`.
 */
type Content = Record<string, Json>;

/** The title shown in place of a removed offer's. */
const REMOVED_TITLE = 'Offre retirée';

/**
 * Takes away what a case is about, for its author too, and keeps it apart: an appeal may give it
 * back. Of a page it takes the words, since its pictures, film and offers are reported alone, and
 * its name is that of a party to agreed sessions.
 * @throws AppError measure_not_possible when it is gone, or was taken away before
 */
export async function takeAway(
  db: pg.ClientBase,
  found: CaseRow,
  { decisionId, at }: { decisionId: string; at: Date },
): Promise<void> {
  const content = await takeContent(db, found, at);
  if (content === null) throw new AppError('measure_not_possible');
  await db.query(
    `insert into public.removals (decision_id, person_id, subject_kind, subject_id, removed_at, content) values ($1, $2, $3, $4, $5, $6)`,
    [decisionId, found.personId, found.kind, found.subjectId, at, JSON.stringify(content)],
  );
}

/**
 * Each locks the row before it reads it, so that what is kept is what was there, also when its
 * author saves at the same moment.
 */
async function takeContent(
  db: pg.ClientBase,
  { kind, subjectId, personId }: CaseRow,
  at: Date,
): Promise<Content | null> {
  switch (kind) {
    case 'profile': {
      const { rows } = await db.query(
        `with kept as (select id, headline, bio from public.streamers where id = $1::uuid and (headline <> '' or bio <> '') for update)
         update public.streamers s set headline = '', bio = '' from kept where s.id = kept.id returning kept.headline, kept.bio`,
        [subjectId],
      );
      return rows[0] ?? null;
    }
    case 'picture':
      return personId !== null && (await removePicture(db, personId, subjectId)) ? {} : null;
    case 'film':
      return personId !== null && (await removeFilm(db, personId, subjectId)) ? {} : null;
    case 'offer': {
      const { rows } = await db.query(
        `with kept as (
           select id, title, description, questions from public.offers where id = $1::uuid and removed_at is null for update)
         update public.offers o set title = $3, description = '', questions = '[]', removed_at = $2,
           withdrawn_at = coalesce(withdrawn_at, $2), archived_at = coalesce(archived_at, $2)
         from kept where o.id = kept.id returning kept.title, kept.description, kept.questions`,
        [subjectId, at, REMOVED_TITLE],
      );
      const [row] = rows;
      return row ? { ...row, questions: row.questions.map((question) => ({ ...question })) } : null;
    }
    case 'review': {
      const { rows } = await db.query(
        `with kept as (select id, body from public.reviews where id = $1::uuid and removed_at is null for update)
         update public.reviews r set body = '', removed_at = $2, hidden_at = coalesce(hidden_at, $2)
         from kept where r.id = kept.id returning kept.body`,
        [subjectId, at],
      );
      return rows[0] ?? null;
    }
    case 'message': {
      const { rows } = await db.query(
        `with kept as (select id, body from public.session_messages where id = $1::bigint and removed_at is null for update)
         update public.session_messages m set body = '', removed_at = $2, hidden_at = coalesce(hidden_at, $2)
         from kept where m.id = kept.id returning kept.body`,
        [subjectId, at],
      );
      return rows[0] ?? null;
    }
    case 'session':
      return null;
  }
}

/**
 * Gives back whole what a decision took away, and shows it again unless something else hides it.
 */
export async function giveBack(
  db: pg.ClientBase,
  found: CaseRow,
  { decisionId, removedAt, now }: { decisionId: string; removedAt: Date; now: Date },
): Promise<void> {
  const { rows } = await db.query(
    `with kept as (select decision_id, content from public.removals where decision_id = $1 and content is not null for update)
     update public.removals r set content = null, restored_at = $2 from kept where r.decision_id = kept.decision_id returning kept.content`,
    [decisionId, now],
  );
  const content = rows[0]?.content;
  if (!content) return;
  await putContent(db, found, content);
  if (found.kind !== 'profile' && found.kind !== 'picture' && found.kind !== 'film')
    await showAgain(db, found, removedAt);
}

async function putContent(
  db: pg.ClientBase,
  { id, kind, subjectId, personId }: CaseRow,
  content: Content,
): Promise<void> {
  const kept = JSON.stringify(content);
  switch (kind) {
    case 'profile':
      // A text that was written in the meantime stays.
      await db.query(
        `update public.streamers set headline = case when headline = '' then $2::jsonb ->> 'headline' else headline end,
           bio = case when bio = '' then $2::jsonb ->> 'bio' else bio end
         where id = $1::uuid`,
        [subjectId, kept],
      );
      return;
    case 'picture':
      if (personId !== null) await restorePicture(db, personId, subjectId);
      return;
    case 'film':
      if (personId !== null) await restoreFilm(db, personId, id);
      return;
    case 'offer':
      await db.query(
        `update public.offers set title = $2::jsonb ->> 'title', description = $2::jsonb ->> 'description', questions = $2::jsonb -> 'questions',
           removed_at = null
         where id = $1::uuid`,
        [subjectId, kept],
      );
      return;
    case 'review':
      await db.query(
        `update public.reviews set body = $2::jsonb ->> 'body', removed_at = null where id = $1::uuid`,
        [subjectId, kept],
      );
      return;
    case 'message':
      await db.query(
        `update public.session_messages set body = $2::jsonb ->> 'body', removed_at = null where id = $1::bigint`,
        [subjectId, kept],
      );
      return;
    case 'session':
      return;
  }
}

/**
 * Returns the outcome for the content that a decision removed; null of a decision that removed
 * nothing.
 */
export async function removalOf(db: pg.ClientBase, decisionId: string) {
  const { rows } = await db.query(
    'select removed_at, content, restored_at, erased_at from public.removals where decision_id = $1',
    [decisionId],
  );
  return rows[0] ?? null;
}

/** Shows removed content in the place where it was: for the team alone. */
export function asItWas(evidence: Evidence, content: Content): Evidence {
  const words = ['headline', 'bio', 'description', 'body'].flatMap((part) => {
    const text = content[part];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  return {
    ...evidence,
    title: typeof content.title === 'string' ? content.title : evidence.title,
    text: words.length > 0 ? words.join('\n\n') : evidence.text,
  };
}
