import type pg from 'pg';
import { endOf } from '#product/booking/rules/booking.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import { type Admission, isInside, isThere } from './admissions.ts';
import type { RoomPerson, RoomStanding } from './contract.ts';
import { extensionStanding } from './extension/standing.ts';
import { readHostState } from './host-state.ts';
import { loadPeople } from './load-people.ts';
import type { Room } from './room.ts';
import { type CameraSeat, mayShowCamera, shownCameras } from './rules/engine.ts';

interface StandingFacts {
  room: Room;
  self: Admission;
  live: readonly Admission[];
  epoch: number;
  engine: MediaEngine;
  now: Date;
}

/**
 * Returns the other people in the room, those in the lobby, and the room's times. Of two
 * participants the one who came later makes the first offer. People in the lobby learn nothing
 * about who is inside.
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

const cameraSeats = (admissions: readonly Admission[]): CameraSeat[] =>
  admissions.map(({ id, side, number, wantsCamera }) => ({ participantId: id, side, number, wantsCamera }));

/**
 * Records whether a participant has a camera to show, and hints to those whose camera gains or
 * loses its place.
 * @param live with that person as they were before
 * @returns the participants whose cameras the engine is to forward; null when it is to forward all
 */
export async function shareCameras(
  db: pg.ClientBase,
  change: {
    sessionId: string;
    self: Admission;
    live: readonly Admission[];
    camera: boolean;
    engine: MediaEngine;
    now: Date;
  },
): Promise<readonly string[] | null> {
  const { sessionId, self, live, camera, engine, now } = change;
  const there = live.filter((admission) => admission.id === self.id || isInside(admission, now));
  const shownOf = (admissions: readonly Admission[]) => shownCameras(cameraSeats(admissions), engine.cameras);
  const before = shownOf(there);
  const changed = there.map((other) => (other.id === self.id ? { ...other, wantsCamera: camera } : other));
  const after = shownOf(changed);
  const wanted = changed.filter(({ wantsCamera }) => wantsCamera).length;
  const others = (shown: readonly string[]) => shown.filter((id) => id !== self.id).join();
  if (others(before) !== others(after)) await tellRoom(db, sessionId);
  return wanted > engine.cameras ? after : null;
}
