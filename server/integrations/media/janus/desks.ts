import { randomInt } from 'node:crypto';
import type { MediaParticipant } from '../media-engine.ts';
import type { HandleAddress } from './answers.ts';
import type { JanusClient } from './client.ts';
import { isOut } from './messages.ts';
import type { Place, Places } from './places.ts';
import { createTurns } from './turns.ts';
import { addressesOf, type Published, publishersIn, type VideoRoom } from './video-room.ts';

/** What the processes tell each other by Janus' list of a room. */
export interface Desks {
  /** Listens in the room for this participant, and tells the other processes where our offers to it are answered. */
  tell(place: Place): Promise<void>;
  /** Where other processes made this offer. */
  offersElsewhere(participant: MediaParticipant, publisherId: string): Promise<HandleAddress[]>;
}

interface DesksDeps {
  client: JanusClient;
  rooms: VideoRoom;
  places: Places;
  /** Somebody in the room of this place publishes from now on. */
  onPublished(place: Place, news: Published): void;
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
        for (const news of publishersIn(message)) onPublished(place, news);
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
