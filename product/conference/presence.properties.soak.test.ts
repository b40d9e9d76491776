import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carryOut, nowOf, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import { coveredMillis } from '#product/shared/time/interval.ts';
import { openProduct, send } from '#product/testing/product-server.ts';
import { loadAttendance } from './attendance.ts';
import { enterRoom, leaveRoom, sendHeartbeat } from './contract.ts';
import { moderateRoom } from './host-contract.ts';
import { createPulse } from './outages.ts';
import { bystander, SILENCE, type Watched } from './testing/bystander.ts';
import { openStage, type Stage } from './testing/stage.ts';

const product = await openProduct();

/** How far the clock of the process that a command reached is off, at most, in seconds. */
const SKEW = 2;
const weighted = (...options: [weight: number, what: string][]) =>
  fc.oneof(...options.map(([weight, what]) => ({ weight, arbitrary: fc.constant(what) })));
/**
 * What happens, how far the clock of the process that handles it is off, and how many seconds later the next thing happens. A long wait
 * is silence of everybody, after which the tabs continue as the same participants; 'down' is the silence of a server that was killed.
 */
const doing = fc.record({
  who: fc.constantFrom('viewer' as const, 'streamer' as const),
  what: weighted(
    [10, 'stay'],
    [3, 'stay alone'],
    [5, 'enter'],
    [1, 'leave'],
    [2, 'remove'],
    [3, 'admit'],
    [1, 'refuse'],
    [1, 'end'],
    [2, 'down'],
  ),
  skew: fc.integer({ min: -SKEW * 1000, max: SKEW * 1000 }).map((milliseconds) => milliseconds / 1000),
  wait: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 24 }) },
    { weight: 1, arbitrary: fc.integer({ min: 31, max: 400 }) },
  ),
  /** A presence lasts so many heartbeats; an outage, so many half minutes. */
  beats: fc.integer({ min: 2, max: 12 }),
});
/** So many scripts are played, unless time runs out; fewer than the minimum prove nothing. */
const RUNS = 20;
const LEAST_RUNS = 4;
/** Of the session. */
const MINUTES = 30;
const PRICE = 4_000;
type Doing = typeof doing extends fc.Arbitrary<infer Value> ? Value : never;

/** Does it at the server, and lets the bystander observe the result. */
async function act(
  stage: Stage,
  ids: Record<Watched, string | null>,
  watch: ReturnType<typeof bystander>,
  { who, what }: Doing,
  at: number,
): Promise<void> {
  const { roomId } = stage;
  if (what === 'enter') {
    const { answer, refusal } = await send(stage[who], enterRoom, { roomId, takeOver: true });
    if (!answer) {
      expect(refusal.code).toMatch(/room_ended|room_refused/);
      return;
    }
    ids[who] = answer.participantId;
    return watch.enters(who, at, answer);
  }
  if (what === 'stay' || what === 'stay alone') {
    for (const each of what === 'stay alone' ? [who] : (['viewer', 'streamer'] as const)) {
      const participantId = ids[each];
      if (participantId === null) continue;
      const { answer } = await send(stage[each], sendHeartbeat, { roomId, participantId });
      // A tab learns so that its owner was put out.
      if (answer) watch.says(each, at);
      else ids[each] = null;
    }
    return;
  }
  if (what === 'leave') {
    const participantId = ids[who];
    if (participantId === null) return;
    await send(stage[who], leaveRoom, { roomId, participantId });
    ids[who] = null;
    return watch.leaves(who, at);
  }
  const [host, guest] = [ids.streamer, ids.viewer];
  if (host === null || (guest === null && what !== 'end')) return;
  const input = { roomId, participantId: host, act: what as 'remove', target: what === 'end' ? null : guest };
  const { refusal } = await send(stage.streamer, moderateRoom, input);
  if (refusal) expect(refusal.code).toMatch(/participant_gone|room_ended|room_left/);
  else if (what === 'end') watch.ends(at);
  else if (what === 'admit') watch.letIn(at);
  else watch.putOut(at);
}

/** Plays a script to its end, or until the session was settled before it. */
async function play(stage: Stage, script: readonly Doing[]) {
  const ids: Record<Watched, string | null> = { viewer: null, streamer: null };
  const watch = bystander();
  let seconds = -60;
  const processStarts = () => createPulse({ pool: product.database.pool, now: () => nowOf(product) });
  let pulse = processStarts();
  /** Killed and started again; deadlines that passed meanwhile are carried out before any heartbeat arrives. */
  const goesDown = async (halfMinutes: number) => {
    const from = stage.startsAt + seconds * 1000;
    stage.at(seconds / 60);
    await pulse.beat();
    seconds += halfMinutes * 30;
    watch.down(from, stage.startsAt + seconds * 1000);
    stage.at(seconds / 60);
    pulse = processStarts();
    await pulse.beat();
    await Promise.all([carryOut(product), carryOut(product)]);
    seconds += 2;
  };
  const happens = async (each: Doing): Promise<boolean> => {
    if (seconds > MINUTES * 60 - 10) return false;
    stage.at((seconds + each.skew) / 60);
    await act(stage, ids, watch, each, stage.startsAt + seconds * 1000);
    stage.at(seconds / 60);
    await pulse.beat();
    await carryOut(product);
    const { status } = await tillOf(product).bookingOf(stage.bookingId);
    return ['confirmed', 'in_progress'].includes(status);
  };
  for (const who of ['viewer', 'streamer'] as const)
    await happens({ who, what: 'enter', skew: 0, wait: 0, beats: 0 });
  for (const each of script) {
    if (each.what === 'down') {
      await goesDown(each.beats);
      continue;
    }
    let times = each.what.startsWith('stay') ? each.beats : 1;
    let goesOn = await happens(each);
    while (goesOn && --times > 0) {
      seconds += 22;
      // The next heartbeat reaches another process, whose clock is off the other way.
      goesOn = await happens({ ...each, skew: times % 2 === 0 ? each.skew : -each.skew });
    }
    if (!goesOn) break;
    seconds += each.wait;
  }
  // A minute after the last outage no settlement waits any more.
  stage.at(Math.max(MINUTES + 1, seconds / 60 + 1));
  await Promise.all([carryOut(product), carryOut(product)]);
  await carryOut(product);
  return watch;
}

const forgetOutages = () =>
  product.database.pool.query('update private.server_pulses set beat_at = null; delete from private.outages');

test('settlements match what a bystander with a stopwatch saw, whatever people, clocks and servers do', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 15, maxLength: 40 }), async (script) => {
      product.clock.ahead = 0;
      // Each script is played on the same day.
      await forgetOutages();
      const stage = await openStage(product, startIn(product, 3), MINUTES);
      const watch = await play(stage, script);
      const booking = await tillOf(product).bookingOf(stage.bookingId);
      const attendance = await loadAttendance(product.database.pool as never, {
        sessionId: stage.roomId,
        viewerId: stage.viewer.id,
        now: new Date(Date.now() + product.clock.ahead),
      });
      const end = stage.startsAt + MINUTES * MILLIS_PER_MINUTE;
      const session = { start: stage.startsAt as never, end: end as never };
      const seen = watch.counts({ from: stage.startsAt, until: end });
      // The clocks' greatest error at both ends, and the second that a command takes.
      const tolerance = watch.tolerance(2 * SKEW * 1000 + 1_000);
      const near = (counted: number, noted: number) =>
        expect(Math.abs(counted - noted)).toBeLessThan(tolerance);
      near(coveredMillis(attendance.streamer, session), seen.streamer);
      near(coveredMillis(attendance.viewer, session), seen.viewer);
      near(coveredMillis(attendance.keptOut ?? [], session), seen.keptOut);
      // Whole minutes; for a session that an absence ended early, up to the time that a last heartbeat still covers.
      const delivered = Number(booking.delivered_minutes) * MILLIS_PER_MINUTE;
      expect(delivered - seen.delivered).toBeLessThan(tolerance + SILENCE);
      expect(seen.delivered - delivered).toBeLessThan(tolerance + MILLIS_PER_MINUTE);

      expect(['completed', 'viewer_no_show', 'streamer_no_show']).toContain(booking.status);
      const refund = Number(booking.refund_cents);
      if (booking.status === 'completed' && seen.delivered + tolerance < 0.9 * (end - stage.startsAt)) {
        const perMilli = PRICE / (end - stage.startsAt);
        expect(Math.abs(PRICE - seen.delivered * perMilli - refund)).toBeLessThan(
          (tolerance + MILLIS_PER_MINUTE) * perMilli + 1,
        );
      }
      expect(refund).toBeGreaterThanOrEqual(0);
      expect(refund).toBeLessThanOrEqual(PRICE);
      const { rows } = await product.database.pool.query(
        `select count(*)::int as settled from public.booking_events where booking_id = $1 and type = 'settle'`,
        [stage.bookingId],
      );
      expect(rows).toEqual([{ settled: 1 }]);
      await tillOf(product).work();
      const books = await tillOf(product).booksOf(stage.bookingId);
      expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const shared = (books.streamer_pending ?? 0) + (books.platform_fees ?? 0);
      expect(shared + PRICE - refund).toBe(0);
      runs += 1;
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 180_000 },
  );
  expect(runs).toBeGreaterThanOrEqual(LEAST_RUNS);
}, 400_000);
