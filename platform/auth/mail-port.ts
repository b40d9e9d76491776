import type pg from 'pg';

/**
 * The port through which auth sends mail. Auth decides when, to whom and with which link; the
 * wording and the sending belong to the code that implements `SendAuthMail`, so the platform serves
 * any product.
 */
export interface AuthMail {
  /**
   * The last four only inform, after the fact: no link, and no code (`otp` is empty).
   * `email_changed` goes to the old address; `account_exists` to the person who has an account when
   * somebody signs up with its address, and is answered as if there were none.
   */
  kind:
    | 'signup'
    | 'recovery'
    | 'magiclink'
    | 'invite'
    | 'email_change_current'
    | 'email_change_new'
    | 'reauthentication'
    | 'password_changed'
    | 'email_changed'
    | 'account_exists'
    | 'factor_changed';
  to: string;
  /** The person whose account it is about, so that stored mails can be deleted with the account. */
  userId: string | null;
  /**
   * GoTrue's link to `GET /verify`, which whoever follows it spends; null for a mail without a
   * link.
   */
  actionLink: string | null;
  /**
   * The same as a page redeems it, by `POST /verify` with `token_hash` and `type`; null where
   * `actionLink` is.
   */
  arrival: MailArrival | null;
  /** The six digits that stand for the link where the person would rather type. */
  otp: string;
  /**
   * Of a changed factor: which way to prove oneself, and whether it is there from now on or gone.
   */
  factor?: ChangedFactor;
  /** Of an e-mail change: the address that is asked for. */
  newEmail?: string;
  /**
   * The person's metadata from their sign-up. Anybody can sign up anybody, so it is text of unknown
   * intent.
   */
  userMetadata: Record<string, unknown>;
}

export interface MailArrival {
  tokenHash: string;
  type: 'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change';
  /** Where the person wanted to come back to, an address that the settings allow. */
  redirectTo: string;
}

export interface ChangedFactor {
  type: 'totp' | 'phone' | 'webauthn' | 'passkey';
  change: 'added' | 'removed';
}

/**
 * Puts the mail in the caller's transaction: it leaves if, and only if, that transaction commits.
 */
export type SendAuthMail = (client: pg.ClientBase, mail: AuthMail) => Promise<void>;
