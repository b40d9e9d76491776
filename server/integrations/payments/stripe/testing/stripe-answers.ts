import type { EndpointName } from './published-parameters.ts';
import { ApiError, type Body, type Value } from './stripe-request.ts';
import type { Charge, Intent, Metadata, Movement, Session, StripeState } from './stripe-state.ts';

export interface Asked {
  state: StripeState;
  /** The ids in the path. */
  id: string;
  body: Body;
  /** Of the `Stripe-Account` header. */
  account: string | null;
  /** Seconds. */
  now: number;
  /** Tells the webhook endpoint. */
  emit(type: string, object: object, account?: string): void;
}

const text = (value: Value | undefined) => (typeof value === 'string' ? value : '');
const number = (value: Value | undefined) => Number(text(value));
const group = (value: Value | undefined) => (value ?? {}) as Body;
const metadataOf = (body: Body) => group(body.metadata) as Metadata;
const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data });

function found<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const object = map.get(id);
  if (object) return object;
  throw new ApiError(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' });
}

const unexpected = (intent: Intent, verb: string) =>
  new ApiError(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  });

/** What each endpoint does, with the rules of Stripe's that Loge could break. */
export const ANSWERS: Record<EndpointName, (asked: Asked) => object> = {
  'checkout.sessions.create': openSession,
  'checkout.sessions.retrieve': ({ state, id, body }) =>
    withExpansions(state, found(state.sessions, id, 'checkout.session'), body),
  'checkout.sessions.expire': ({ state, id, emit }) => {
    const session = found(state.sessions, id, 'checkout.session');
    if (session.status !== 'open') {
      throw new ApiError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    Object.assign(session, { status: 'expired', url: null });
    emit('checkout.session.expired', session);
    return session;
  },
  'payment_intents.retrieve': ({ state, id, body }) => {
    const intent = found(state.intents, id, 'payment_intent');
    return withCharge(state, intent, body);
  },
  'payment_intents.capture': capture,
  'payment_intents.cancel': ({ state, id, emit }) => {
    const intent = found(state.intents, id, 'payment_intent');
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel');
    Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    emit('payment_intent.canceled', intent);
    return intent;
  },
  'refunds.create': refund,
  'refunds.list': ({ state, body }) =>
    list('/v1/refunds', state.movementsOf(text(body.payment_intent), 'refund')),
  'application_fees.create_refund': ({ state, id, body }) => {
    const fee = found(state.fees, id, 'application_fee');
    const amount = number(body.amount);
    if (fee.amount_refunded + amount > fee.amount) {
      throw new ApiError('Refund amount is greater than unrefunded amount on fee', { param: 'amount' });
    }
    fee.amount_refunded += amount;
    state.credit(fee.account, amount);
    return move(state, 'fee_refund', 'fr', id, amount, body);
  },
  'application_fees.list_refunds': ({ state, id }) =>
    list(`/v1/application_fees/${id}/refunds`, state.movementsOf(id, 'fee_refund')),
  'accounts.create': ({ state, body }) => {
    const account = {
      id: state.id('acct'),
      object: 'account' as const,
      type: text(body.type),
      email: text(body.email),
      metadata: metadataOf(body),
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
      requirements: { currently_due: ['individual.verification.document', 'external_account'] },
      settings: group(body.settings),
    };
    state.accounts.set(account.id, account);
    return account;
  },
  'accounts.retrieve': ({ state, id }) => found(state.accounts, id, 'account'),
  'accounts.update': ({ state, id, body }) => {
    const account = found(state.accounts, id, 'account');
    for (const [name, { requested }] of Object.entries(group(body.capabilities) as Record<string, Body>)) {
      if (name !== 'transfers' && name !== 'card_payments') continue;
      // One that is requested again is looked at; what is missing is then due.
      if (requested === 'true' && account.capabilities[name] === 'unrequested')
        account.capabilities[name] = account.requirements.currently_due.length === 0 ? 'active' : 'inactive';
    }
    return account;
  },
  'account_links.create': ({ state, body }) => {
    const { id } = found(state.accounts, text(body.account), 'account');
    if (text(body.return_url) === '' || text(body.refresh_url) === '') {
      throw new ApiError('Missing required param: return_url.', { code: 'parameter_missing' });
    }
    return { object: 'account_link', url: `https://connect.stripe.test/setup/${id}` };
  },
  'transfers.create': ({ state, body }) => {
    const destination = transferable(state, text(body.destination));
    state.credit(destination, number(body.amount));
    const made = move(state, 'transfer', 'tr', text(body.transfer_group), number(body.amount), body);
    return Object.assign(made, { destination });
  },
  'transfers.list': ({ state, body }) =>
    list('/v1/transfers', state.movementsOf(text(body.transfer_group), 'transfer')),
  'transfers.create_reversal': ({ state, id, body }) => {
    const transfer = state.movements.find((item) => item.id === id && item.object === 'transfer');
    if (!transfer) throw new ApiError(`No such transfer: '${id}'`, { status: 404, code: 'resource_missing' });
    const amount = number(body.amount);
    if (state.sumOf(id, 'transfer_reversal') + amount > transfer.amount) {
      throw new ApiError('Reversal amount is greater than unreversed amount', { param: 'amount' });
    }
    if ((state.balances.get(transfer.destination ?? '') ?? 0) < amount) {
      throw new ApiError('The connected account has too little to reverse this transfer.', {
        code: 'balance_insufficient',
      });
    }
    state.credit(transfer.destination ?? '', -amount);
    return move(state, 'transfer_reversal', 'trr', id, amount, body);
  },
  'transfers.list_reversals': ({ state, id }) =>
    list(`/v1/transfers/${id}/reversals`, state.movementsOf(id, 'transfer_reversal')),
  'payouts.create': ({ state, body, account }) => {
    const { id, payouts_enabled } = found(state.accounts, account ?? '', 'account');
    if (!payouts_enabled) throw new ApiError('Payouts are not enabled.', { code: 'payouts_not_allowed' });
    const amount = number(body.amount);
    if ((state.balances.get(id) ?? 0) < amount) {
      throw new ApiError('You have insufficient funds in your Stripe account.', {
        code: 'balance_insufficient',
      });
    }
    state.credit(id, -amount);
    return move(state, 'payout', 'po', id, amount, body, 'pending');
  },
  'disputes.retrieve': ({ state, id }) => found(state.disputes, id, 'dispute'),
  'disputes.update': ({ state, id, body, emit }) => {
    const dispute = found(state.disputes, id, 'dispute');
    if (!/needs_response$/.test(dispute.status) || dispute.evidence_details.submission_count > 0) {
      throw new ApiError('This dispute is already closed or its evidence has been submitted.');
    }
    Object.assign(dispute.evidence, group(body.evidence));
    dispute.evidence_details.has_evidence = true;
    if (text(body.submit) === 'true') {
      dispute.evidence_details.submission_count += 1;
      dispute.status = dispute.status.replace('needs_response', 'under_review');
    }
    emit('charge.dispute.updated', dispute);
    return dispute;
  },
  'disputes.close': ({ state, id, emit }) => {
    const dispute = found(state.disputes, id, 'dispute');
    if (dispute.status !== 'needs_response') throw new ApiError('This dispute is already closed.');
    dispute.status = 'lost';
    emit('charge.dispute.closed', dispute);
    return dispute;
  },
  'disputes.list': ({ state, body }) => {
    const since = number(group(body.created).gte ?? '0');
    const newest = [...state.disputes.values()].filter(({ created }) => created >= since).reverse();
    return list('/v1/disputes', newest);
  },
  'payouts.retrieve': ({ state, id, account }) => {
    const payout = state.movementsOf(account ?? '', 'payout').find((item) => item.id === id);
    if (!payout) throw new ApiError(`No such payout: '${id}'`, { status: 404, code: 'resource_missing' });
    return payout;
  },
  'payouts.list': ({ state, account }) => list('/v1/payouts', state.movementsOf(account ?? '', 'payout')),
};

const chargeOf = (state: StripeState, intent: Intent): Charge | null =>
  intent.latest_charge === null ? null : (state.charges.get(intent.latest_charge) ?? null);

/** An intent, with its charge where the request asks for it. */
function withCharge(state: StripeState, intent: Intent, body: Body): object {
  const expands = ((body.expand ?? []) as string[]).some((path) => path.startsWith('latest_charge'));
  return expands ? { ...intent, latest_charge: chargeOf(state, intent) } : intent;
}

function withExpansions(state: StripeState, session: Session, body: Body): object {
  const wanted = (body.expand ?? []) as string[];
  const intent =
    session.payment_intent === null ? null : found(state.intents, session.payment_intent, 'payment_intent');
  if (intent === null || !wanted.some((path) => path.startsWith('payment_intent'))) return session;
  const deep = wanted.includes('payment_intent.latest_charge');
  return {
    ...session,
    payment_intent: deep ? { ...intent, latest_charge: chargeOf(state, intent) } : intent,
  };
}

function move(
  state: StripeState,
  object: Movement['object'],
  prefix: string,
  of: string,
  amount: number,
  body: Body,
  status = 'succeeded',
): Movement {
  if (amount <= 0)
    throw new ApiError('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  const made: Movement = {
    id: state.id(prefix),
    object,
    amount,
    currency: 'eur',
    metadata: metadataOf(body),
    status,
    of,
  };
  state.movements.push(made);
  return made;
}

/** @throws ApiError when money cannot be transferred to that account */
function transferable(state: StripeState, id: string): string {
  const account = state.accounts.get(id);
  if (!account)
    throw new ApiError(`No such destination: '${id}'`, { code: 'resource_missing', param: 'destination' });
  if (account.capabilities.transfers !== 'active') {
    throw new ApiError('Your destination account needs to have the transfers capability enabled.', {
      code: 'insufficient_capabilities_for_transfer',
    });
  }
  return id;
}

function openSession({ state, body, now }: Asked): Session {
  if (text(body.success_url) === '') {
    throw new ApiError('Missing required param: success_url.', {
      code: 'parameter_missing',
      param: 'success_url',
    });
  }
  const items = (body.line_items ?? []) as Body[];
  const total = items.reduce(
    (sum, item) => sum + number(item.quantity) * number(group(item.price_data).unit_amount),
    0,
  );
  // Stripe's least charge in euros.
  if (total < 50)
    throw new ApiError('The Checkout Session’s total amount is too small.', { code: 'amount_too_small' });
  const expires = number(body.expires_at ?? String(now + 86_400));
  if (expires < now + 1800 || expires > now + 86_400) {
    throw new ApiError('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.', {
      param: 'expires_at',
    });
  }
  const data = group(body.payment_intent_data);
  const transfer = data.transfer_data === undefined ? null : group(data.transfer_data);
  const fee = data.application_fee_amount === undefined ? null : number(data.application_fee_amount);
  if (fee !== null && (transfer === null || fee > total)) {
    throw new ApiError(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment or destination payment.',
      {
        param: 'payment_intent_data[application_fee_amount]',
      },
    );
  }
  const destination = transfer === null ? null : transferable(state, text(transfer.destination));
  const id = state.id('cs');
  const session: Session = {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    url: `https://checkout.stripe.test/c/pay/${id}`,
    amount_total: total,
    currency: 'eur',
    expires_at: expires,
    metadata: metadataOf(body),
    payment_intent: null,
    customer_details: null,
  };
  state.sessions.set(id, session);
  state.plans.set(id, { metadata: metadataOf(data), destination, fee });
  return session;
}

function capture({ state, id, body, emit }: Asked): object {
  const intent = found(state.intents, id, 'payment_intent');
  if (intent.status !== 'requires_capture') throw unexpected(intent, 'capture');
  const amount = body.amount_to_capture === undefined ? intent.amount : number(body.amount_to_capture);
  if (amount > intent.amount_capturable) {
    throw new ApiError('The amount to capture is greater than the amount capturable.', {
      code: 'amount_too_large',
    });
  }
  Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
  const charge = chargeOf(state, intent);
  if (charge) {
    charge.captured = true;
    // A European card's price: 1.5 % and 25 cents.
    charge.balance_transaction = {
      fee: Math.round(amount * 0.015) + 25,
      fee_details: [{ type: 'stripe_fee', amount: Math.round(amount * 0.015) + 25 }],
    };
    if (charge.destination !== null) {
      state.credit(charge.destination, amount - (charge.application_fee_amount ?? 0));
      const sent = move(state, 'transfer', 'tr', `group_${charge.id}`, amount, {});
      sent.destination = charge.destination;
      charge.transfer = sent.id;
      const fee = state.id('fee');
      charge.application_fee = fee;
      state.fees.set(fee, {
        id: fee,
        object: 'application_fee',
        amount: charge.application_fee_amount ?? 0,
        amount_refunded: 0,
        account: charge.destination,
      });
    }
  }
  emit('payment_intent.succeeded', intent);
  return withCharge(state, intent, body);
}

/** A disputed charge cannot be refunded, unless the dispute was won. */
const HELD_BY_BANK = /^(needs_response|under_review|lost)$/;

function refund({ state, body, emit }: Asked): Movement {
  const intent = found(state.intents, text(body.payment_intent), 'payment_intent');
  const charge = chargeOf(state, intent);
  if (!charge?.captured) {
    throw new ApiError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  if (
    [...state.disputes.values()].some(
      (dispute) => dispute.payment_intent === intent.id && HELD_BY_BANK.test(dispute.status),
    )
  ) {
    throw new ApiError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = body.amount === undefined ? charge.amount - charge.amount_refunded : number(body.amount);
  if (charge.amount_refunded === intent.amount_received) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (charge.amount_refunded + amount > intent.amount_received) {
    throw new ApiError('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  }
  if (text(body.reverse_transfer) === 'true') {
    if (charge.destination === null) {
      throw new ApiError('Cannot reverse transfer on a charge that has no transfer.', {
        param: 'reverse_transfer',
      });
    }
    state.credit(charge.destination, -amount);
    if (charge.transfer !== null) move(state, 'transfer_reversal', 'trr', charge.transfer, amount, {});
  }
  charge.amount_refunded += amount;
  const made = Object.assign(move(state, 'refund', 're', intent.id, amount, body), {
    payment_intent: intent.id,
  });
  emit('refund.created', made);
  return made;
}
