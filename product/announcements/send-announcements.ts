import type pg from 'pg';
import { postMail } from '#product/mail/outbox.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { announcement } from './mails/announcement.ts';

/** People reached in one transaction: what a process that dies leaves to be done again. */
const AT_ONCE = 100;

/**
 * Sends each announcement that is due, a hundred people at a time: their receipts, notifications
 * and mails are one transaction with how far it came, under the announcement's lock. A process that
 * dies takes its whole step with it, and the next one goes on from there; the key of the receipts
 * keeps anybody from being reached twice.
 */
export async function sendAnnouncements({ pool, now, signal }: Run): Promise<void> {
  while (!signal.aborted && (await inTransaction(pool, (db) => sendSome(db, now))));
}

/** @returns whether there may be more to do */
async function sendSome(db: pg.ClientBase, now: Date): Promise<boolean> {
  const { rows: due } = await db.query(
    `select id, segment, category, title, body, on_bell, by_mail, sent_through from public.announcements
     where send_at <= $1 and stopped_at is null and finished_at is null order by send_at, id limit 1 for update skip locked`,
    [now],
  );
  const [one] = due;
  if (!one) return false;
  const { rows: audience } = await db.query(
    'select person_id, agrees from private.announcement_audience($1, $2, $3, $4, $5)',
    [one.segment, one.category, now, one.sent_through, AT_ONCE],
  );
  const through = audience.at(-1)?.person_id;
  if (!through) {
    await db.query('update public.announcements set finished_at = $2 where id = $1', [one.id, now]);
    return true;
  }
  const { rows: reached } = await db.query(
    `insert into public.announcement_receipts (announcement_id, person_id, sent_at)
     select $1, person_id, $3 from unnest($2::uuid[]) as person_id order by person_id
     on conflict do nothing returning id, person_id`,
    [one.id, audience.map(({ person_id }) => person_id), now],
  );
  const people = reached.map(({ person_id }) => person_id);
  if (one.on_bell)
    await db.query(
      `insert into public.notifications (person_id, kind, data, created_at)
       select person_id, 'announcement', $2, $3 from unnest($1::uuid[]) as person_id`,
      [people, JSON.stringify({ event: 'announcement', title: one.title, body: one.body }), now],
    );
  const agreed = new Set(audience.flatMap(({ person_id, agrees }) => (agrees ? [person_id] : [])));
  const mailed = one.by_mail
    ? await mail(
        db,
        one,
        reached.filter(({ person_id }) => agreed.has(person_id)),
      )
    : 0;
  await db.query(
    `update public.announcements set sent_through = $2, sent_count = sent_count + $3, mailed_count = mailed_count + $4 where id = $1`,
    [one.id, through, people.length, mailed],
  );
  return true;
}

/**
 * Writes to those who agree. The consent is locked meanwhile: one that is withdrawn at this moment
 * comes first, or finds the mail sent.
 */
async function mail(
  db: pg.ClientBase,
  { title, body }: { title: string; body: string },
  receipts: readonly { id: string; person_id: string }[],
): Promise<number> {
  const { rows } = await db.query(
    `select c.person_id, p.first_name, u.email from public.announcement_consents c join public.profiles p on p.id = c.person_id
     join auth.users u on u.id = c.person_id where c.person_id = any($1::uuid[]) and u.email <> '' order by c.person_id for key share of c`,
    [receipts.map(({ person_id }) => person_id)],
  );
  const receiptOf = new Map(receipts.map(({ id, person_id }) => [person_id, id]));
  for (const { person_id: userId, first_name: firstName, email } of rows)
    await postMail(
      db,
      announcement,
      { to: email ?? '', userId, firstName },
      { receiptId: receiptOf.get(userId) ?? null, title, body },
    );
  return rows.length;
}
