import { endLapsedExtensions } from '#product/conference/extension/end-lapsed.ts';
import { extensionSteps } from '#product/conference/extension/testing/steps.ts';
import { carryOutOrders } from '#product/payments/carry-out-orders.ts';
import { reconcilePayments } from '#product/payments/reconcile.ts';
import type { Contract, RequestOf, ResponseOf } from '#product/shared/contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type ProductServer, type SignedIn, send } from '#product/testing/product-server.ts';
import type { PaymentProvider } from '#server/integrations/payments/provider.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingOf } from '../booking-row.ts';
import * as booking from '../contract.ts';
import { isLive } from '../rules/booking.ts';
import { quoteCancellation } from '../rules/refund.ts';
import { carryOut, type Fixture, holdRequest, key, nowOf, openFixture, runTask } from './fixture.ts';

/** What happens next. Numbers select among the options available at that point. */
export interface Step {
  kind: /** Hold, pay by card, and receive the event: what most people do. */
    | 'book'
    | 'hold'
    | 'pay'
    | 'give_card'
    | 'extend'
    | 'release'
    | 'accept'
    | 'decline'
    | 'cancel'
    | 'reschedule'
    | 'propose'
    | 'withdraw'
    | 'answer'
    | 'attend'
    /** Both meet in the room, and one offers to prolong; the other answers, and the viewer pays. */
    | 'go_on'
    | 'offer_more'
    | 'answer_more'
    | 'pay_more'
    | 'retry'
    | 'deadlines'
    | 'orders'
    | 'webhooks'
    | 'reconcile'
    /** Advances to the next deadline and carries it out. */
    | 'skip'
    | 'wait';
  who: number;
  pick: number;
  slot: number;
  minutes: number;
  card: 'accepted' | 'declined' | 'challenge';
  webhook: 'normal' | 'late' | 'twice';
  yes: boolean;
  /** The process dies after the provider has answered and before the database is told. */
  crash: boolean;
}

class Crash extends Error {}

/** A provider after whose next answer the process dies, when it is armed. */
function mortal(provider: PaymentProvider, life: { armed: boolean }): PaymentProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'parseWebhook') return value;
      return async (...given: unknown[]) => {
        const answer: unknown = await value.apply(target, given);
        if (!life.armed) return answer;
        life.armed = false;
        throw new Crash('the process died');
      };
    },
  });
}

export interface World {
  viewers: SignedIn[];
  act(step: Step): Promise<void>;
  /** Finishes everything: what is due, and what the provider still has to report. */
  drain(): Promise<void>;
}

/** Two streamers with offers of every sort, three viewers, and a process that may die. */
export async function openWorld(product: ProductServer): Promise<World> {
  const { database, clock, deps } = product;
  const life = { armed: false };
  const provider = product.sandbox.provider;
  const fixtures = [
    await openFixture(product),
    await openFixture(product, { seats: 2, durationMinutes: 45 }),
    await openFixture(product, { priceCents: 0, durationMinutes: 30 }),
    await openFixture(product, { confirmation: 'on_request', priceCents: 4_999 }),
  ];
  const viewers = [await product.join(), await product.join(), await product.join()];
  const streamers = new Map(fixtures.map(({ streamer }) => [streamer.id, streamer]));
  const ids = viewers.map(({ id }) => id);
  const sent: (() => Promise<void>)[] = [];

  const at = <T>(list: readonly T[], index: number): T =>
    list.at(index < 0 ? index : index % list.length) as T;
  const bookings = async (statuses: readonly string[]): Promise<BookingRow[]> => {
    const { rows } = await database.pool.query<BookingRow>(
      `select ${BOOKING_COLUMNS} from public.bookings where viewer_id = any($1) and status = any($2) order by created_at, id`,
      [ids, statuses],
    );
    return rows;
  };
  const viewerOf = (row: BookingRow) => viewers.find(({ id }) => id === row.viewer_id) as SignedIn;
  const streamerOf = (row: BookingRow) => streamers.get(row.streamer_id ?? '') as SignedIn;
  const startOf = (slot: number): string => {
    const day = new Date(nowOf(product).getTime() + (1 + (slot % 4)) * 86_400_000);
    day.setUTCHours(10, (Math.floor(slot / 4) % 5) * 30, 0, 0);
    return day.toISOString();
  };

  /** Refusals are answers too; an unexpected error is a bug, unless the process just died. */
  async function say<C extends Contract>(who: SignedIn, contract: C, body: RequestOf<C>): Promise<void> {
    const wasArmed = life.armed;
    const first = await send(who, contract, body);
    const died = wasArmed && !life.armed;
    if (first.refusal && first.refusal.status >= 500 && !died)
      throw new Error(`${contract.name}: ${JSON.stringify(first.refusal)}`);
    sent.push(async () => {
      const again = await send(who, contract, body);
      const settled: ResponseOf<C> | null = first.answer;
      if (settled && JSON.stringify(again.answer) !== JSON.stringify(settled))
        throw new Error(`${contract.name} answered its key twice: ${JSON.stringify([first, again])}`);
    });
  }

  async function giveCard(row: BookingRow, { card, webhook }: Step): Promise<void> {
    const { rows } = await database.pool.query<{ checkout_url: string }>(
      "select checkout_url from public.payments where booking_id = $1 and state = 'open' and checkout_url is not null",
      [row.id],
    );
    const [page] = rows;
    if (page) {
      const response = await fetch(page.checkout_url, {
        method: 'POST',
        body: new URLSearchParams({ card, webhook }),
        redirect: 'manual',
      });
      await response.arrayBuffer();
    }
  }

  const more = extensionSteps(product);
  async function goOn(row: BookingRow, step: Step): Promise<void> {
    const session = { bookingId: row.id, viewer: viewerOf(row), streamer: streamerOf(row) };
    const [one, other] = step.yes ? (['viewer', 'streamer'] as const) : (['streamer', 'viewer'] as const);
    switch (step.kind) {
      case 'offer_more':
        return more.offer(session, one);
      case 'answer_more':
        return more.answer(session, other, step.pick % 4 > 0);
      case 'pay_more':
        await more.pay(session);
        return giveCard(row, step);
      default:
        await more.meet(session, 1 + step.minutes * 3);
        await more.offer(session, one);
        await more.answer(session, other, true);
        await more.pay(session);
        return giveCard(row, step);
    }
  }

  async function attend(row: BookingRow, { minutes, yes }: Step): Promise<void> {
    const sides = yes
      ? (['viewer', 'streamer'] as const)
      : [minutes % 2 ? ('viewer' as const) : ('streamer' as const)];
    for (const side of sides) {
      await database.pool.query(
        `insert into public.attendances (session_id, person_id, side, joined_at, last_seen_at, left_at)
         values ($1, $2, $3, $4, $5, $5)`,
        [
          row.session_id,
          side === 'viewer' ? row.viewer_id : row.streamer_id,
          side,
          row.start_at,
          new Date(row.start_at.getTime() + (minutes % 90) * 60_000),
        ],
      );
    }
  }

  /** The server's own work, which may die with the process; another process does it again. */
  const work = async (task: () => Promise<unknown>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  };

  async function onBooking(step: Step): Promise<void> {
    const wanted: Partial<Record<Step['kind'], readonly string[]>> = {
      pay: ['held'],
      give_card: ['held'],
      extend: ['held'],
      release: ['held'],
      accept: ['requested'],
      decline: ['requested'],
      attend: ['in_progress'],
      go_on: ['confirmed', 'in_progress'],
      offer_more: ['in_progress'],
      answer_more: ['in_progress'],
      pay_more: ['in_progress'],
    };
    const more = ['go_on', 'offer_more', 'answer_more', 'pay_more'].includes(step.kind);
    const found = await bookings(wanted[step.kind] ?? ['confirmed', 'requested']);
    const rows = more ? found.filter(({ seats }) => seats === 1) : found;
    if (rows.length === 0) return;
    const row = at(rows, step.pick);
    const [viewer, streamer, bookingId] = [viewerOf(row), streamerOf(row), row.id];
    const once = { key: key(), bookingId };
    switch (step.kind) {
      case 'pay':
        return say(viewer, booking.payBooking, { ...once, expectedPriceCents: row.price_cents });
      case 'give_card':
        return giveCard(row, step);
      case 'extend':
        return say(viewer, booking.extendHold, once);
      case 'release':
        return say(viewer, booking.releaseHold, once);
      case 'accept':
        return say(streamer, booking.acceptRequest, once);
      case 'decline':
        return say(streamer, booking.declineRequest, once);
      case 'reschedule':
        return say(viewer, booking.rescheduleBooking, { ...once, start: startOf(step.slot) });
      case 'propose':
        return say(streamer, booking.proposeStart, { ...once, start: startOf(step.slot) });
      case 'withdraw':
        return say(streamer, booking.withdrawProposal, once);
      case 'answer':
        return say(viewer, booking.answerProposal, { ...once, answer: step.yes ? 'accept' : 'refuse' });
      case 'attend':
        return attend(row, step);
      case 'go_on':
      case 'offer_more':
      case 'answer_more':
      case 'pay_more':
        return goOn(row, step);
      default: {
        const before = bookingOf(row);
        const by = step.yes ? 'viewer' : 'streamer';
        const now = instantOf(nowOf(product).getTime());
        const expectedRefundCents = isLive(before) ? quoteCancellation(before, by, now) : 0;
        return say(step.yes ? viewer : streamer, booking.cancelBooking, { ...once, expectedRefundCents });
      }
    }
  }

  async function skip(): Promise<void> {
    const { rows } = await database.pool.query<{ due_at: Date | null }>(
      'select min(due_at) as due_at from public.bookings where viewer_id = any($1)',
      [ids],
    );
    const due = rows[0]?.due_at?.getTime() ?? 0;
    clock.ahead += Math.max(0, due - nowOf(product).getTime());
  }

  async function run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'hold': {
        const fixture: Fixture = at(fixtures, step.pick);
        return say(at(viewers, step.who), booking.holdSlot, holdRequest(fixture, startOf(step.slot)));
      }
      case 'book':
        await run({ ...step, kind: 'hold' });
        for (const kind of ['pay', 'give_card', 'webhooks', 'orders'] as const)
          await run({ ...step, kind, pick: -1 });
        return;
      case 'skip':
        await skip();
        return run({ ...step, kind: 'deadlines' });
      case 'retry':
        return sent.length > 0 ? at(sent, step.pick)() : undefined;
      case 'deadlines':
        await runTask(product, endLapsedExtensions);
        return work(() => carryOut(product));
      case 'orders':
        return work(() => carryOutOrders(product.work));
      case 'webhooks':
        for (const task of product.sandbox.tasks) await task.run();
        return;
      case 'reconcile':
        return work(() => reconcilePayments(product.work));
      case 'wait':
        clock.ahead += step.minutes * 60_000;
        return;
      default:
        return onBooking(step);
    }
  }

  deps.payments = mortal(provider, life);
  return {
    viewers,
    async act(step) {
      life.armed = step.crash;
      await run(step);
      life.armed = false;
    },
    async drain() {
      for (let round = 0; round < 3; round++) {
        for (const task of product.sandbox.tasks) await task.run();
        await reconcilePayments(product.work);
        await runTask(product, endLapsedExtensions);
        await carryOut(product);
        await carryOutOrders(product.work);
        clock.ahead += 3 * 3_600_000;
      }
    },
  };
}
