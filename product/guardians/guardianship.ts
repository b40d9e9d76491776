import type pg from 'pg';
import type { MailKind } from '#product/mail/mail-kind.ts';
import { postMail } from '#product/mail/outbox.ts';
import { AppError } from '#product/shared/errors.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { guardianAnswered } from './mails/answered.ts';
import { hashOfLink } from './notify-guardian.ts';

const BY_LINK =
  `select g.id, g.person_id, g.email, g.guardian_name, g.monthly_cents, g.state, g.asked_at, g.expires_at,
    private.is_minor(g.person_id, $2) as is_minor, coalesce(private.abbreviated_name(p.first_name, p.last_name), 'Un membre de Loge') as minor_name
  from private.guardian_links l
  join public.guardianships g on g.id = l.guardianship_id
  join public.profiles p on p.id = g.person_id
  where l.token_hash = $1 and not exists (
    select from public.guardianships later where later.person_id = g.person_id and later.id <> g.id and later.confirmed_at >= g.ended_at)` as const;
export type Guardianship = Row<typeof BY_LINK>;

/**
 * Reads the guardianship that the link of a mail leads to.
 * @throws AppError guardianship_not_found, also once its minor has come of age, and once another
 *   guardian has confirmed: what that one allows is no longer the former one's to see or to stop
 */
export async function readByLink(db: pg.ClientBase, token: string, now: Date): Promise<Guardianship> {
  const { rows } = await db.query(BY_LINK, [hashOfLink(token), now]);
  const [found] = rows;
  if (!found?.is_minor) throw new AppError('guardianship_not_found');
  return found;
}

/**
 * The same, locked until the transaction ends: of two decisions at once the second finds the first.
 */
export async function lockByLink(db: pg.ClientBase, token: string, now: Date): Promise<Guardianship> {
  const { id } = await readByLink(db, token, now);
  await db.query('select from public.guardianships where id = $1 for update', [id]);
  return readByLink(db, token, now);
}

type Answer = typeof guardianAnswered extends MailKind<infer Event> ? Event : never;

/** Tells the minor what was decided, by mail. */
export async function tellMinor(db: pg.ClientBase, personId: string, answer: Answer): Promise<void> {
  const { rows } = await db.query(
    'select u.email, p.first_name from auth.users u join public.profiles p on p.id = u.id where u.id = $1',
    [personId],
  );
  const [person] = rows;
  if (person?.email)
    await postMail(
      db,
      guardianAnswered,
      { to: person.email, userId: personId, firstName: person.first_name },
      answer,
    );
}
