import type pg from 'pg';
import { attachFiles } from '#product/attachments/attach-files.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { once } from '#product/command/idempotency.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { openThread as contract, type ThreadSubject } from '../contract.ts';
import { writeAsPerson } from '../thread-row.ts';

/**
 * Threads that one person opens in an hour: more is somebody who should have replied, or a machine.
 */
const THREADS_AN_HOUR = 6;

/** Somebody who is signed in writes to the team about something of theirs. */
export const openThread = ({ scansFiles }: Pick<ProductDeps, 'scansFiles'>) =>
  serve({
    contract,
    run: ({ db, person, input, now }) =>
      once(db, { personId: person.id, key: input.key, contract, input }, async () => {
        const { about, subject, body, files } = input;
        const found = await findOwn(db, about, person.id);
        await spend(db, { key: `support:${person.id}`, allowed: THREADS_AN_HOUR, within: 3600 }, now);
        const { rows } = await db.query(
          `insert into public.support_threads (person_id, subject, context, booking_id, payment_id, opened_at, last_message_at)
         values ($1, $2, $3, $4, $5, $6, $6) returning id, number`,
          [person.id, subject, about.kind, found.bookingId, found.paymentId, now],
        );
        const [thread] = rows;
        if (!thread) throw new Error('a thread was not opened');
        const id = await writeAsPerson(db, thread, { authorId: person.id, body, via: 'page', now });
        await attachFiles(db, {
          ownerId: person.id,
          files,
          place: { kind: 'support_message', id },
          scansFiles,
          now,
        });
        return { threadId: thread.id, number: thread.number };
      }),
  });

/**
 * The session or payment that a thread is about: only the person's own.
 * @throws AppError thread_subject_not_found
 */
async function findOwn(
  db: pg.ClientBase,
  { kind, id }: ThreadSubject,
  personId: string,
): Promise<{ bookingId: string | null; paymentId: string | null }> {
  const missing = new AppError('thread_subject_not_found');
  if (kind === 'booking' || kind === 'room') {
    if (id === null) throw missing;
    // A room has the id of its session, of which each viewer has a booking of their own.
    const { rows } = await db.query(
      `select id from public.bookings where (id = $1 or session_id = $1) and (viewer_id = $2 or streamer_id = $2)
       order by id = $1 desc, seat limit 1`,
      [id, personId],
    );
    const [booking] = rows;
    if (!booking) throw missing;
    return { bookingId: booking.id, paymentId: null };
  }
  if (kind === 'payment') {
    const { rows } = await db.query(
      'select id, booking_id from public.payments where id = $1 and (viewer_id = $2 or streamer_id = $2)',
      [id, personId],
    );
    const [payment] = rows;
    if (!payment) throw missing;
    return { bookingId: payment.booking_id, paymentId: payment.id };
  }
  if (id !== null) throw missing;
  return { bookingId: null, paymentId: null };
}
