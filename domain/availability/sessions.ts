import type { Occupied, Wanted } from '#domain/availability/question.ts';
import { MILLIS_PER_DAY } from '#domain/time/instant.ts';
import { type EpochDay, mondayOf } from '#domain/time/local-date.ts';
import { spanAt, type ZoneName } from '#domain/time/zone.ts';

/** A group session of the wanted offer that already has people in it. */
export interface GroupSession {
  readonly end: number;
  readonly seatsTaken: number;
}

/** The group sessions that the viewer could join, by start. Those of another length are other sessions. */
export function joinableSessions(occupied: readonly Occupied[], wanted: Wanted): Map<number, GroupSession> {
  const sessions = new Map<number, GroupSession>();
  if (wanted.capacity < 2) return sessions;
  const duration = wanted.durationMinutes * 60_000;
  for (const { start, end, offerId, seatsTaken } of occupied) {
    if (offerId !== wanted.offerId || end - start !== duration) continue;
    const others = sessions.get(start)?.seatsTaken ?? 0;
    sessions.set(start, { end, seatsTaken: others + seatsTaken });
  }
  return sessions;
}

/** How many sessions begin on each day, and in each week by its Monday, on the streamer's wall. A group counts once. */
export interface SessionCounts {
  readonly onDay: (day: EpochDay) => number;
  readonly inWeekOf: (day: EpochDay) => number;
}

export function countSessions(zone: ZoneName, occupied: readonly Occupied[]): SessionCounts {
  const perDay = new Map<EpochDay, number>();
  const perWeek = new Map<EpochDay, number>();
  for (const start of new Set(occupied.map((session) => session.start))) {
    const day = Math.floor((start + spanAt(zone, start).offset) / MILLIS_PER_DAY) as EpochDay;
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    perWeek.set(mondayOf(day), (perWeek.get(mondayOf(day)) ?? 0) + 1);
  }
  return {
    onDay: (day) => perDay.get(day) ?? 0,
    inWeekOf: (day) => perWeek.get(mondayOf(day)) ?? 0,
  };
}
