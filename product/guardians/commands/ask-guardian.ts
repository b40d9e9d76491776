import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { hasRefused, postToStranger } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { isSameMailbox, mailboxOf } from '#product/shared/mailbox.ts';
import { askGuardian as contract } from '../contract.ts';
import { guardianAsked } from '../mails/asked.ts';
import { newLink } from '../notify-guardian.ts';
import { GUARDIAN_ANSWER_DAYS } from '../rules/guardian.ts';

/**
 * Mails that one minor may cause in a day, that one mailbox may get in a day from all of them, and
 * that one network may cause in an hour.
 */
const MOST = 3;
const MOST_OF_PLACE = 20;
const DAY_SECONDS = 86_400;

/** Asks somebody to answer for a minor. Another request before it, which nobody answered, ends. */
export const askGuardian = serve({
  contract,
  async run({ db, person, input: { email: given }, now, place }) {
    const email = given.trim().toLowerCase();
    // The row is locked, so that of two requests at once one replaces the other.
    const { rows } = await db.query(
      `select u.email, private.is_minor(p.id, $2) as is_minor, coalesce(private.abbreviated_name(p.first_name, p.last_name), 'Un membre de Loge') as name
       from public.profiles p join auth.users u on u.id = p.id where p.id = $1 for update of p`,
      [person.id, now],
    );
    const [minor] = rows;
    if (!minor?.is_minor) throw new AppError('not_minor');
    if (minor.email !== null && isSameMailbox(minor.email, email)) throw new AppError('own_guardian');
    // A guardian who refused was promised that nothing more would come.
    const { rows: refused } = await db.query(
      `select email from public.guardianships where person_id = $1 and state = 'refused'`,
      [person.id],
    );
    if (refused.some((row) => isSameMailbox(row.email, email))) throw new AppError('guardian_refused');
    if (await hasRefused(db, email)) throw new AppError('guardian_refused');
    const { rows: confirmed } = await db.query(
      `select from public.guardianships where person_id = $1 and state = 'confirmed'`,
      [person.id],
    );
    if (confirmed.length > 0) throw new AppError('guardian_confirmed');
    await spend(db, { key: `guardian-from:${place}`, allowed: MOST_OF_PLACE, within: 3600 }, now);
    await spend(db, { key: `guardian:${person.id}`, allowed: MOST, within: DAY_SECONDS }, now);
    await spend(db, { key: `guardian-mail:${mailboxOf(email)}`, allowed: MOST, within: DAY_SECONDS }, now);
    await db.query(
      `update public.guardianships set state = 'ended', ended_at = $2 where person_id = $1 and state = 'asked'`,
      [person.id, now],
    );
    const expiresAt = new Date(now.getTime() + GUARDIAN_ANSWER_DAYS * DAY_SECONDS * 1000);
    const { rows: made } = await db.query(
      'insert into public.guardianships (person_id, email, asked_at, expires_at) values ($1, $2, $3, $4) returning id',
      [person.id, email, now, expiresAt],
    );
    const token = await newLink(db, made[0]?.id ?? '', now);
    await postToStranger(db, guardianAsked, email, (refusal) => ({
      minorName: minor.name ?? '',
      token,
      refusal,
    }));
    return { expiresAt: expiresAt.toISOString() };
  },
});
