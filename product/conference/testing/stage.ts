import { type Fixture, openFixture } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, type ProductServer, type SignedIn } from '#product/testing/product-server.ts';
import { enterRoom, leaveRoom, type RoomEntry, type RoomStanding, sendHeartbeat } from '../contract.ts';
import { moderateRoom } from '../host-contract.ts';
import type { HostAct } from '../rules/host.ts';

const MINUTE = 60_000;

/** A paid session, of an hour unless set, between a viewer and a streamer, and a clock that is set in minutes from its start. */
export interface Stage {
  streamer: SignedIn;
  viewer: SignedIn;
  fixture: Fixture;
  bookingId: string;
  roomId: string;
  /** Epoch milliseconds. */
  startsAt: number;
  at(minutesFromStart: number): void;
}

export async function openStage(product: ProductServer, start: string, durationMinutes = 60): Promise<Stage> {
  const fixture = await openFixture(product, { durationMinutes, priceCents: 4000 });
  const viewer = await product.join({ firstName: 'Camille', lastName: 'Delorme' });
  const bookingId = await tillOf(product).paid(viewer, fixture, start);
  const { rows } = await product.database.pool.query(
    'select session_id, start_at from public.bookings where id = $1',
    [bookingId],
  );
  return {
    streamer: fixture.streamer,
    viewer,
    fixture,
    bookingId,
    roomId: rows[0].session_id,
    startsAt: rows[0].start_at.getTime(),
    at: (minutes) => {
      product.clock.ahead = rows[0].start_at.getTime() + minutes * MINUTE - Date.now();
    },
  };
}

/** A paid group session of an hour: the same, with several viewers. */
export interface Group extends Omit<Stage, 'viewer' | 'bookingId'> {
  viewers: SignedIn[];
  bookingIds: string[];
}

export async function openGroup(product: ProductServer, start: string, seats: number): Promise<Group> {
  const fixture = await openFixture(product, { durationMinutes: 60, priceCents: 4000, seats });
  const viewers: SignedIn[] = [];
  const bookingIds: string[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const viewer = await product.join({ firstName: `Lou${String(seat)}`, lastName: 'Delorme' });
    viewers.push(viewer);
    bookingIds.push(await tillOf(product).paid(viewer, fixture, start));
  }
  const { rows } = await product.database.pool.query(
    'select session_id, start_at from public.bookings where id = $1',
    [bookingIds[0]],
  );
  return {
    streamer: fixture.streamer,
    viewers,
    fixture,
    bookingIds,
    roomId: rows[0].session_id,
    startsAt: rows[0].start_at.getTime(),
    at: (minutes) => {
      product.clock.ahead = rows[0].start_at.getTime() + minutes * MINUTE - Date.now();
    },
  };
}

/** A participant who is in the room, and the commands they send. */
export interface Present {
  entry: RoomEntry;
  beat(): Promise<RoomStanding>;
  leave(): Promise<unknown>;
  /** Hosts the room. */
  does(act: HostAct, target?: Present): Promise<unknown>;
}

export async function comeIn(who: SignedIn, roomId: string, more: object = {}): Promise<Present> {
  const entry = await ask(who, enterRoom, { roomId, ...more });
  const self = { roomId, participantId: entry.participantId };
  return {
    entry,
    beat: () => ask(who, sendHeartbeat, { ...self, connected: 1 }),
    leave: () => ask(who, leaveRoom, self),
    does: (act, target) =>
      ask(who, moderateRoom, { ...self, act, target: target?.entry.participantId ?? null }),
  };
}
