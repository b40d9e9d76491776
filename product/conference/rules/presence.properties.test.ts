import fc from 'fast-check';
import { expect, test } from 'vitest';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { settle } from '#product/booking/rules/settlement.ts';
import { held, START } from '#product/booking/rules/testing/bookings.ts';
import { cents } from '#product/shared/money/cents.ts';
import { later } from '#product/shared/time/instant.ts';
import { attendanceOf, type RecordedPresence } from './presence.ts';
import { type Log, type SecondsPresence, settledBySecond } from './testing/second-by-second.ts';

const RUNS = 1_000;
const at = (second: number) => later(START, second * 1_000);

/**
 * Stretches of an evening: away for a while, then present for a while. A negative time away stands for a second device, or a clock that
 * is off.
 */
const episode = (places: SecondsPresence['place'][]) =>
  fc.record({
    away: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: -5, max: 60 }) },
      { weight: 3, arbitrary: fc.integer({ min: 20, max: 900 }) },
      { weight: 1, arbitrary: fc.integer({ min: -300, max: 0 }) },
    ),
    there: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 1_500 })),
    place: fc.constantFrom(...places),
    open: fc.boolean(),
    ended: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
  });

type Episode = ReturnType<typeof episode> extends fc.Arbitrary<infer Value> ? Value : never;

type OnGrid = (seconds: number) => number;

function presencesOf(
  episodes: readonly Episode[],
  first: number,
  now: number,
  onGrid: OnGrid,
): SecondsPresence[] {
  let clock = first;
  return episodes.flatMap(({ away, there, place, open, ended }) => {
    const joined = Math.max(-150, onGrid(clock + away));
    clock = Math.max(joined, onGrid(joined + there));
    if (joined > now) return [];
    // A presence that is still going on at `now` was last heard of then.
    const goesOn = open || clock > now;
    return [{ place, joined, seen: Math.min(clock, now), open: goesOn, ended: !goesOn && ended }];
  });
}

const side = (places: SecondsPresence['place'][]) =>
  fc.record({
    first: fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: -150, max: 100 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
    ),
    episodes: fc.array(episode(places), { maxLength: 6 }),
  });
const second = fc.integer({ min: -150, max: 2_800 });
const evening = fc
  .record({
    minutes: fc.constantFrom(15, 20, 30, 45),
    /** Coarse steps make many things happen in one second, so that thresholds are met exactly. */
    grid: fc.constantFrom(1, 1, 1, 30, 90),
    look: fc.constantFrom('tenth minute', 'fifteenth minute', 'end', 'end', 'end', 'after'),
    streamer: side(['room']),
    viewer: side(['room', 'room', 'room', 'lobby']),
    acts: fc.array(
      fc.record({
        act: fc.constantFrom('remove', 'refuse', 'end', 'reopen'),
        at: second,
        by: fc.constantFrom('streamer', 'streamer', 'admin'),
        target: fc.constantFrom('camille', 'camille', 'lou'),
      }),
      { maxLength: 3 },
    ),
    /**
     * How many silences of the streamer and the viewer are caused by the server being down, by how much too late that was noticed, and
     * how many have other causes.
     */
    blamed: fc.array(
      fc.record({
        who: fc.nat(11),
        early: fc.integer({ min: -20, max: 20 }),
        late: fc.integer({ min: -20, max: 20 }),
      }),
      { maxLength: 4 },
    ),
    down: fc.array(fc.record({ from: second, lasts: fc.integer({ min: 21, max: 900 }) }), { maxLength: 2 }),
  })
  .map(({ minutes, grid, look, streamer, viewer, acts, blamed, down }) => {
    const now = { 'tenth minute': 600, 'fifteenth minute': 900, end: minutes * 60, after: minutes * 60 + 75 }[
      look
    ];
    const onGrid: OnGrid = (seconds) => Math.round(seconds / grid) * grid;
    const presences = [streamer, viewer].map(({ episodes, first }) =>
      presencesOf(episodes, first, now, onGrid),
    );
    const silences = presences.flatMap((each) =>
      each.slice(1).map(({ joined }, index) => ({ from: each[index]!.seen, until: joined })),
    );
    const outages = [
      ...blamed.flatMap(({ who, early, late }) => {
        const silence = silences[who % Math.max(1, silences.length)];
        return silence ? [{ from: silence.from + early, until: silence.until + late }] : [];
      }),
      ...down.map(({ from, lasts }) => ({ from, until: from + lasts })),
    ].filter(({ from, until }) => from < until);
    const done = acts
      .map((act) => ({ ...act, at: onGrid(act.at) }))
      .filter((act) => act.at <= now)
      .sort((one, other) => one.at - other.at);
    return { minutes, now, streamer: presences[0]!, viewer: presences[1]!, acts: done, outages };
  });

const recorded = ({ place, joined, seen, open, ended }: SecondsPresence): RecordedPresence => ({
  place,
  joinedAt: at(joined),
  lastSeenAt: at(seen),
  leftAt: open ? null : at(seen),
  ended,
});

test('settlements match a count by stopwatch, for any log of reconnections, second devices, clocks, host acts and outages', () => {
  const seen = { runs: 0, bridged: 0, outcomes: new Map<string, number>() };
  fc.assert(
    fc.property(evening, ({ minutes, now, streamer, viewer, acts, outages }) => {
      const terms = held({ durationMinutes: minutes, price: cents(4_000), policy: POLICIES.flexible });
      const rules = (down: typeof outages) =>
        settle(
          terms,
          attendanceOf(
            {
              streamer: streamer.map(recorded),
              viewer: viewer.map(recorded),
              viewerId: 'camille',
              acts: acts.map(({ act, at: when, by, target }) => ({
                act: act as 'end',
                at: at(when),
                by: by as 'admin',
                targetId: target,
              })),
              outages: down.map(({ from, until }) => ({ start: at(from), end: at(until) })),
            },
            at(now),
          ),
          at(now),
        );
      const log: Log = {
        streamer,
        viewer,
        outages,
        acts: acts.map(({ act, at: when, by, target }) => ({
          act: act as 'end',
          at: when,
          concernsViewer: by === 'streamer' && target === 'camille',
        })),
      };
      const settlement = rules(outages);
      const settled = settledBySecond(log, { minutes, now, noShowPercent: 50 });
      seen.runs += 1;
      if (JSON.stringify(settlement) !== JSON.stringify(rules([]))) seen.bridged += 1;
      const outcome = settled?.outcome ?? 'too early';
      seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1);
      if (settled === null) {
        expect(settlement).toBeNull();
        return;
      }
      const kept = Math.round((4_000 * settled.keptPercent) / 100 + 1e-6);
      expect(settlement).toEqual({
        outcome: settled.outcome,
        deliveredMinutes: Math.floor(settled.deliveredSeconds / 60),
        kept,
        refund: 4_000 - kept,
      });
    }),
    { numRuns: RUNS },
  );
  expect(seen.runs).toBe(RUNS);
  // Checks that the generated logs cover what matters: outages that decide, and each way in which a session ends.
  expect(seen.bridged).toBeGreaterThan(RUNS / 50);
  for (const outcome of ['completed', 'viewer_no_show', 'streamer_no_show', 'too early'])
    expect(seen.outcomes.get(outcome) ?? 0).toBeGreaterThan(RUNS / 100);
});
