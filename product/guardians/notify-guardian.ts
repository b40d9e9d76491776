import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { postMail } from '#product/mail/outbox.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { guardianTold } from './mails/told.ts';

/** The stored digest of the secret in a guardian's link. */
export const hashOfLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A link for one mail to a guardian. @returns its secret */
export async function newLink(db: pg.ClientBase, guardianshipId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await db.query(
    'insert into private.guardian_links (token_hash, guardianship_id, created_at) values ($1, $2, $3)',
    [hashOfLink(token), guardianshipId, now],
  );
  return token;
}

/**
 * Tells who answers for a minor of a payment, with a link to stop. Nobody is told of an adult's.
 */
export async function notifyGuardianOfPayment(
  db: pg.ClientBase,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<void> {
  const { rows } = await db.query(
    `select g.id, g.email, p.amount_cents, b.title, b.status, b.start_at, coalesce(s.display_name, 'Compte supprimé') as streamer_name,
       coalesce(private.abbreviated_name(o.first_name, o.last_name), 'Un membre de Loge') as minor_name
     from public.payments p
     join public.bookings b on b.id = p.booking_id
     join public.guardianships g on g.person_id = p.viewer_id and g.state = 'confirmed'
     join public.profiles o on o.id = p.viewer_id
     left join public.streamers s on s.id = p.streamer_id
     where p.id = $1 and private.is_minor(p.viewer_id, $2)`,
    [paymentId, now],
  );
  const [told] = rows;
  if (!told) return;
  await postMail(
    db,
    guardianTold,
    { to: told.email, userId: null, firstName: null },
    {
      event: told.status === 'requested' ? 'requested' : 'paid',
      minorName: told.minor_name ?? '',
      token: await newLink(db, told.id, now),
      amount: cents(told.amount_cents),
      title: told.title,
      streamerName: told.streamer_name ?? '',
      start: instantOf(told.start_at.getTime()),
    },
  );
}
