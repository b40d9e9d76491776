import type { Stripe } from 'stripe';

/** What one parameter may be. `!` marks those without which Stripe refuses the request. */
export type Rule = `${'string' | 'integer' | 'boolean' | 'strings' | 'map'}${'' | '!'}`;

/** A request's parameters as Stripe's reference lists them. Only names that Stripe publishes compile. */
export interface Parameters {
  readonly [name: string]: Rule | { readonly oneOf: readonly string[] } | Parameters | readonly [Parameters];
}

type Published<T> = {
  readonly [K in keyof T]?:
    | Rule
    | { readonly oneOf: readonly string[] }
    | (NonNullable<T[K]> extends readonly (infer E)[]
        ? readonly [Published<E>]
        : Published<Exclude<NonNullable<T[K]>, string | number>>);
};

const published = <T>(parameters: Published<T>) => parameters as Parameters;

const expand = 'strings' as const;
const metadata = 'map' as const;
const LIST = { limit: 'integer', starting_after: 'string', ending_before: 'string', expand } as const;

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Matches the path; its groups are the ids in it. */
  readonly path: RegExp;
  readonly parameters: Parameters;
  /** Whether it acts on a connected account, named by the `Stripe-Account` header. */
  readonly connected?: true;
}

/**
 * The endpoints that Loge uses, from Stripe's API reference at the version that the client is pinned to. Names are
 * checked by the compiler against the client's own published types; requirements and types are written from the reference.
 */
export const ENDPOINTS = {
  'checkout.sessions.create': {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    parameters: published<Stripe.Checkout.SessionCreateParams>({
      adaptive_pricing: { enabled: 'boolean' },
      allowed_payment_method_types: 'strings',
      billing_address_collection: { oneOf: ['auto', 'required'] },
      cancel_url: 'string',
      client_reference_id: 'string',
      currency: 'string',
      customer: 'string',
      customer_creation: { oneOf: ['always', 'if_required'] },
      customer_email: 'string',
      excluded_payment_method_types: 'strings',
      expand,
      expires_at: 'integer',
      line_items: [
        {
          price: 'string',
          price_data: {
            currency: 'string!',
            product: 'string',
            product_data: { name: 'string!', description: 'string', images: 'strings', metadata },
            tax_behavior: { oneOf: ['exclusive', 'inclusive', 'unspecified'] },
            unit_amount: 'integer',
          },
          quantity: 'integer',
        },
      ],
      locale: 'string',
      metadata,
      mode: { oneOf: ['payment', 'setup', 'subscription'] },
      payment_intent_data: {
        application_fee_amount: 'integer',
        capture_method: { oneOf: ['automatic', 'automatic_async', 'manual'] },
        description: 'string',
        metadata,
        on_behalf_of: 'string',
        receipt_email: 'string',
        setup_future_usage: { oneOf: ['off_session', 'on_session'] },
        statement_descriptor: 'string',
        statement_descriptor_suffix: 'string',
        transfer_data: { amount: 'integer', destination: 'string!' },
        transfer_group: 'string',
      },
      submit_type: { oneOf: ['auto', 'book', 'donate', 'pay', 'subscribe'] },
      success_url: 'string',
      ui_mode: { oneOf: ['elements', 'embedded_page', 'form', 'hosted_page'] },
    }),
  },
  'checkout.sessions.retrieve': {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    parameters: { expand },
  },
  'checkout.sessions.expire': {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    parameters: published<Stripe.Checkout.SessionExpireParams>({ expand }),
  },
  'payment_intents.retrieve': {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    parameters: published<Stripe.PaymentIntentRetrieveParams>({ client_secret: 'string', expand }),
  },
  'payment_intents.capture': {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    parameters: published<Stripe.PaymentIntentCaptureParams>({
      amount_to_capture: 'integer',
      application_fee_amount: 'integer',
      expand,
      final_capture: 'boolean',
      metadata,
      statement_descriptor: 'string',
      statement_descriptor_suffix: 'string',
      transfer_data: { amount: 'integer' },
    }),
  },
  'payment_intents.cancel': {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    parameters: published<Stripe.PaymentIntentCancelParams>({
      cancellation_reason: { oneOf: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] },
      expand,
    }),
  },
  'refunds.create': {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    parameters: published<Stripe.RefundCreateParams>({
      amount: 'integer',
      charge: 'string',
      expand,
      metadata,
      payment_intent: 'string',
      reason: { oneOf: ['duplicate', 'fraudulent', 'requested_by_customer'] },
      refund_application_fee: 'boolean',
      reverse_transfer: 'boolean',
    }),
  },
  'refunds.list': {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    parameters: published<Stripe.RefundListParams>({ ...LIST, charge: 'string', payment_intent: 'string' }),
  },
  'application_fees.create_refund': {
    method: 'POST',
    path: /^\/v1\/application_fees\/(\w+)\/refunds$/,
    parameters: published<Stripe.ApplicationFeeCreateRefundParams>({ amount: 'integer', expand, metadata }),
  },
  'application_fees.list_refunds': {
    method: 'GET',
    path: /^\/v1\/application_fees\/(\w+)\/refunds$/,
    parameters: published<Stripe.ApplicationFeeListRefundsParams>(LIST),
  },
  'accounts.create': {
    method: 'POST',
    path: /^\/v1\/accounts$/,
    parameters: published<Stripe.AccountCreateParams>({
      business_type: { oneOf: ['company', 'government_entity', 'individual', 'non_profit'] },
      capabilities: { card_payments: { requested: 'boolean' }, transfers: { requested: 'boolean' } },
      country: 'string',
      default_currency: 'string',
      email: 'string',
      expand,
      metadata,
      settings: {
        payouts: {
          schedule: { interval: { oneOf: ['daily', 'manual', 'monthly', 'weekly'] } },
          statement_descriptor: 'string',
        },
      },
      type: { oneOf: ['custom', 'express', 'standard'] },
    }),
  },
  'accounts.retrieve': { method: 'GET', path: /^\/v1\/accounts\/(\w+)$/, parameters: { expand } },
  'accounts.update': {
    method: 'POST',
    path: /^\/v1\/accounts\/(\w+)$/,
    parameters: published<Stripe.AccountUpdateParams>({
      capabilities: { card_payments: { requested: 'boolean' }, transfers: { requested: 'boolean' } },
      email: 'string',
      expand,
      metadata,
    }),
  },
  'account_links.create': {
    method: 'POST',
    path: /^\/v1\/account_links$/,
    parameters: published<Stripe.AccountLinkCreateParams>({
      account: 'string!',
      collection_options: { fields: 'string', future_requirements: 'string' },
      expand,
      refresh_url: 'string',
      return_url: 'string',
      type: 'string!',
    }),
  },
  'transfers.create': {
    method: 'POST',
    path: /^\/v1\/transfers$/,
    parameters: published<Stripe.TransferCreateParams>({
      amount: 'integer',
      currency: 'string!',
      description: 'string',
      destination: 'string!',
      expand,
      metadata,
      source_transaction: 'string',
      transfer_group: 'string',
    }),
  },
  'transfers.list': {
    method: 'GET',
    path: /^\/v1\/transfers$/,
    parameters: published<Stripe.TransferListParams>({
      ...LIST,
      destination: 'string',
      transfer_group: 'string',
    }),
  },
  'transfers.create_reversal': {
    method: 'POST',
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    parameters: published<Stripe.TransferCreateReversalParams>({
      amount: 'integer',
      description: 'string',
      expand,
      metadata,
      refund_application_fee: 'boolean',
    }),
  },
  'transfers.list_reversals': {
    method: 'GET',
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    parameters: published<Stripe.TransferListReversalsParams>(LIST),
  },
  'disputes.retrieve': {
    method: 'GET',
    path: /^\/v1\/disputes\/(\w+)$/,
    parameters: published<Stripe.DisputeRetrieveParams>({ expand }),
  },
  'disputes.update': {
    method: 'POST',
    path: /^\/v1\/disputes\/(\w+)$/,
    parameters: published<Stripe.DisputeUpdateParams>({
      evidence: {
        access_activity_log: 'string',
        cancellation_policy_disclosure: 'string',
        cancellation_rebuttal: 'string',
        customer_email_address: 'string',
        customer_name: 'string',
        customer_purchase_ip: 'string',
        product_description: 'string',
        refund_policy_disclosure: 'string',
        refund_refusal_explanation: 'string',
        service_date: 'string',
        uncategorized_text: 'string',
      },
      expand,
      metadata,
      submit: 'boolean',
    }),
  },
  'disputes.close': {
    method: 'POST',
    path: /^\/v1\/disputes\/(\w+)\/close$/,
    parameters: published<Stripe.DisputeCloseParams>({ expand }),
  },
  'disputes.list': {
    method: 'GET',
    path: /^\/v1\/disputes$/,
    parameters: published<Stripe.DisputeListParams>({
      ...LIST,
      charge: 'string',
      created: { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' },
      payment_intent: 'string',
    }),
  },
  'payouts.create': {
    method: 'POST',
    path: /^\/v1\/payouts$/,
    connected: true,
    parameters: published<Stripe.PayoutCreateParams>({
      amount: 'integer!',
      currency: 'string!',
      description: 'string',
      expand,
      metadata,
      method: { oneOf: ['instant', 'standard'] },
      statement_descriptor: 'string',
    }),
  },
  'payouts.retrieve': {
    method: 'GET',
    path: /^\/v1\/payouts\/(\w+)$/,
    connected: true,
    parameters: published<Stripe.PayoutRetrieveParams>({ expand }),
  },
  'payouts.list': {
    method: 'GET',
    path: /^\/v1\/payouts$/,
    connected: true,
    parameters: published<Stripe.PayoutListParams>({ ...LIST, destination: 'string', status: 'string' }),
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
