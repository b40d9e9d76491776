import { type Instant, MILLIS_PER_DAY, MILLIS_PER_HOUR } from '#product/shared/time/instant.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { spanAt, type ZoneName } from '#product/shared/time/zone.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';

export interface Slot {
  start: Instant;
  /** The places of a group session, left and in all; null or absent when the session is for one. */
  places?: { left: number; total: number } | null;
  /** Shown but not selectable: somebody else has booked it. */
  taken?: boolean;
  /** Held by the reader themself, and not paid yet. */
  own?: boolean;
}

export type PartOfDay = 'Matin' | 'Après-midi' | 'Soir';

export interface SlotGroup {
  part: PartOfDay;
  slots: Slot[];
}

function partAt(start: Instant, zone: ZoneName): PartOfDay {
  const hour = (wallTimeAt(zone, start) % MILLIS_PER_DAY) / MILLIS_PER_HOUR;
  if (hour < 12) return 'Matin';
  return hour < 18 ? 'Après-midi' : 'Soir';
}

/** The slots of one day by the part of it in which they begin, on a clock of the zone. */
export function groupByPart(slots: readonly Slot[], zone: ZoneName): SlotGroup[] {
  const groups: SlotGroup[] = [];
  for (const slot of slots) {
    const part = partAt(slot.start, zone);
    const last = groups.at(-1);
    if (last?.part === part) last.slots.push(slot);
    else groups.push({ part, slots: [slot] });
  }
  return groups;
}

/** `+2`, `+5:45`, `−3:30`: hours east of UTC. */
export function offsetText(minutes: number): string {
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const sign = minutes < 0 ? '\u2212' : '+';
  return `${sign}${String(hours)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/**
 * The hour of a start on a clock of the zone. When autumn turns the clocks back two starts of a day
 * can show the same hour; those say their offset too: « 2 h 30 (UTC+2) ».
 */
export function slotTime({ start }: Slot, zone: ZoneName, all: readonly Slot[]): string {
  const time = formatTime(new Date(start), zone);
  const wall = wallTimeAt(zone, start);
  const twice = all.some((other) => other.start !== start && wallTimeAt(zone, other.start) === wall);
  return twice ? `${time} (UTC${offsetText(Math.round(spanAt(zone, start).offset / 60_000))})` : time;
}

/**
 * The same start on the other clock, with the weekday when it is another day there; null when both
 * clocks agree.
 */
export function otherTime({ start }: Slot, zone: ZoneName, otherZone: ZoneName | null): string | null {
  if (otherZone === null || wallTimeAt(zone, start) === wallTimeAt(otherZone, start)) return null;
  const at = new Date(start);
  const time = formatTime(at, otherZone);
  if (formatDay(at, zone) === formatDay(at, otherZone)) return time;
  return `${formatDay(at, otherZone).slice(0, 3)}. ${time}`;
}
