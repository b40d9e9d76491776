import type pg from 'pg';
import type { RoomStanding } from '#contracts/conference.ts';
import { endOf } from '#domain/booking/booking.ts';
import { mayShowCamera } from '#domain/conference/engine.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import { type Admission, isThere } from './admissions.ts';
import { cameraSeats } from './cameras.ts';
import { loadPeople, type Room } from './room.ts';

export interface StandingFacts {
  room: Room;
  self: Admission;
  live: readonly Admission[];
  epoch: number;
  engine: MediaEngine;
  now: Date;
}

/** Who else is in the room, and its times. Of two participants the one who came later makes the first offer. */
export async function standingOf(
  db: pg.ClientBase,
  { room, self, live, epoch, engine, now }: StandingFacts,
): Promise<RoomStanding> {
  const others = live.filter((admission) => admission.id !== self.id && isThere(admission, now));
  const people = others.length === 0 ? new Map() : await loadPeople(db, others);
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    engine: engine.name,
    epoch,
    peers: others.flatMap((admission) => {
      const facts = people.get(admission.personId);
      return facts
        ? [
            {
              ...facts,
              side: admission.side,
              participantId: admission.id,
              initiates: self.number > admission.number,
              publishes: engine.relay === null || admission.publishedAt !== null,
            },
          ]
        : [];
    }),
    waiting: false,
    lobby: [],
    lobbyOn: false,
    orders: { mutedAt: null, shareStoppedAt: null },
    mayShowCamera: mayShowCamera(cameraSeats([self, ...others]), self.id, engine.cameras),
    extension: null,
    mayExtend: null,
    startsAt: iso(room.booking.start),
    endsAt: iso(endOf(room.booking)),
    closesAt: iso(room.times.closesAt),
    now: now.toISOString(),
  };
}
