import type { MediaParticipant, MediaRoom } from '../media-engine.ts';
import type { Description, HandleAddress } from './answers.ts';
import type { Handle } from './client.ts';
import type { Witness } from './witness.ts';

/** Made here, to be answered here or in another process. */
export interface Offer {
  handle: Handle;
  answered: boolean;
}

/** What this process holds in Janus for one participant; another process may hold the rest. */
export interface Place {
  participant: MediaParticipant;
  publication: { handle: Handle; witness: Witness } | null;
  /** Tells the other processes where the answers to our offers go. */
  desk: { handle: Handle; id: number } | null;
  /** By whom they subscribe to. */
  offers: Map<string, Offer>;
  /** Taken here, to an offer of this process or of another; by whom they subscribe to. */
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
  /** @returns the rooms in which there was something */
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
