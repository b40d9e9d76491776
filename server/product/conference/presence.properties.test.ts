import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enter, heartbeat, leave } from '#contracts/conference.ts';
import { MILLIS_PER_MINUTE } from '#domain/time/instant.ts';
import { coveredMillis } from '#domain/time/interval.ts';
import { loadAttendance } from '../booking/attendance.ts';
import { carryOut, startIn } from '../booking/testing/ground.ts';
import { tillOf } from '../payments/testing/till.ts';
import { ask, type ProductServer, type SignedIn, send, startProduct } from '../testing/product-server.ts';
import { openStage, type Stage } from './testing/stage.ts';

let product: ProductServer;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => {
  product.clock.ahead = 0;
});
afterAll(() => product.close());

const SILENCE = 30_000;
/** What a person does, and how many seconds later the next thing happens. Long silences are a sleeping computer, or a server that restarts. */
const doing = fc.record({
  who: fc.constantFrom('viewer' as const, 'streamer' as const),
  what: fc.constantFrom(
    'beat' as const,
    'beat' as const,
    'beat' as const,
    'enter' as const,
    'leave' as const,
  ),
  wait: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: 31, max: 400 }) },
  ),
});

interface Self {
  participantId: string | null;
  /** What a bystander with a stopwatch notes: [from, until], the last one open while `seen` is fresh. */
  present: [number, number][];
  /** Silences so near to the limit that the time a command travels decides on which side they fall. */
  doubtful: number;
}

/** Does it at the server, and notes it with the stopwatch. */
async function act(stage: Stage, person: SignedIn, self: Self, what: string, at: number): Promise<void> {
  const { roomId } = stage;
  const last = self.present.at(-1);
  const silence = last === undefined ? Number.POSITIVE_INFINITY : at - last[1];
  const fresh = last !== undefined && silence < SILENCE;
  if (Math.abs(silence - SILENCE) < 3_000) self.doubtful += 1;
  if (what === 'enter') {
    const { participantId } = await ask(person, enter, { roomId, takeOver: true });
    if (self.participantId !== null && fresh) last[1] = at;
    self.participantId = participantId;
    self.present.push([at, at]);
  } else if (self.participantId !== null) {
    const who = { roomId, participantId: self.participantId };
    if (what === 'leave') {
      await ask(person, leave, who);
      if (fresh) last[1] = at;
      self.participantId = null;
    } else {
      const { refusal } = await send(person, heartbeat, who);
      expect(refusal).toBeNull();
      if (fresh) last[1] = at;
      else self.present.push([at, at]);
    }
  }
}

test('what is settled is what a bystander with a stopwatch saw, whatever people and networks do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 30, maxLength: 70 }), async (script) => {
      product.clock.ahead = 0;
      const stage = await openStage(product, startIn(product, 3));
      const people = {
        viewer: { participantId: null, present: [], doubtful: 0 } as Self,
        streamer: { participantId: null, present: [], doubtful: 0 } as Self,
      };
      let seconds = -300;
      for (const { who, what, wait } of script) {
        if (seconds > 3_500) break;
        stage.at(seconds / 60);
        await act(stage, stage[who], people[who], what, stage.startsAt + seconds * 1000);
        await carryOut(product);
        const { status } = await tillOf(product).bookingOf(stage.bookingId);
        if (!['confirmed', 'in_progress'].includes(status)) break;
        seconds += wait;
      }
      stage.at(61);
      await carryOut(product);
      await carryOut(product);
      const booking = await tillOf(product).bookingOf(stage.bookingId);
      const attendance = await loadAttendance(product.database.pool as never, {
        sessionId: stage.roomId,
        viewerId: stage.viewer.id,
        now: new Date(Date.now() + product.clock.ahead),
      });
      const session = {
        start: stage.startsAt as never,
        end: (stage.startsAt + 60 * MILLIS_PER_MINUTE) as never,
      };
      for (const side of ['viewer', 'streamer'] as const) {
        const seen = people[side].present.map(([start, end]) => ({ start, end }) as never);
        // The server's clock runs on while commands travel: a second for each, at most.
        const difference = coveredMillis(attendance[side], session) - coveredMillis(seen, session);
        const { present, doubtful } = people[side];
        expect(Math.abs(difference)).toBeLessThan(
          1_000 * (present.length + 1) + doubtful * (SILENCE + 3_000),
        );
      }
      expect(['completed', 'viewer_no_show', 'streamer_no_show']).toContain(booking.status);
      expect(Number(booking.refund_cents)).toBeGreaterThanOrEqual(0);
      expect(Number(booking.refund_cents)).toBeLessThanOrEqual(4000);
      await tillOf(product).work();
      const books = await tillOf(product).booksOf(stage.bookingId);
      expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const shared = (books.streamer_pending ?? 0) + (books.platform_fees ?? 0);
      expect(shared + 4000 - Number(booking.refund_cents)).toBe(0);
    }),
    { numRuns: 8, interruptAfterTimeLimit: 20_000 },
  );
}, 120_000);
