import { randomInt } from 'node:crypto';
import { createTurns } from '../gate.ts';
import type { MediaParticipant, MediaRoom } from '../media-engine.ts';
import type { Handle, JanusClient } from './client.ts';
import { type Description, type HandleAddress, isOut } from './messages.ts';
import { addressesOf, type Published, publishersIn, type VideoRoom } from './video-room.ts';
import type { Witness } from './witness.ts';

/** Made here, to be answered here or in another process. */
export interface Offer {
  handle: Handle;
  answered: boolean;
}

/**
 * The handles that this process holds in Janus for one participant; another process may hold the
 * rest.
 */
export interface Place {
  participant: MediaParticipant;
  publication: { handle: Handle; witness: Witness } | null;
  /** Tells the other processes where the answers to our offers go. */
  desk: { handle: Handle; id: number } | null;
  /** By the publisher's id. */
  offers: Map<string, Offer>;
  /** Answers accepted here, to an offer of this process or of another; by the publisher's id. */
  answers: Map<string, { to: HandleAddress; answer: Description }>;
}

export interface Places {
  of(participant: MediaParticipant): Place;
  find(participant: MediaParticipant): Place | null;
  inRoom(room: MediaRoom): Place[];
  all(): Place[];
  remove(place: Place): void;
  /** Whether it was put out, or lost with Janus, while something was under way for it. */
  isGone(place: Place): boolean;
  /** @returns the rooms that had any */
  clear(): string[];
}

export function createPlaces(): Places {
  const places = new Map<string, Place>();
  const key = ({ sessionId, participantId }: MediaParticipant) => `${sessionId} ${participantId}`;
  const all = () => [...places.values()];
  return {
    of(participant) {
      const known = places.get(key(participant));
      if (known) return known;
      const made: Place = {
        participant,
        publication: null,
        desk: null,
        offers: new Map(),
        answers: new Map(),
      };
      places.set(key(participant), made);
      return made;
    },
    find: (participant) => places.get(key(participant)) ?? null,
    inRoom: ({ sessionId }) => all().filter(({ participant }) => participant.sessionId === sessionId),
    all,
    remove(place) {
      if (places.get(key(place.participant)) === place) places.delete(key(place.participant));
    },
    isGone: (place) => places.get(key(place.participant)) !== place,
    clear() {
      const rooms = new Set(all().map(({ participant }) => participant.sessionId));
      places.clear();
      return [...rooms];
    },
  };
}

/** The processes tell each other of their handles by Janus' list of a room. */
interface Desks {
  /**
   * Listens in the room for this participant, and tells the other processes where our offers to it
   * are answered.
   */
  tell(place: Place): Promise<void>;
  /** Where other processes made this offer. */
  offersElsewhere(participant: MediaParticipant, publisherId: string): Promise<HandleAddress[]>;
}

interface DesksDeps {
  client: JanusClient;
  rooms: VideoRoom;
  places: Places;
  /** A participant in the room of this place publishes from now on. */
  onPublished(place: Place, published: Published): void;
  /** The participant of this place was put out of its room, or the room is gone. */
  onOut(place: Place): void;
}

export function createDesks({ client, rooms, places, onPublished, onOut }: DesksDeps): Desks {
  const inTurn = createTurns();

  const tell = (place: Place): Promise<void> =>
    inTurn(place.participant.participantId, async () => {
      const { participant } = place;
      if (places.isGone(place)) return;
      const offers = Object.fromEntries([...place.offers].map(([id, { handle }]) => [id, handle.handle]));
      if (place.desk) {
        const { handle } = place.desk;
        await rooms.note(handle, { desk: participant.participantId, session: handle.session, offers });
        return;
      }
      const handle = await client.attach((message) => {
        if (isOut(message) && place.desk?.handle === handle) onOut(place);
        for (const published of publishersIn(message)) onPublished(place, published);
      });
      const id = randomInt(1, 2 ** 47);
      place.desk = { handle, id };
      const written = { desk: participant.participantId, session: handle.session, offers, id };
      try {
        await rooms.sit(handle, participant, written);
        if (places.isGone(place)) await handle.detach();
      } catch (error) {
        place.desk = null;
        await handle.detach();
        throw error;
      }
    });

  return {
    tell,
    async offersElsewhere(participant, publisherId) {
      const own = places.find(participant)?.desk?.id;
      const { desks } = await rooms.list(participant);
      return desks
        .filter(({ desk, id }) => desk === participant.participantId && id !== own)
        .flatMap((desk) => addressesOf(desk, publisherId));
    },
  };
}
