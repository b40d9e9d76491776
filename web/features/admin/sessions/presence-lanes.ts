import type { Tables } from '#database/generated/types.ts';

/** Somebody at a room, from when to when. */
export type Presence = Pick<
  Tables<'attendances'>,
  'id' | 'person_id' | 'side' | 'place' | 'joined_at' | 'last_seen_at' | 'left_at'
>;

/**
 * Minutes shown before a session and after it, even when nobody was there: those in which its room
 * is open.
 */
const BEFORE = 10;
const AFTER = 5;
const MINUTE = 60_000;

export interface LaneBar {
  key: number;
  place: Presence['place'];
  /** Epoch milliseconds. */
  from: number;
  until: number;
  /** Percent of the scale. */
  left: number;
  width: number;
}

/** The lane of one person. */
export interface Lane {
  key: string;
  name: string;
  bars: LaneBar[];
  /** Whole minutes within the session, time that two devices share counted once. */
  minutes: number;
}

export interface PresenceScale {
  from: number;
  until: number;
  /** Percent of the scale at which the session begins and ends. */
  start: number;
  end: number;
}

type Session = Pick<Tables<'admin_sessions'>, 'start_at' | 'duration_minutes'>;

const untilOf = ({ left_at, last_seen_at }: Presence): number => Date.parse(left_at ?? last_seen_at);

/**
 * From when to when the chart goes: while the room was open, and longer where somebody was seen
 * outside that time.
 */
export function scaleOf(presences: readonly Presence[], session: Session): PresenceScale {
  const start = Date.parse(session.start_at);
  const end = start + session.duration_minutes * MINUTE;
  const from = Math.min(start - BEFORE * MINUTE, ...presences.map((one) => Date.parse(one.joined_at)));
  const until = Math.max(end + AFTER * MINUTE, ...presences.map(untilOf));
  const at = (instant: number) => ((instant - from) / (until - from)) * 100;
  return { from, until, start: at(start), end: at(end) };
}

/**
 * Computes a lane for each person who was present, in the order of sides.
 * @param nameOf how a person is called
 */
export function lanesOf(
  presences: readonly Presence[],
  session: Session,
  nameOf: (presence: Presence) => string,
): Lane[] {
  const scale = scaleOf(presences, session);
  const order = ['streamer', 'viewer', 'admin'];
  const people = new Map<string, Presence[]>();
  const sorted = presences.toSorted((a, b) => order.indexOf(a.side) - order.indexOf(b.side));
  for (const presence of sorted) {
    const key = `${presence.side} ${presence.person_id ?? ''}`;
    people.set(key, [...(people.get(key) ?? []), presence]);
  }
  return [...people].map(([key, own]) => {
    const bars = own.map((presence) => barOf(presence, scale));
    const [first] = own;
    return { key, name: first ? nameOf(first) : '', bars, minutes: minutesWithin(bars, session) };
  });
}

function barOf(presence: Presence, scale: PresenceScale): LaneBar {
  const from = Date.parse(presence.joined_at);
  const until = untilOf(presence);
  const span = scale.until - scale.from;
  return {
    key: presence.id,
    place: presence.place,
    from,
    until,
    left: ((from - scale.from) / span) * 100,
    width: ((until - from) / span) * 100,
  };
}

function minutesWithin(bars: readonly LaneBar[], { start_at, duration_minutes }: Session): number {
  const start = Date.parse(start_at);
  const end = start + duration_minutes * MINUTE;
  let covered = 0;
  let reached = start;
  for (const { from, until } of bars.toSorted((a, b) => a.from - b.from)) {
    const begun = Math.max(from, reached);
    const ended = Math.min(until, end);
    if (ended <= begun) continue;
    covered += ended - begun;
    reached = ended;
  }
  return Math.floor(covered / MINUTE);
}
