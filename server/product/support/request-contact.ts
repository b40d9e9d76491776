import { randomBytes } from 'node:crypto';
import { requestContact as contract } from '#contracts/support.ts';
import { CONTACT_DAYS } from '#domain/support/rules.ts';
import { postMail } from '#server/mail/outbox.ts';
import { contactRequested } from '#server/mail/support/contact-requested.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { anyone } from '#server/product/access.ts';
import { spend } from '#server/product/rate-limit.ts';
import { contactPath, hashOf } from './contact.ts';

const DAY_SECONDS = 86_400;
/** Letters a day to one address, and in an hour to all of them: each sends a mail to an address that nobody proved. */
const LETTERS_TO_ADDRESS = 3;
const LETTERS_OF_STRANGERS = 200;

/** Somebody without a session writes to the team: it gets the letter once the link in a mail shows that the address is theirs. */
export const requestContact = defineCommand({
  contract,
  access: anyone,
  async run({ db, input: { name, email: given, subject, body }, now }) {
    const email = given.toLowerCase();
    await spend(db, { key: `contact:${email}`, allowed: LETTERS_TO_ADDRESS, within: DAY_SECONDS }, now);
    await spend(db, { key: 'contact:strangers', allowed: LETTERS_OF_STRANGERS, within: 3600 }, now);
    await db.query(
      'delete from private.contact_keys where thread_id is null and created_at < $1::timestamptz - make_interval(days => $2)',
      [now, CONTACT_DAYS],
    );
    const token = randomBytes(32).toString('base64url');
    await db.query(
      'insert into private.contact_keys (token_hash, email, name, subject, body, created_at) values ($1, $2, $3, $4, $5, $6)',
      [hashOf(token), email, name, subject, body, now],
    );
    const to = { to: email, userId: null, firstName: name };
    await postMail(db, contactRequested, to, { path: contactPath(token), subject });
    return {};
  },
});
