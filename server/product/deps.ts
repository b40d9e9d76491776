import type { SendAccountMail } from '#server/integrations/mail/account-mails.ts';
import type { SendBookingMail, SendNotice } from '#server/integrations/mail/booking-mails.ts';
import type { MediaEngines } from '#server/integrations/media/media-engine.ts';
import type { PaymentProvider } from '#server/integrations/payments/provider.ts';

/** What commands need from outside the database. */
export interface ProductDeps {
  /** Tells a person about their account, in the command's transaction. */
  sendAccountMail: SendAccountMail;
  /** Tells one side of a booking what happened to it, in the transaction of what happened. */
  sendBookingMail: SendBookingMail;
  /** Tells somebody what is about no booking of theirs. */
  sendNotice: SendNotice;
  /** Whether a password fits a stored hash; the same check as auth's at sign-in. */
  verifyPassword: (hash: string, password: string) => Promise<boolean>;
  /** Whoever moves the money. */
  payments: PaymentProvider;
  /** Whatever carries picture and sound between the people of a room. */
  media: MediaEngines;
  /** The origin of links in mails, without a trailing slash. */
  siteUrl: () => string;
}
