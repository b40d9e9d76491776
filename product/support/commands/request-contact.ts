import { randomBytes } from 'node:crypto';
import { spendOfStranger } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { hasRefused, postToStranger } from '#product/mail/strangers.ts';
import { AppError } from '#product/shared/errors.ts';
import { contactPath, hashOf } from '../contact.ts';
import { requestContact as contract } from '../contract.ts';
import { contactRequested } from '../mails/contact-requested.ts';

/**
 * Somebody without a session writes to the team: it gets the letter once the link in a mail shows
 * that the address is theirs. The mail repeats nothing that was written, since the address may be a
 * stranger's.
 */
export const requestContact = serve({
  contract,
  async run({ db, input: { name, email: given, subject, body }, now, place }) {
    const email = given.toLowerCase();
    await spendOfStranger(db, { act: 'contact', place, email }, now);
    // Whoever asks is told, since the mail that they wait for would not come.
    if (await hasRefused(db, email)) throw new AppError('address_refused');
    const token = randomBytes(32).toString('base64url');
    await db.query(
      'insert into private.contact_keys (token_hash, email, name, subject, body, created_at) values ($1, $2, $3, $4, $5, $6)',
      [hashOf(token), email, name, subject, body, now],
    );
    await postToStranger(db, contactRequested, email, (refusal) => ({ path: contactPath(token), refusal }));
    return {};
  },
});
