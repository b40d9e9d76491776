import type pg from 'pg';
import type { AuthMail, SendAuthMail } from '#platform/auth/mail-port.ts';
import type { SendSms } from '#platform/auth/sms-port.ts';
import type { MailKind } from '#product/mail/mail-kind.ts';
import { postMail } from '#product/mail/outbox.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { accountExists } from './mails/account-exists.ts';
import { emailChangeCurrent } from './mails/email-change-current.ts';
import { emailChangeNew } from './mails/email-change-new.ts';
import { emailChanged } from './mails/email-changed.ts';
import { factorChanged } from './mails/factor-changed.ts';
import { invite } from './mails/invite.ts';
import { magiclink } from './mails/magiclink.ts';
import { passwordChanged } from './mails/password-changed.ts';
import { reauthentication } from './mails/reauthentication.ts';
import { recovery } from './mails/recovery.ts';
import { signup } from './mails/signup.ts';
import { sms } from './mails/sms.ts';
import { pageLink } from './page-link.ts';

/** The kind of mail that each of auth's is. */
export const authMailKinds: Readonly<Record<AuthMail['kind'], MailKind>> = {
  signup,
  recovery,
  magiclink,
  invite,
  email_change_current: emailChangeCurrent,
  email_change_new: emailChangeNew,
  reauthentication,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  account_exists: accountExists,
  factor_changed: factorChanged,
};

/**
 * The mail port of auth. Each kind keeps of the fact what its mail says: no code where none is
 * shown, no word of what people gave at sign-up but the first name.
 */
export function authMailer(settings: {
  validitySeconds: number;
  siteUrl: () => string;
  now: () => Date;
}): SendAuthMail {
  return async (db, { kind, to, userId, arrival, otp, newEmail, factor, userMetadata }) => {
    const name = userMetadata.first_name;
    await postMail(
      db,
      authMailKinds[kind],
      { to, userId, firstName: typeof name === 'string' ? name.slice(0, 100) : null },
      {
        actionLink: arrival === null ? null : pageLink(arrival, settings.siteUrl()),
        otp,
        newEmail: newEmail ?? to,
        factor,
        validitySeconds: settings.validitySeconds,
        at: settings.now().getTime(),
      },
    );
  };
}

/**
 * Puts text messages into the development mailbox, to be read at `/dev/mail` as those of
 * `+<number>@sms.test`.
 */
export function mailboxSms(pool: pg.Pool): SendSms {
  return ({ phone, otp, user }) =>
    inTransaction(pool, async (db) => {
      const recipient = { to: `+${phone}@sms.test`, userId: user.id, firstName: null };
      await postMail(db, sms, recipient, { phone, otp });
    });
}
