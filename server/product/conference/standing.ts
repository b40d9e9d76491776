import type pg from 'pg';
import type { RoomPerson, RoomStanding } from '#contracts/conference.ts';
import { endOf } from '#domain/booking/booking.ts';
import { mayShowCamera } from '#domain/conference/engine.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import { type Admission, isInside, isThere } from '#server/product/lifecycle/admissions.ts';
import { loadPeople } from '#server/product/lifecycle/load-people.ts';
import { cameraSeats } from './cameras.ts';
import { extensionStanding } from './extension/standing.ts';
import { readHostState } from './host-state.ts';
import type { Room } from './room.ts';

export interface StandingFacts {
  room: Room;
  self: Admission;
  live: readonly Admission[];
  epoch: number;
  engine: MediaEngine;
  now: Date;
}

/**
 * Who else is in the room, who waits before it, and its times. Of two participants the one who came later makes the first offer. Who
 * waits learns nothing of who is inside.
 */
export async function standingOf(
  db: pg.ClientBase,
  { room, self, live, epoch, engine, now }: StandingFacts,
): Promise<RoomStanding> {
  const others = self.waiting
    ? []
    : live.filter((admission) => admission.id !== self.id && isInside(admission, now));
  const lobby = self.side === 'streamer' ? live.filter((one) => one.waiting && isThere(one, now)) : [];
  const met = [...others, ...lobby];
  const people = met.length === 0 ? new Map<string, RoomPerson>() : await loadPeople(db, met);
  const { lobbyOn } = await readHostState(db, room.sessionId);
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
    waiting: self.waiting,
    lobby: lobby.flatMap(({ id, personId, side }) => {
      const facts = people.get(personId);
      return facts ? [{ ...facts, side, participantId: id }] : [];
    }),
    lobbyOn,
    orders: {
      mutedAt: self.mutedAt?.toISOString() ?? null,
      shareStoppedAt: self.shareStoppedAt?.toISOString() ?? null,
    },
    mayShowCamera: mayShowCamera(cameraSeats([self, ...others]), self.id, engine.cameras),
    ...(await extensionStanding(db, { room, live: self.waiting ? [] : live, now })),
    startsAt: iso(room.booking.start),
    endsAt: iso(endOf(room.booking)),
    closesAt: iso(room.times.closesAt),
    now: now.toISOString(),
  };
}
