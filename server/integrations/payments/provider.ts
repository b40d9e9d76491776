import type { Cents } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import type { DisputeState, ProviderEvent } from './provider-event.ts';

/**
 * The payment port: what Loge asks of a payment provider, in Loge's words. Amounts are euro cents.
 *
 * Each call is a remote one, so none belongs inside a database transaction. Each may be made again
 * after a crash: a call with the same `key` (or, where there is none, about the same payment or
 * checkout) has the effect of one, and the same answer. Every call throws `ProviderRefusal` when it
 * was understood and refused, which no retry changes, and `ProviderUnavailable` when its outcome is
 * not known: make it again later, with the same key.
 */
export interface PaymentProvider {
  readonly name: ProviderName;

  /**
   * Opens the provider's page for one payment. A payment has one checkout: asked again, the same
   * one comes back.
   */
  openCheckout(order: CheckoutOrder): Promise<OpenedCheckout>;

  /**
   * Closes a checkout that is still open.
   * @returns what it is now: `expired`, or what it had become before; `authorised` is then to be
   *   cancelled by the caller
   */
  closeCheckout(checkoutReference: string): Promise<CheckoutState>;

  /**
   * The hold was given more time while its page was open: a page that shows until when the place is
   * kept shows the new end. It is less than `CHECKOUT_GRACE` more, so a page that shows none stays
   * open long enough as it is.
   */
  extendCheckout(checkoutReference: string, expiresAt: Instant): Promise<void>;

  /** Reads the state of a checkout: for the reconciliation of events that never came. */
  readCheckout(checkoutReference: string): Promise<CheckoutState>;

  /**
   * Captures an authorised payment. Capturing it again with the same key changes nothing.
   * @returns what the provider charges for it; null when it charges nothing, or does not say yet
   */
  capture(order: { paymentReference: string; amount: Cents; key: string }): Promise<{ cost: Cents | null }>;

  /** Voids an authorisation that was not captured. */
  cancelAuthorisation(order: { paymentReference: string; key: string }): Promise<void>;

  /** Refunds part or all of a captured payment, to the means of payment it came from. */
  refund(order: RefundOrder): Promise<{ refundReference: string }>;

  /** Opens the provider's page on which a streamer says who they are and where their money goes. */
  openOnboarding(order: OnboardingOrder): Promise<{ accountReference: string; url: string }>;

  readAccount(accountReference: string): Promise<AccountState>;
  /**
   * Asks again for everything that an account must be able to do, for one that lost some of it.
   * Asked twice, it changes nothing.
   * @returns what the account may do now, and what the provider wants to know for the rest
   */
  askForCapabilities(accountReference: string): Promise<AccountState>;

  /**
   * Transfers a payment that was captured without a destination (the streamer had no account yet)
   * to the streamer's account.
   */
  transfer(order: {
    accountReference: string;
    paymentReference: string;
    amount: Cents;
    key: string;
  }): Promise<{ transferReference: string }>;

  /**
   * Takes back part or all of what a streamer's account got of a payment: of such a transfer, or of
   * what its capture sent to the payment's destination (`transferReference` null). It is refused
   * for now while the account holds less.
   */
  reverseTransfer(order: {
    paymentReference: string;
    transferReference: string | null;
    amount: Cents;
    key: string;
  }): Promise<void>;

  /**
   * Sends money from a streamer's account to their bank; `payout_paid` or `payout_failed` follows
   * days later.
   */
  sendPayout(order: {
    accountReference: string;
    amount: Cents;
    key: string;
  }): Promise<{ payoutReference: string }>;

  /** Reads the state of a dispute: for the reconciliation of events that never came. */
  readDispute(disputeReference: string): Promise<DisputeAtProvider>;

  /** Answers the bank, once: with evidence, or by letting the payer have the money. */
  answerDispute(order: { disputeReference: string; answer: DisputeAnswer; key: string }): Promise<void>;
  /**
   * The disputes that began since an instant, closed ones too: for some of them no event may ever
   * have arrived.
   */
  listDisputes(since: Instant): Promise<DisputeAtProvider[]>;

  /** Reads the state of a payout: for the reconciliation of events that never came. */
  readPayout(order: {
    accountReference: string;
    payoutReference: string;
  }): Promise<'under_way' | 'paid' | 'failed'>;

  /**
   * Reads what arrived at `POST /webhooks/payments`.
   * @param rawBody the bytes as they came: the signature is over them
   * @returns null for an event that Loge has no use for
   * @throws InvalidSignature when it is not the provider's, or too old
   * @throws UnreadableEvent when it is signed, and is no event that the provider publishes
   */
  parseWebhook(headers: Headers, rawBody: string): Promise<ProviderEvent | null>;
}

export type ProviderName = 'sandbox' | 'stripe';

export interface CheckoutOrder {
  paymentId: string;
  bookingId: string;
  amount: Cents;
  currency: 'eur';
  /** The text for the payer: the offer's title, and when with whom. */
  title: string;
  description: string;
  customerEmail: string;
  successUrl: string;
  cancelUrl: string;
  /**
   * Until when the payment is wanted: the end of the hold. The provider itself closes its page
   * `CHECKOUT_GRACE` later (no provider allows a shorter life); a caller that ends the hold earlier
   * calls `closeCheckout` and cancels what comes late.
   */
  expiresAt: Instant;
  /**
   * The streamer's account and our fee; null while the streamer has no account: then the money
   * waits with us.
   */
  destination: { accountReference: string; applicationFee: Cents } | null;
}

/**
 * Milliseconds. Stripe's least life of a Checkout Session, counted from the moment that it should
 * have ended.
 */
export const CHECKOUT_GRACE = 30 * 60_000;

export interface OpenedCheckout {
  checkoutReference: string;
  /** Where to send the payer. */
  url: string;
}

export interface CheckoutState {
  checkoutReference: string;
  paymentId: string | null;
  /**
   * `declined` is open too: the last card was refused, and the payer may try another.
   * `captured` stays so whatever was refunded.
   */
  status: 'open' | 'declined' | 'authorised' | 'captured' | 'voided' | 'expired';
  /** The amount ordered. */
  amount: Cents;
  captured: Cents;
  refunded: Cents;
  /** Null until someone began to pay. */
  paymentReference: string | null;
  /**
   * Of the billing address that was given with the card, ISO 3166-1 alpha-2; null, or left out: the
   * provider does not say.
   */
  payerCountry?: string | null | undefined;
}

export type DisputeAtProvider = DisputeState & { readonly paymentReference: string | null };

/**
 * The evidence for a bank about a session that its customer disputes; texts as a person would write
 * them.
 */
export interface DisputeEvidence {
  customerName: string;
  customerEmail: string;
  /** The service sold. */
  service: string;
  /** When it was given. */
  servedOn: string;
  /** The terms of cancellation that were agreed to. */
  terms: string;
  /** The course of the session: who was there, from when until when, and what the team adds. */
  account: string;
}

export type DisputeAnswer = { kind: 'contest'; evidence: DisputeEvidence } | { kind: 'accept' };

export interface RefundOrder {
  paymentReference: string;
  amount: Cents;
  key: string;
  /**
   * For a payment that had a destination: takes `amount` back from the streamer's account and gives
   * that account back this part of our fee, so that both sides stand at the ledger's cent. Null for
   * a payment without one.
   */
  reverseTransfer: { feeGivenBack: Cents } | null;
}

export interface OnboardingOrder {
  streamerId: string;
  email: string;
  /** Null the first time; an account is made then, one for each streamer. */
  accountReference: string | null;
  /** Where the streamer lands afterwards, done or not: ask `readAccount`. */
  returnUrl: string;
  /** Where the provider sends a streamer whose link has expired: opens onboarding again. */
  refreshUrl: string;
}

export interface AccountState {
  accountReference: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /** The provider's own names of what it still wants to know. */
  requirementsDue: string[];
}

/**
 * Understood and refused: the same call will be refused again. `code` is the provider's own word
 * for it.
 */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  readonly code: string;
  /** The refund that was made before the rest of the same call was refused; null: nothing was. */
  readonly refundReference: string | null;
  constructor(code: string, message: string, options?: ErrorOptions & { refundReference?: string }) {
    super(message, options);
    this.code = code;
    this.refundReference = options?.refundReference ?? null;
  }
}

/**
 * No answer, or one that says 'not now'. It may have happened or not: make the same call again,
 * with the same key.
 */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
  /** The log tells of it once a minute. */
  readonly away = 'payments';
}

/** A webhook that nobody signed with our secret, or too long ago. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature';
}

/**
 * A webhook that is signed and that nobody can read: no JSON, or fields of another shape than the
 * provider publishes.
 */
export class UnreadableEvent extends Error {
  override name = 'UnreadableEvent';
}
