import type pg from 'pg';
import type { BookingRow } from '#product/booking/booking-row.ts';
import type { MayExtend, RoomExtension } from '#product/booking/extension-contract.ts';
import { factsOf, lastExtension } from '#product/booking/extension-row.ts';
import { mayBeExtended, nextExtension } from '#product/booking/rules/extension.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type Admission, isThere } from '../admissions.ts';
import type { RoomSide } from '../contract.ts';
import type { Room } from '../room.ts';
import { obstacleTo } from './obstacle.ts';

/** Whether two people could prolong the session at the moment, were there no obstacle. */
export const couldBeExtended = (
  { row, booking }: { row: BookingRow; booking: Room['booking'] },
  now: Date,
): boolean =>
  row.seats === 1 && booking.status === 'in_progress' && mayBeExtended(booking, instantOf(now.getTime()));

/** Whether the other of the two is in the room. */
export const otherIsThere = (live: readonly Admission[], side: RoomSide, now: Date): boolean =>
  live.some((other) => other.side === (side === 'viewer' ? 'streamer' : 'viewer') && isThere(other, now));

interface Asked {
  room: Room;
  live: readonly Admission[];
  now: Date;
}

/** The extension part of a room's state: the last extension, and the terms of the next. */
export async function extensionStanding(
  db: pg.ClientBase,
  { room, live, now }: Asked,
): Promise<{ extension: RoomExtension | null; mayExtend: MayExtend | null }> {
  const { row, booking, side } = room;
  if (row.seats !== 1) return { extension: null, mayExtend: null };
  const last = await lastExtension(db, row.id);
  const extension = last && factsOf(last);
  if (side === 'admin' || !couldBeExtended(room, now)) return { extension, mayExtend: null };
  const { minutes, price: priceCents } = nextExtension(booking);
  const refusal = otherIsThere(live, side, now) ? await obstacleTo(db, row.id, minutes, now) : 'alone';
  return { extension, mayExtend: { minutes, priceCents, refusal } };
}
