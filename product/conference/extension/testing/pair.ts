import {
  answerExtension,
  offerExtension,
  payExtension,
  type RoomExtension,
} from '#product/booking/extension-contract.ts';
import { carryOut, runTask } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, type ProductServer, type SignedIn } from '#product/testing/product-server.ts';
import { type RoomStanding, sendHeartbeat } from '../../contract.ts';
import { comeIn, type Stage } from '../../testing/stage.ts';
import { endLapsedExtensions } from '../end-lapsed.ts';

export type Side = 'viewer' | 'streamer';

/** What one of the two in a room sends. Each returns the server's answer, or throws. */
export interface Half {
  who: SignedIn;
  self: { roomId: string; participantId: string };
  standing(): Promise<RoomStanding>;
  offer(expectedPriceCents?: number): Promise<RoomExtension>;
  answer(extensionId: string, accept?: boolean): Promise<RoomExtension>;
  pay(extensionId: string): Promise<{ checkoutUrl: string }>;
}

/** A row of public.payments, as far as these tests look at it. */
export interface PaymentFacts {
  id: string;
  kind: string;
  state: string;
  captured_cents: number;
  refunded_cents: number;
  release_due_at: Date;
}

export interface Pair {
  stage: Stage;
  viewer: Half;
  streamer: Half;
  /** Both send a heartbeat at a minute of the session. */
  at(minute: number): Promise<void>;
  /** Offered by one and accepted by the other. */
  agreed(by?: Side, expectedPriceCents?: number): Promise<RoomExtension>;
  /** Agreed on, and paid at the sandbox's page; everything that follows is carried out. */
  extended(expectedPriceCents?: number): Promise<RoomExtension>;
  /** Of the session, its own payment first. */
  payments(): Promise<PaymentFacts[]>;
  /** The last extension's row. */
  extension(): Promise<Record<string, unknown>>;
  /** The tasks that depend on time: lapsed extensions, deadlines, orders, webhooks. */
  time(): Promise<void>;
}

/** Both in the room of a session that has begun. */
export async function meet(product: ProductServer, stage: Stage, price: number): Promise<Pair> {
  const till = tillOf(product);
  const half = async (who: SignedIn): Promise<Half> => {
    const { entry } = await comeIn(who, stage.roomId);
    const self = { roomId: stage.roomId, participantId: entry.participantId };
    return {
      who,
      self,
      standing: () => ask(who, sendHeartbeat, { ...self, connected: 1 }),
      offer: (expectedPriceCents = price) => ask(who, offerExtension, { ...self, expectedPriceCents }),
      answer: (extensionId, accept = true) => ask(who, answerExtension, { ...self, extensionId, accept }),
      pay: (extensionId) => ask(who, payExtension, { ...self, extensionId }),
    };
  };
  stage.at(-5);
  const viewer = await half(stage.viewer);
  const streamer = await half(stage.streamer);
  let begun = false;
  const pair: Pair = {
    stage,
    viewer,
    streamer,
    async at(minute) {
      stage.at(minute);
      // As if every heartbeat until now had come: presence itself is tested elsewhere.
      const heard = [stage.roomId, new Date(stage.startsAt + minute * 60_000)];
      await product.database.pool.query(
        'update private.admissions set last_seen_at = $2 where session_id = $1 and ended_at is null',
        heard,
      );
      await product.database.pool.query(
        'update public.attendances set last_seen_at = $2 where session_id = $1 and left_at is null',
        heard,
      );
      if (!begun) await carryOut(product);
      begun = true;
      await Promise.all([viewer.standing(), streamer.standing()]);
    },
    async agreed(by = 'viewer', expected = price) {
      const { id } = await pair[by].offer(expected);
      return pair[by === 'viewer' ? 'streamer' : 'viewer'].answer(id);
    },
    async extended(expected = price) {
      const extension = await pair.agreed('viewer', expected);
      const { checkoutUrl } = await viewer.pay(extension.id);
      await till.fill(checkoutUrl, { card: 'accepted', webhook: 'normal' });
      await till.work();
      return extension;
    },
    async payments() {
      const { rows } = await product.database.pool.query<PaymentFacts>(
        'select * from public.payments where booking_id = $1 order by created_at, id',
        [stage.bookingId],
      );
      return rows;
    },
    extension: () =>
      till.one(
        'select * from public.session_extensions where booking_id = $1 order by offered_at desc limit 1',
        [stage.bookingId],
      ),
    async time() {
      await runTask(product, endLapsedExtensions);
      await carryOut(product);
      await till.work();
    },
  };
  await pair.at(1);
  return pair;
}
