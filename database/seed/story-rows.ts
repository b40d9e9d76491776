import { randomUUID } from 'node:crypto';
import { endOf } from '#product/booking/rules/booking.ts';
import { capture, type Movement, openDispute, refund, release } from '#product/booking/rules/payment.ts';
import { paymentEffect } from '#product/booking/rules/payment-effect.ts';
import type { Posting } from '#product/books/rules/ledger.ts';
import { type Cents, NOTHING, negated } from '#product/shared/money/cents.ts';
import { formatInstant, hoursAfter, type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import type { Fits, TableName } from './rows.ts';
import { dueOf, type Story } from './session-story.ts';

/** The rows to insert, by table; each story adds its own. */
export type Tables = Map<TableName, Readonly<Record<string, unknown>>[]>;

export function add<Name extends TableName, Given extends object>(
  tables: Tables,
  table: Name,
  row: Fits<Given, Name>,
): void {
  const rows = tables.get(table);
  if (rows) rows.push({ ...row });
  else tables.set(table, [{ ...row }]);
}

/** The columns of a booking that its story does not decide. */
export interface Frame {
  readonly sessionId: string | null;
  readonly seat: number;
  readonly seats: number;
  readonly title: string;
  readonly category: string;
  readonly questions: readonly unknown[];
  readonly answers: Readonly<Record<string, string>>;
  readonly viewerZone: string;
  readonly streamerZone: string;
}

const iso = (at: Instant | null): string | null => (at === null ? null : formatInstant(at));

/** Writes down a story: the booking, its history, who was there. */
export function bookingRows(
  tables: Tables,
  { steps, last, attendance, discount }: Story,
  frame: Frame,
): void {
  const [held] = steps;
  if (held?.to.status !== 'held') throw new Error('a story begins with a hold');
  const ended = 'endedAt' in last ? last.endedAt : null;
  const settlement = 'settlement' in last ? last.settlement : null;
  const sessionId = frame.sessionId ?? last.id;
  const live = ended === null;
  const confirmedAt = steps.find(({ to }) => to.status === 'confirmed')?.at ?? null;
  add(tables, 'public.bookings', {
    id: last.id,
    session_id: sessionId,
    seat: frame.seat,
    seats: frame.seats,
    streamer_id: last.streamerId,
    viewer_id: last.viewerId,
    offer_id: last.offerId,
    title: frame.title,
    category: frame.category,
    confirmation: last.confirmation,
    price_cents: last.price,
    fee_basis_points: last.fee,
    settings_version: last.settingsVersion,
    code_id: discount?.codeId ?? null,
    discount_code: discount?.code ?? null,
    discount_cents: discount?.amount ?? NOTHING,
    discount_borne_by: discount?.bearer ?? null,
    policy: last.policy,
    questions: frame.questions,
    answers: frame.answers,
    viewer_zone: frame.viewerZone,
    streamer_zone: frame.streamerZone,
    buffer_before_minutes: 0,
    buffer_after_minutes: 10,
    duration_minutes: last.durationMinutes,
    start_at: iso(last.start),
    agreed_start_at: iso(last.agreedStart),
    reschedules: last.reschedules,
    revision: last.revision,
    status: last.status,
    held_at: iso(held.to.heldAt),
    paying: last.price > NOTHING,
    extended: false,
    confirmed_at: iso(confirmedAt),
    answer_by: last.status === 'requested' ? iso(last.answerBy) : null,
    ended_at: iso(ended),
    cause: 'cause' in last ? last.cause : null,
    refund_cents: 'refund' in last ? last.refund : (settlement?.refund ?? null),
    delivered_minutes: settlement?.deliveredMinutes ?? null,
    ...(live ? dueOf(last) : { due_event: null, due_at: null }),
    created_at: iso(held.at),
    updated_at: iso(steps.at(-1)?.at ?? held.at),
  });
  for (const { at, event, from, to } of steps) {
    const actorId = event.by === 'viewer' ? last.viewerId : event.by === 'streamer' ? last.streamerId : null;
    add(tables, 'public.booking_events', {
      booking_id: last.id,
      revision: to.revision,
      at: iso(at),
      actor: event.by,
      actor_id: actorId,
      type: event.type,
      from_status: from?.status ?? null,
      to_status: to.status,
      detail: {},
    });
  }
  for (const side of attendance ? (['streamer', 'viewer'] as const) : []) {
    // A group's streamer attends once, for all its seats.
    if (side === 'streamer' && frame.seat > 1) continue;
    for (const { start, end } of attendance?.[side] ?? []) {
      add(tables, 'public.attendances', {
        session_id: sessionId,
        person_id: side === 'viewer' ? last.viewerId : last.streamerId,
        side,
        joined_at: iso(start),
        last_seen_at: iso(end),
        left_at: iso(end),
        evidence: {},
      });
    }
  }
}

/** A share that became available to a streamer, and when; negative for one that was taken back. */
export interface Release {
  readonly at: Instant;
  readonly paymentId: string;
  readonly amount: Cents;
}

/** How long after a session its payer disputes the payment at their bank. */
const DISPUTED_AFTER_HOURS = 6 * 24;

/**
 * Writes down the money of a story up to now: the payment, what the provider was told, and the
 * postings.
 * @param disputed the payer's bank took the money back after its release, and has not decided
 * @returns what became available of it, and what was taken back
 */
export function moneyRows(tables: Tables, { steps, last }: Story, now: Instant, disputed = false): Release[] {
  if (last.price === NOTHING) return [];
  const id = randomUUID();
  const reference = `pi_demo_${id.replaceAll('-', '')}`;
  const authorisedAt = steps.find(({ event }) => event.type === 'authorise_payment')?.at;
  if (authorisedAt === undefined) return [];
  let state = 'authorised';
  let movement: Movement | null = null;
  let capturedAt: Instant | null = null;
  let releasedAt: Instant | null = null;
  const post = (posting: Posting, at: Instant, source: string): void => {
    postingRows(tables, posting, at, source, { payment_id: id, payout_id: null });
  };
  const order = (kind: string, amount: number, postingKind: string | null, at: Instant): string => {
    const orderId = randomUUID();
    add(tables, 'public.payment_orders', {
      id: orderId,
      payment_id: id,
      kind,
      amount_cents: amount,
      posting_kind: postingKind,
      state: 'done',
      attempts: 1,
      next_attempt_at: iso(at),
      provider_reference: kind === 'refund' ? `re_demo_${orderId.replaceAll('-', '')}` : reference,
      created_at: iso(at),
      done_at: iso(minutesAfter(at, 1)),
    });
    return `order:${orderId}`;
  };
  for (const { at, from, to, event } of steps) {
    if (!from) continue;
    const effect = paymentEffect(from, to);
    if (effect.kind === 'capture') {
      movement = capture({ streamerId: last.streamerId, amount: effect.amount, fee: last.fee });
      capturedAt = minutesAfter(at, 1);
      state = 'captured';
      post(movement.posting, capturedAt, order('capture', effect.amount, null, at));
    } else if (effect.kind === 'void') {
      state = 'voided';
      order('void', last.price, null, at);
    } else if (effect.kind === 'refund' && movement) {
      const kind = event.type === 'settle' ? 'settlement' : 'refund';
      const result = refund(movement.payment, effect.amount, kind);
      if (!result.ok) throw new Error(`the demo cannot refund: ${result.refusal}`);
      movement = result.value;
      post(movement.posting, minutesAfter(at, 1), order('refund', effect.amount, kind, at));
    }
  }
  const dueAt = movement && 'endedAt' in last ? hoursAfter(endOf(last), 48) : null;
  const freed: Release[] = [];
  const free = ({ lines }: Posting, at: Instant): void => {
    const share = lines.find(({ account }) => account === 'streamer_available');
    if (share) freed.push({ at, paymentId: id, amount: negated(share.amount) });
  };
  if (movement && dueAt !== null && dueAt <= now) {
    const result = release(movement.payment);
    if (!result.ok) throw new Error(`the demo cannot release: ${result.refusal}`);
    releasedAt = dueAt;
    post(result.value.posting, dueAt, `release:${id}`);
    free(result.value.posting, dueAt);
    movement = result.value;
    if (disputed) {
      const at = hoursAfter(endOf(last), DISPUTED_AFTER_HOURS);
      const opened = openDispute(movement.payment, movement.payment.captured);
      if (!opened.ok) throw new Error(`the demo cannot dispute: ${opened.refusal}`);
      const named = `du_demo_${id.replaceAll('-', '')}`;
      post(opened.value.posting, at, `dispute_opened:sandbox:${named}`);
      free(opened.value.posting, at);
      disputeRows(tables, { paymentId: id, reference, named, amount: movement.payment.captured, at, now });
      movement = opened.value;
      releasedAt = null;
    }
  }
  const payment = movement?.payment ?? null;
  const checkout = `cs_demo_${id.replaceAll('-', '')}`;
  add(tables, 'sandbox.checkouts', {
    reference: checkout,
    payment_id: id,
    amount_cents: last.price,
    title: 'Session',
    description: '',
    customer_email: '',
    success_url: '',
    cancel_url: '',
    expires_at: iso(authorisedAt),
    state: 'complete',
    created_at: iso(authorisedAt),
  });
  add(tables, 'sandbox.payments', {
    reference,
    checkout_reference: checkout,
    payment_id: id,
    amount_cents: last.price,
    captured_cents: payment?.captured ?? 0,
    refunded_cents: payment?.refunded ?? 0,
    state,
    authorised_at: iso(authorisedAt),
  });
  add(tables, 'public.payments', {
    id,
    booking_id: last.id,
    viewer_id: last.viewerId,
    streamer_id: last.streamerId,
    kind: 'booking',
    provider: 'sandbox',
    checkout_reference: checkout,
    payment_reference: reference,
    state,
    amount_cents: last.price,
    fee_basis_points: last.fee,
    settings_version: last.settingsVersion,
    captured_cents: payment?.captured ?? 0,
    refunded_cents: payment?.refunded ?? 0,
    disputed_cents: payment?.disputed ?? 0,
    authorised_at: iso(authorisedAt),
    captured_at: iso(capturedAt),
    release_due_at: iso(dueAt),
    released_at: iso(releasedAt),
    created_at: iso(authorisedAt),
    updated_at: iso(authorisedAt),
  });
  return freed;
}

/** The rows of a dispute, at the sandbox's bank and in Loge, that is decided in some days. */
function disputeRows(
  tables: Tables,
  {
    paymentId,
    reference,
    named,
    amount,
    at,
    now,
  }: Readonly<{ paymentId: string; reference: string; named: string }> &
    Readonly<{ amount: Cents; at: Instant; now: Instant }>,
): void {
  add(tables, 'sandbox.disputes', {
    reference: named,
    payment_reference: reference,
    amount_cents: amount,
    decides: 'won',
    state: 'needs_response',
    next_step_at: iso(hoursAfter(now, 10 * 24)),
    created_at: iso(at),
    withdrawn_cents: amount,
  });
  add(tables, 'private.disputes', {
    provider: 'sandbox',
    reference: named,
    payment_id: paymentId,
    amount_cents: amount,
    withdrawn_cents: amount,
    booked: 'opened',
    booked_withdrawn_cents: amount,
    reason: 'product_not_received',
    answer_by: iso(hoursAfter(now, 10 * 24)),
    next_look_at: iso(hoursAfter(now, 6)),
    created_at: iso(at),
  });
}

/** Writes down one posting with its lines; nothing when no money moved. */
export function postingRows(
  tables: Tables,
  { kind, lines }: Posting,
  at: Instant,
  source: string,
  of: { payment_id: string | null; payout_id: string | null },
): void {
  if (lines.length === 0) return;
  const id = randomUUID();
  add(tables, 'public.ledger_postings', { id, at: iso(at), kind, source, ...of });
  for (const { account, streamerId, amount } of lines) {
    add(tables, 'public.ledger_lines', {
      posting_id: id,
      account,
      streamer_id: streamerId,
      amount_cents: amount,
    });
  }
}
