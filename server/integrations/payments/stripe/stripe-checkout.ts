import type { Stripe } from 'stripe';
import { cents } from '#product/shared/money/cents.ts';
import { CHECKOUT_GRACE, type CheckoutOrder, type CheckoutState } from '../provider.ts';
import { countryOf, PAYMENT_ID } from './stripe-events.ts';

/**
 * Builds a Checkout Session from an order. It depends on the order alone, on no clock, so that a
 * repeated request is the same request to Stripe: `expires_at` lies the least 30 minutes after the
 * hold's end, whenever within the hold it is asked.
 */
export function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { [PAYMENT_ID]: order.paymentId, booking_id: order.bookingId };
  const { destination, description } = order;
  return {
    mode: 'payment',
    locale: 'fr',
    submit_type: 'pay',
    // Cards, and the wallets that are cards: few other means know an authorisation that is captured
    // later.
    allowed_payment_method_types: ['card'],
    // The price is in euros for everybody, and refunds are to the cent.
    adaptive_pricing: { enabled: false },
    customer_email: order.customerEmail,
    client_reference_id: order.bookingId,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.ceil((order.expiresAt + CHECKOUT_GRACE) / 1000),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amount,
          product_data: { name: order.title, ...(description === '' ? {} : { description }) },
        },
      },
    ],
    metadata,
    payment_intent_data: {
      capture_method: 'manual',
      description: order.title,
      metadata,
      transfer_group: order.paymentId,
      ...(destination === null
        ? {}
        : {
            application_fee_amount: destination.applicationFee,
            transfer_data: { destination: destination.accountReference },
          }),
    },
  };
}

/** The fields to expand in a session so that `checkoutStateOf` finds all it reads. */
export const EXPAND_CHECKOUT = ['payment_intent.latest_charge'];

/** @param session with its payment intent and latest charge expanded */
export function checkoutStateOf(session: Stripe.Checkout.Session): CheckoutState {
  const intent = expanded(session.payment_intent);
  const charge = expanded(intent?.latest_charge ?? null);
  return {
    checkoutReference: session.id,
    paymentId: session.metadata?.[PAYMENT_ID] ?? null,
    status: session.status === 'expired' ? 'expired' : statusOf(intent),
    amount: cents(session.amount_total ?? 0),
    captured: cents(intent?.amount_received ?? 0),
    refunded: cents(charge?.amount_refunded ?? 0),
    paymentReference: intent?.id ?? null,
    payerCountry: countryOf(session.customer_details?.address),
  };
}

/** @throws Error when Stripe sent only an id: we asked for the object */
function expanded<T extends { id: string }>(object: string | T | null): T | null {
  if (typeof object === 'string') throw new Error(`Stripe did not expand ${object}`);
  return object;
}

function statusOf(intent: Stripe.PaymentIntent | null): CheckoutState['status'] {
  switch (intent?.status) {
    case 'requires_capture':
      return 'authorised';
    case 'succeeded':
      return 'captured';
    case 'canceled':
      return 'voided';
    case 'requires_payment_method':
      return intent.last_payment_error === null ? 'open' : 'declined';
    default:
      return 'open';
  }
}
