import type { UserJson } from './user-json.ts';

/** A code for a telephone, and whose it is. */
export interface TextMessage {
  /** E.164 without the plus sign. */
  phone: string;
  otp: string;
  user: UserJson;
}

/**
 * Sends a text message. Called outside of any transaction, since a provider may take seconds.
 * @throws Error of any kind when it was not sent
 */
export type SendSms = (message: TextMessage) => Promise<void>;
