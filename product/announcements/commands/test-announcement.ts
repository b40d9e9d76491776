import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { postMail } from '#product/mail/outbox.ts';
import { testAnnouncement as contract } from '../contract.ts';
import { announcement } from '../mails/announcement.ts';

const TESTS_AN_HOUR = 20;

/** Sends an announcement to its author alone, to look at it. */
export const testAnnouncement = serve({
  contract,
  async run({ db, person, input: { title, body }, now }) {
    await spend(db, { key: `announcement-tests:${person.id}`, allowed: TESTS_AN_HOUR, within: 3600 }, now);
    await db.query(
      `insert into public.notifications (person_id, kind, data, created_at) values ($1, 'announcement', $2, $3)`,
      [person.id, JSON.stringify({ event: 'announcement', title, body }), now],
    );
    const recipient = { to: person.email, userId: person.id, firstName: person.firstName };
    await postMail(db, announcement, recipient, { receiptId: null, title, body });
    return {};
  },
});
