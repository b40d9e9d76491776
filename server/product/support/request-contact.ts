import { randomBytes } from 'node:crypto';
import { requestContact as contract } from '#contracts/support.ts';
import { postMail } from '#server/mail/outbox.ts';
import { contactRequested } from '#server/mail/support/contact-requested.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { anyone } from '#server/product/access.ts';
import { spend } from '#server/product/rate-limit.ts';
import { contactPath, hashOf } from './contact.ts';

const DAY_SECONDS = 86_400;
/**
 * Letters in an hour from one network, a day to one address, and in an hour to all of them: each sends a mail to an address that nobody proved,
 * and no one network can use up what all have.
 */
const LETTERS_OF_PLACE = 20;
const LETTERS_TO_ADDRESS = 3;
const LETTERS_OF_STRANGERS = 200;

/**
 * Somebody without a session writes to the team: it gets the letter once the link in a mail shows that the address is theirs. The mail repeats
 * nothing that was written, since the address may be a stranger's.
 */
export const requestContact = defineCommand({
  contract,
  access: anyone,
  async run({ db, input: { name, email: given, subject, body }, now, place }) {
    const email = given.toLowerCase();
    await spend(db, { key: `contact-from:${place}`, allowed: LETTERS_OF_PLACE, within: 3600 }, now);
    await spend(db, { key: `contact:${email}`, allowed: LETTERS_TO_ADDRESS, within: DAY_SECONDS }, now);
    await spend(db, { key: 'contact:strangers', allowed: LETTERS_OF_STRANGERS, within: 3600 }, now);
    const token = randomBytes(32).toString('base64url');
    await db.query(
      'insert into private.contact_keys (token_hash, email, name, subject, body, created_at) values ($1, $2, $3, $4, $5, $6)',
      [hashOf(token), email, name, subject, body, now],
    );
    const to = { to: email, userId: null, firstName: null };
    await postMail(db, contactRequested, to, { path: contactPath(token) });
    return {};
  },
});
