import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readThread as contract } from '../contract.ts';

/** As many of the person's bookings, payments and sanctions as stand beside a thread. */
const BESIDE = 5;

/** A thread as an admin works on it: both sides, the notes, whose it is and what they did here. */
export const readThread = serve({
  contract,
  async run({ db, person: admin, input: { threadId }, now }) {
    const { rows } = await db.query(
      `select t.id, t.number, t.subject, t.context, t.booking_id, t.payment_id, t.state, t.opened_at, t.waiting_since, t.first_answered_at,
         t.person_id, t.email, t.name, t.assignee_id, nullif(concat_ws(' ', a.first_name, a.last_name), '') as assignee_name,
         b.title, b.price_cents, s.display_name as streamer
       from public.support_threads t left join public.profiles a on a.id = t.assignee_id
       left join public.bookings b on b.id = t.booking_id left join public.streamers s on s.id = b.streamer_id
       where t.id = $1`,
      [threadId],
    );
    const [thread] = rows;
    if (!thread) throw new AppError('thread_not_found');
    const { rows: messages } = await db.query(
      `select m.id, m.side, m.via, m.body, m.folded, m.sent_at, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author
       from public.support_messages m left join public.profiles p on p.id = m.author_id where m.thread_id = $1 order by m.id`,
      [threadId],
    );
    const { rows: notes } = await db.query(
      `select n.id, n.body, n.created_at, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author
       from public.support_notes n left join public.profiles p on p.id = n.author_id where n.thread_id = $1 order by n.id`,
      [threadId],
    );
    const { rows: team } = await db.query(
      `select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), 'Admin') as name from public.profiles p where role = 'admin'
         and exists (select from public.team_roles r where r.person_id = p.id and r.role in ('all', 'support'))
       order by name, id`,
    );
    const person = thread.person_id === null ? null : await personOf(db, thread.person_id, now);
    return {
      id: thread.id,
      number: thread.number,
      subject: thread.subject,
      context: thread.context,
      bookingId: thread.booking_id,
      paymentId: thread.payment_id,
      state: thread.state,
      openedAt: thread.opened_at.toISOString(),
      waitingSince: thread.waiting_since?.toISOString() ?? null,
      firstAnsweredAt: thread.first_answered_at?.toISOString() ?? null,
      assignee:
        thread.assignee_id === null
          ? null
          : { id: thread.assignee_id, name: thread.assignee_name ?? 'Admin' },
      team: team.map(({ id, name }) => ({ id, name: name ?? 'Admin' })),
      messages: messages.map(({ sent_at: at, ...message }) => ({ ...message, at: at.toISOString() })),
      notes: notes.map(({ created_at: at, ...note }) => ({ ...note, at: at.toISOString() })),
      me: admin.firstName,
      name: person?.name ?? thread.name ?? 'Sans nom',
      email: thread.email ?? person?.email ?? '',
      person: person?.facts ?? null,
      booking:
        thread.title === null || thread.price_cents === null
          ? null
          : { title: thread.title, streamer: thread.streamer, priceCents: thread.price_cents },
    };
  },
});

/**
 * Reads the thread's person: since when they are here, what they booked or gave and paid last, and
 * what was decided about them.
 */
async function personOf(db: pg.ClientBase, personId: string, now: Date) {
  const { rows } = await db.query(
    `select p.id, p.first_name, nullif(concat_ws(' ', p.first_name, p.last_name), '') as name, p.role, p.created_at, u.email,
       coalesce(u.banned_until > $2, false) as suspended
     from public.profiles p join auth.users u on u.id = p.id where p.id = $1`,
    [personId, now],
  );
  const { rows: bookings } = await db.query(
    `select b.id, b.title, b.start_at, b.status, b.price_cents, s.display_name as streamer
     from public.bookings b left join public.streamers s on s.id = b.streamer_id
     where b.viewer_id = $1 or b.streamer_id = $1 order by b.start_at desc limit $2`,
    [personId, BESIDE],
  );
  const { rows: payments } = await db.query(
    `select id, captured_cents, refunded_cents, state, created_at from public.payments where viewer_id = $1
     order by created_at desc limit $2`,
    [personId, BESIDE],
  );
  const { rows: sanctions } = await db.query(
    `select c.number, d.measure, d.decided_at, coalesce(d.appeal_outcome = 'overturned', false) as overturned
     from public.moderation_decisions d join public.moderation_cases c on c.id = d.case_id
     where d.person_id = $1 and d.measure <> 'none' order by d.decided_at desc limit $2`,
    [personId, BESIDE],
  );
  const [row] = rows;
  if (!row) return null;
  const facts = {
    id: row.id,
    firstName: row.first_name,
    role: row.role,
    since: row.created_at.toISOString(),
    suspended: row.suspended ?? false,
    bookings: bookings.map(({ start_at: startAt, price_cents: priceCents, ...booking }) => ({
      ...booking,
      priceCents,
      startAt: startAt.toISOString(),
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      capturedCents: payment.captured_cents,
      refundedCents: payment.refunded_cents,
      state: payment.state,
      at: payment.created_at.toISOString(),
    })),
    sanctions: sanctions.map(({ decided_at: at, overturned, ...decided }) => ({
      ...decided,
      at: at.toISOString(),
      overturned: overturned ?? false,
    })),
  };
  return { name: row.name, email: row.email, facts };
}
