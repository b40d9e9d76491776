import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { lockCase } from '../case-row.ts';
import { openConversation as contract, OPENING_MINUTES } from '../contract.ts';
import { evidenceOf } from '../evidence-of.ts';

/**
 * Opens a private conversation to the admin who asks, with the reason. The rows of the messages
 * follow `conversation_openings` by themselves: nothing is closed when the time is over.
 */
export const openConversation = serve({
  contract,
  async run({ db, person, input: { sessionId, caseId, reason }, now }) {
    const { rows: people } = await db.query(
      `select distinct on (p.id) p.id as person_id, p.side, b.id as booking_id, b.title, b.start_at
       from public.bookings b cross join lateral (values (b.streamer_id, 'streamer'), (b.viewer_id, 'viewer')) as p (id, side)
       where b.session_id = $1 and b.confirmed_at is not null order by p.id, b.seat`,
      [sessionId],
    );
    const [first] = people;
    if (!first) throw new AppError('conversation_not_found');
    if (people.some(({ person_id: id }) => id === person.id)) throw new AppError('cannot_act_on_self');
    if (caseId !== null) await requireCaseAbout(db, { caseId, sessionId });
    const { rows: held } = await db.query(
      'select ends_at from public.conversation_openings where session_id = $1 and admin_id = $2 and ends_at > $3',
      [sessionId, person.id, now],
    );
    const open = held[0]?.ends_at;
    if (open) return { until: open.toISOString() };
    const until = new Date(now.getTime() + OPENING_MINUTES * 60_000);
    await db.query(
      `insert into public.conversation_openings (session_id, admin_id, case_id, reason, opened_at, ends_at) values ($1, $2, $3, $4, $5, $6)`,
      [sessionId, person.id, caseId, reason, now, until],
    );
    for (const { person_id: personId, booking_id: bookingId, side, title, start_at: start } of people) {
      // A deleted account has nobody to tell.
      if (personId === null) continue;
      const data = { side, event: 'conversation_opened', title, start: start.toISOString(), reason };
      await db.query(
        `insert into public.notifications (person_id, kind, booking_id, data, created_at) values ($1, 'conversation_opened', $2, $3, $4)`,
        [personId, bookingId, JSON.stringify(data), now],
      );
    }
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'bookings', id: first.booking_id },
      before: null,
      after: { sessionId, caseId, until: until.toISOString() },
      reason,
    });
    return { until: until.toISOString() };
  },
});

/**
 * @throws AppError case_not_found unless it waits for the team and is about something of this
 *   session
 */
async function requireCaseAbout(
  db: pg.ClientBase,
  { caseId, sessionId }: { caseId: string; sessionId: string },
): Promise<void> {
  const { kind, subjectId, state } = await lockCase(db, caseId);
  const about = await evidenceOf(db, kind, subjectId);
  if (about?.sessionId !== sessionId || (state !== 'open' && state !== 'appealed'))
    throw new AppError('case_not_found');
}
