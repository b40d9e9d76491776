import type pg from 'pg';
import type { Cents } from '#domain/money/cents.ts';
import { payoutSent } from '#server/mail/notice/payout-sent.ts';
import { postMail } from '#server/mail/outbox.ts';

/** Tells a streamer that a payout was sent, in the transaction that says so. */
export async function tellPayoutSent(
  db: pg.ClientBase,
  { streamerId, amount, now }: { streamerId: string; amount: Cents; now: Date },
): Promise<void> {
  const { rows } = await db.query<{ email: string | null; first_name: string | null }>(
    `with told as (
       insert into public.notifications (person_id, kind, data, created_at)
       select id, 'payout_sent', jsonb_build_object('side', 'streamer', 'news', 'payout_sent', 'amountCents', $2::integer), $3
       from public.profiles where id = $1 returning person_id
     )
     select u.email, p.first_name from told join public.profiles p on p.id = told.person_id join auth.users u on u.id = p.id`,
    [streamerId, amount, now],
  );
  const [person] = rows;
  // The account may be gone; its money is still its person's.
  if (!person?.email) return;
  const recipient = { to: person.email, userId: streamerId, firstName: person.first_name };
  await postMail(db, payoutSent, recipient, { amount });
}
