import { openBetween } from '#domain/availability/hours.ts';
import { type IntervalList, intervalList, type Probe, probe } from '#domain/availability/interval-list.ts';
import { bookableSpan, type SlotQuestion } from '#domain/availability/question.ts';
import {
  countSessions,
  type GroupSession,
  joinableSessions,
  type SessionCounts,
} from '#domain/availability/sessions.ts';
import type { ClosedReason, Verdict } from '#domain/availability/verdict.ts';
import { MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#domain/time/instant.ts';
import type { EpochDay } from '#domain/time/local-date.ts';
import { type OffsetSpan, spanAt } from '#domain/time/zone.ts';

/**
 * A question prepared for the starts of one stretch. `judge` is the only place that decides: the list of slots, the
 * explanation of one start and the search over streamers all ask it, so they cannot disagree.
 */
export interface Judge {
  readonly open: IntervalList;
  readonly joinable: ReadonlyMap<number, GroupSession>;
  /** Decides on a start, in epoch milliseconds, within the stretch. Rising starts cost one pass altogether. */
  readonly judge: (start: number) => Verdict;
}

const closed = (reason: ClosedReason): Verdict => ({ free: false, reason });

// The same few answers serve every start: a month asks some 3,000 times.
const PAST = closed('past');
const TOO_SOON = closed('too_soon');
const TOO_FAR = closed('too_far');
const OUTSIDE_HOURS = closed('outside_hours');
const NOT_ON_STEP = closed('not_on_step');
const FULL = closed('full');
const TAKEN = closed('taken');
const BUSY = closed('busy');
const BUFFER = closed('buffer');
const DAILY_CAP = closed('daily_cap');
const WEEKLY_CAP = closed('weekly_cap');

/** Prepares to judge the starts from `from` up to and with `to` (epoch milliseconds). Reads each input once. */
export function prepareJudge(question: SlotQuestion, from: number, to: number): Judge {
  const { hours, rules, wanted, now } = question;
  const duration = wanted.durationMinutes * MILLIS_PER_MINUTE;
  const before = rules.bufferBeforeMinutes * MILLIS_PER_MINUTE;
  const after = rules.bufferAfterMinutes * MILLIS_PER_MINUTE;
  const step = rules.stepMinutes * MILLIS_PER_MINUTE;
  const bookable = bookableSpan(question);
  const open = openBetween(hours, from, to + duration);
  const opened = probe(open);
  const { taken, reserved, busy } = obstacles(question, from - before, to + duration + after);
  const joinable = joinableSessions(question.occupied, wanted);
  const offsetAt = offsetFinder(hours.zone);
  const counts = countsIfCapped(question);
  const enough = wanted.seats <= wanted.capacity;
  const free: Verdict = enough ? { free: true, seatsLeft: wanted.capacity } : FULL;

  const judge = (start: number): Verdict => {
    if (start < now) return PAST;
    if (start < bookable.start) return TOO_SOON;
    if (start >= bookable.end) return TOO_FAR;
    const end = start + duration;
    if (!opened.holds(start, end)) return OUTSIDE_HOURS;
    const session = joinable.get(start);
    if (session) return judgeSeats(session);
    const { offset, repeatedUntil } = offsetAt(start);
    if (start < repeatedUntil || (start + offset) % step !== 0) return NOT_ON_STEP;
    if (taken.touches(start, end)) return TAKEN;
    if (busy.touches(start, end)) return BUSY;
    if (reserved.touches(start - before, end + after) || busy.touches(start - before, end + after))
      return BUFFER;
    if (counts) {
      const day = Math.floor((start + offset) / MILLIS_PER_DAY) as EpochDay;
      if (rules.maxPerDay !== null && counts.onDay(day) >= rules.maxPerDay) return DAILY_CAP;
      if (rules.maxPerWeek !== null && counts.inWeekOf(day) >= rules.maxPerWeek) return WEEKLY_CAP;
    }
    return free;
  };

  // Joining a session that takes place anyway adds nothing to the streamer's day: step, pauses and caps do not matter.
  const judgeSeats = ({ seatsTaken }: GroupSession): Verdict => {
    const seatsLeft = wanted.capacity - seatsTaken;
    return seatsLeft >= wanted.seats ? { free: true, seatsLeft } : FULL;
  };

  return { open, joinable, judge };
}

/**
 * What stands in the way between two moments: sessions themselves, sessions with their own buffers, imported busy
 * times. Buffers of both sides count, exactly as the database's exclusion constraint compares them.
 */
function obstacles(
  { busy, occupied }: SlotQuestion,
  from: number,
  to: number,
): { taken: Probe; reserved: Probe; busy: Probe } {
  const sessions: [number, number][] = [];
  const withBuffers: [number, number][] = [];
  for (const { start, end, bufferBeforeMinutes, bufferAfterMinutes } of occupied) {
    const reservedFrom = start - bufferBeforeMinutes * MILLIS_PER_MINUTE;
    const reservedTo = end + bufferAfterMinutes * MILLIS_PER_MINUTE;
    if (reservedTo <= from || reservedFrom >= to) continue;
    sessions.push([start, end]);
    withBuffers.push([reservedFrom, reservedTo]);
  }
  const elsewhere: [number, number][] = [];
  for (const { start, end } of busy) if (end > from && start < to) elsewhere.push([start, end]);
  return {
    taken: probe(intervalList(sessions)),
    reserved: probe(intervalList(withBuffers)),
    busy: probe(intervalList(elsewhere)),
  };
}

function countsIfCapped({ hours, rules, occupied }: SlotQuestion): SessionCounts | null {
  if (rules.maxPerDay === null && rules.maxPerWeek === null) return null;
  return countSessions(hours.zone, occupied);
}

/** Remembers the last span of one offset: the next start nearly always lies in it too. */
function offsetFinder(zone: string): (instant: number) => OffsetSpan {
  let last: OffsetSpan | null = null;
  return (instant) => {
    if (!last || instant < last.start || instant >= last.end) last = spanAt(zone, instant);
    return last;
  };
}
