import type { RtpPacket } from 'werift';
import { MediaNotReady, type MediaParticipant, MediaUnavailable } from '../media-engine.ts';
import type { ConnectionDeps } from './connection.ts';
import { LAYOUT, type Medium, MOST_PEOPLE } from './description.ts';
import {
  type Allowance,
  BYTES,
  type CameraPlaces,
  CONNECTIONS,
  createAllowance,
  createCameraPlaces,
} from './limits.ts';
import type { Carried } from './messages.ts';
import { type Publication, publish } from './publication.ts';
import { type Subscription, subscribe } from './subscription.ts';

/**
 * A participant without connections is remembered for this long, as evidence and in case they come
 * back. Milliseconds.
 */
const REMEMBERED = 60_000;

interface Person {
  participantId: string;
  publication: Publication | null;
  /** Its subscriptions, by the publisher's id. */
  watches: Map<string, Subscription>;
  /**
   * Its latest request to subscribe, by the publisher's id: an earlier one that takes longer must
   * not replace it.
   */
  asked: Map<string, symbol>;
  /** RTP packets that it sent since it came. */
  packets: number;
  bytes: Allowance;
  connections: Allowance;
  lastThere: number;
}

interface Room {
  people: Map<string, Person>;
  cameras: CameraPlaces;
}

function personOf(room: Room, participantId: string, now: ConnectionDeps['now']): Person {
  const found = room.people.get(participantId);
  if (found) return found;
  if (room.people.size >= MOST_PEOPLE) throw new MediaUnavailable('the room is full');
  const person: Person = {
    participantId,
    publication: null,
    watches: new Map(),
    asked: new Map(),
    packets: 0,
    bytes: createAllowance(BYTES, now),
    connections: createAllowance(CONNECTIONS, now),
    lastThere: now(),
  };
  room.people.set(participantId, person);
  return person;
}

/** Somebody who makes a connection. */
function newcomer(room: Room, participantId: string, now: ConnectionDeps['now']): Person {
  const person = personOf(room, participantId, now);
  if (!person.connections.spend(1)) throw new MediaUnavailable('too many connections in a short time');
  return person;
}

const watchersOf = (room: Room, publisherId: string): Subscription[] =>
  [...room.people.values()].flatMap(({ watches }) => watches.get(publisherId) ?? []);

/** Forwards a packet of a publisher, unless it sends too much or its camera is not shown. */
function pass(room: Room, person: Person, medium: Medium, packet: RtpPacket): void {
  person.packets += 1;
  if (!person.bytes.spend(packet.payload.length)) return;
  if (medium.name === 'camera') {
    const place = room.cameras.place(person.participantId);
    if (place === 'hidden') return;
    if (place === 'new') joinAgain(room, person, [medium]);
  }
  for (const { watches } of room.people.values()) watches.get(person.participantId)?.send(medium, packet);
}

/** Restarts the stream of its subscribers, who get packets of another source next. */
function joinAgain(room: Room, person: Person, media: readonly Medium[]): void {
  for (const medium of media) {
    for (const watcher of watchersOf(room, person.participantId)) watcher.restart(medium);
    person.publication?.wantKeyFrame(medium);
  }
}

/** Ends somebody's connections, and those of the others to them. */
async function remove(room: Room, person: Person): Promise<void> {
  room.people.delete(person.participantId);
  room.cameras.leave(person.participantId);
  const theirs = [person, ...room.people.values()].flatMap(({ watches, asked, participantId }) => {
    const own = participantId === person.participantId ? [...watches.values()] : [];
    const ofIt = watches.get(person.participantId);
    watches.delete(person.participantId);
    asked.delete(person.participantId);
    return ofIt ? [...own, ofIt] : own;
  });
  const { publication } = person;
  person.publication = null;
  await Promise.all([publication?.close(), ...theirs.map((subscription) => subscription.close())]);
}

/** @param isHere whether they were not revoked meanwhile */
async function publishFor(
  deps: ConnectionDeps,
  room: Room,
  person: Person,
  isHere: () => boolean,
  offer: string,
): Promise<string> {
  let current: Publication | null = null;
  const publication = await publish(deps, offer, (medium, packet) => {
    if (person.publication === current) pass(room, person, medium, packet);
  });
  current = publication;
  if (!isHere()) {
    await publication.close();
    throw new MediaUnavailable('it was revoked meanwhile');
  }
  const before = person.publication;
  person.publication = publication;
  if (before) publication.connection.onConnected(() => joinAgain(room, person, LAYOUT));
  await before?.close();
  return publication.answer;
}

/** @param isHere whether they were not revoked meanwhile */
async function subscribeFor(
  deps: ConnectionDeps,
  room: Room,
  person: Person,
  isHere: () => boolean,
  publisherId: string,
): Promise<string> {
  const asked = Symbol(publisherId);
  person.asked.set(publisherId, asked);
  const subscription = await subscribe(deps, (medium) =>
    room.people.get(publisherId)?.publication?.wantKeyFrame(medium),
  );
  const isLast = person.asked.get(publisherId) === asked;
  if (!isLast || !isHere() || !room.people.has(publisherId)) {
    await subscription.close();
    throw new MediaNotReady('it was asked again, or one of the two was revoked meanwhile');
  }
  const before = person.watches.get(publisherId);
  person.watches.set(publisherId, subscription);
  await before?.close();
  return subscription.offer;
}

/** Closes what is gone, and tells a publisher how much they may send. */
async function tendPerson(room: Room, person: Person, now: ConnectionDeps['now']): Promise<void> {
  for (const [publisherId, subscription] of person.watches) {
    if (!subscription.connection.isGone()) continue;
    person.watches.delete(publisherId);
    await subscription.close();
  }
  const { publication } = person;
  if (publication?.connection.isGone()) {
    person.publication = null;
    await publication.close();
  } else
    await publication?.pace(
      Math.max(0, ...watchersOf(room, person.participantId).map((each) => each.loss())),
    );
  if (person.publication || person.watches.size > 0) person.lastThere = now();
  else if (now() - person.lastThere > REMEMBERED) await remove(room, person);
}

/** Keeps the subscriptions: forwards each packet of a publisher to its subscribers. */
export function createSwitchboard(deps: ConnectionDeps) {
  const rooms = new Map<string, Room>();

  function roomOf(sessionId: string): Room {
    const room = rooms.get(sessionId) ?? { people: new Map(), cameras: createCameraPlaces(deps.now) };
    rooms.set(sessionId, room);
    return room;
  }

  const isHere = ({ sessionId }: MediaParticipant, person: Person): boolean =>
    rooms.get(sessionId)?.people.get(person.participantId) === person;

  return {
    /** @throws BadDescription, MediaUnavailable */
    async publish(who: MediaParticipant, offer: string): Promise<string> {
      const room = roomOf(who.sessionId);
      const person = newcomer(room, who.participantId, deps.now);
      return publishFor(deps, room, person, () => isHere(who, person), offer);
    },

    /** @throws MediaNotReady, MediaUnavailable */
    async subscribe(who: MediaParticipant, publisherId: string): Promise<string> {
      const room = roomOf(who.sessionId);
      if (!room.people.get(publisherId)?.publication) throw new MediaNotReady('it publishes nothing yet');
      const person = newcomer(room, who.participantId, deps.now);
      return subscribeFor(deps, room, person, () => isHere(who, person), publisherId);
    },

    /** @throws MediaNotReady, BadDescription */
    async accept(who: MediaParticipant, publisherId: string, answer: string): Promise<void> {
      const person = rooms.get(who.sessionId)?.people.get(who.participantId);
      const subscription = person?.watches.get(publisherId);
      if (!subscription) throw new MediaNotReady('there is no offer to answer');
      await subscription.accept(answer);
    },

    async revoke({ sessionId, participantId }: MediaParticipant): Promise<void> {
      const room = rooms.get(sessionId);
      const person = room?.people.get(participantId);
      if (room && person) await remove(room, person);
    },

    async close(sessionId: string): Promise<void> {
      const room = rooms.get(sessionId);
      rooms.delete(sessionId);
      if (room) await Promise.all([...room.people.values()].map((person) => remove(room, person)));
    },

    showCameras(sessionId: string, participantIds: readonly string[] | null): void {
      rooms.get(sessionId)?.cameras.show(participantIds);
    },

    people(): Carried[] {
      return [...rooms].flatMap(([sessionId, { people }]) =>
        [...people.values()].map(({ participantId, publication, packets }) => ({
          sessionId,
          participantId,
          connected: publication?.connection.isConnected() ?? false,
          packetsReceived: packets,
        })),
      );
    },

    /** Closes connections whose other end is gone, and tells publishers how much they may send. */
    async tend(): Promise<void> {
      for (const [sessionId, room] of rooms) {
        for (const person of room.people.values()) await tendPerson(room, person, deps.now);
        if (room.people.size === 0) rooms.delete(sessionId);
      }
    },
  };
}
