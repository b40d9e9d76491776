import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  BadDescription,
  MediaNotReady,
  type MediaParticipant,
  type MediaRelay,
  type MediaRoom,
  MediaUnavailable,
} from '../media-engine.ts';
import type { HandleAddress } from './answers.ts';
import type { JanusClient } from './client.ts';
import { fromBrowser } from './description.ts';
import { CODES, type HandleMessage, isRefusal, JanusAway, JanusRefusal } from './messages.ts';
import type { Names } from './names.ts';
import type { Place, Places } from './places.ts';
import { createTurns } from './turns.ts';
import { addressesOf, type VideoRoom } from './video-room.ts';
import { createWitness, observationOf, type Seen } from './witness.ts';

/** A publisher is listed from its answer on, and can be subscribed to once its connection stands. */
const STANDS_WITHIN = 3_000;
const LOOK_EVERY = 60;

interface RelayDeps {
  client: JanusClient;
  rooms: VideoRoom;
  names: Names;
  places: Places;
  logger: Logger;
  now: () => Date;
}

/** What the plugin tells a participant about itself or another one. */
function newsOf(message: HandleMessage): { out: boolean; left: number | null } {
  if (message.janus === 'detached') return { out: true, left: null };
  if (message.janus !== 'event') return { out: false, left: null };
  const { videoroom, leaving, kicked, unpublished } = message.plugindata.data;
  const left = [leaving, kicked, unpublished].find((id) => typeof id === 'number') ?? null;
  return { out: videoroom === 'destroyed' || leaving === 'ok', left: left as number | null };
}

/** In the words of the port. */
function translated(error: unknown): unknown {
  if (isRefusal(error, ...CODES.wrongDescription)) return new BadDescription(String(error));
  if (error instanceof JanusAway || error instanceof JanusRefusal) return new MediaUnavailable(String(error));
  return error;
}

/** The part of the port that carries media, and what ends it. */
export interface JanusRelay extends MediaRelay {
  revoke(participant: MediaParticipant): Promise<void>;
  /** What this process holds of a room that is over. */
  forget(room: MediaRoom): Promise<void>;
  /** To be called when all is gone. */
  lost(): void;
}

/**
 * A publisher has a handle in Janus, and so has each pair of subscriber and publisher. They live as long as the session of the process
 * that made them; every process finds them in Janus' own list of the room.
 */
export function createJanusRelay({ client, rooms, names, places, logger, now }: RelayDeps): JanusRelay {
  const inTurn = createTurns();
  const listeners = new Set<(sessionIds: readonly string[]) => void>();
  const time = () => now().getTime();
  const isFeedOf = (room: MediaRoom, id: number) => (publisherId: string) =>
    names.feed({ sessionId: room.sessionId, participantId: publisherId }) === id;

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translated(error);
    }
  }

  /** For what nobody waits for. */
  function aside(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!(error instanceof JanusAway)) logger.warn({ reason: String(error) }, 'Janus and we disagree');
    });
  }

  async function endPublication(place: Place): Promise<void> {
    const { publication } = place;
    place.publication = null;
    await publication?.handle.detach();
  }

  async function endOffer(place: Place, publisherId: string): Promise<void> {
    const handle = place.offers.get(publisherId);
    place.offers.delete(publisherId);
    await handle?.detach();
  }

  async function endPlace(place: Place): Promise<void> {
    places.remove(place);
    const { desk } = place;
    place.desk = null;
    await Promise.all([
      endPublication(place),
      desk?.handle.detach(),
      ...[...place.offers.keys()].map((publisherId) => endOffer(place, publisherId)),
    ]);
  }

  /** Tells the other processes where our offers to this participant are answered. */
  const tellDesk = (place: Place): Promise<void> =>
    inTurn(`desk ${place.participant.participantId}`, async () => {
      const { participant } = place;
      const offers = Object.fromEntries([...place.offers].map(([id, { handle }]) => [id, handle]));
      if (place.desk) {
        const { handle } = place.desk;
        await rooms.note(handle, { desk: participant.participantId, session: handle.session, offers });
        return;
      }
      const handle = await client.attach((message) => {
        const { out, left } = newsOf(message);
        if (out && place.desk?.handle === handle) aside(endPlace(place));
        if (left === null) return;
        const publisherId = [...place.offers.keys()].find(isFeedOf(participant, left));
        if (publisherId !== undefined) aside(endOffer(place, publisherId));
      });
      const id = randomInt(1, 2 ** 47);
      const desk = { handle, id };
      place.desk = desk;
      await rooms.sit(handle, participant, {
        desk: participant.participantId,
        session: handle.session,
        offers,
        id,
      });
    });

  /** Where a subscription of these two is, in any process. */
  async function offersElsewhere(
    participant: MediaParticipant,
    publisherId: string,
  ): Promise<HandleAddress[]> {
    const own = places.find(participant)?.desk?.id;
    const { desks } = await rooms.list(participant);
    return desks
      .filter(({ desk, id }) => desk === participant.participantId && id !== own)
      .flatMap((desk) => addressesOf(desk, publisherId));
  }

  async function seenOf(participant: MediaParticipant): Promise<Seen | null> {
    const own = places.find(participant)?.publication;
    if (own) return own.witness.seen();
    const feed = names.feed(participant);
    const { publishers } = await rooms.list(participant);
    return publishers.find(({ id }) => id === feed)?.seen ?? null;
  }

  async function publish(participant: MediaParticipant, offer: string): Promise<string> {
    const description = fromBrowser('offer', offer);
    const place = places.of(participant);
    const earlier = await seenOf(participant);
    await endPublication(place);
    await rooms.kick(participant, names.feed(participant)); // another process may have it
    const lasted = earlier?.since == null ? 0 : time() - earlier.since;
    const witness = createWitness(lasted + (earlier?.before ?? 0));
    const handle = await client.attach((message) => {
      const changed = witness.hear(message, time());
      if (place.publication?.handle !== handle) return;
      if (newsOf(message).out) aside(endPublication(place));
      else if (changed) aside(rooms.note(handle, { seen: witness.seen() }));
    });
    place.publication = { handle, witness };
    try {
      return await rooms.publish(handle, participant, description, witness.seen());
    } catch (error) {
      await endPublication(place);
      throw error;
    }
  }

  async function subscribe(participant: MediaParticipant, publisherId: string): Promise<string> {
    const publisher = { sessionId: participant.sessionId, participantId: publisherId };
    const feed = names.feed(publisher);
    const place = places.of(participant);
    await endOffer(place, publisherId);
    for (const address of await offersElsewhere(participant, publisherId)) await client.detach(address);
    const handle = await client.attach((message) => {
      const gone = message.janus === 'hangup' || newsOf(message).out;
      if (!gone || place.offers.get(publisherId) !== handle) return;
      aside(endOffer(place, publisherId).then(() => tellDesk(place)));
    });
    place.offers.set(publisherId, handle);
    try {
      const until = performance.now() + STANDS_WITHIN;
      let offer = await rooms.subscribe(handle, publisher);
      while (offer === null) {
        const { publishers } = await rooms.list(participant);
        if (performance.now() > until || !publishers.some(({ id }) => id === feed))
          throw new MediaNotReady(`${publisherId} publishes nothing`);
        await wait(LOOK_EVERY);
        offer = await rooms.subscribe(handle, publisher);
      }
      await tellDesk(place);
      return offer;
    } catch (error) {
      await endOffer(place, publisherId);
      throw error;
    }
  }

  async function accept(participant: MediaParticipant, publisherId: string, answer: string): Promise<void> {
    const description = fromBrowser('answer', answer);
    const start = { request: 'start' };
    const own = places.find(participant)?.offers.get(publisherId);
    if (own) {
      await own.request(start, description);
      return;
    }
    // Of an offer that was replaced a moment ago, the note may still stand; its handle does not.
    for (const address of await offersElsewhere(participant, publisherId))
      if (await client.tell(address, start, description)) return;
    throw new MediaNotReady('there is no offer to answer');
  }

  const pair = ({ participantId }: MediaParticipant, publisherId: string) =>
    `${participantId} ${publisherId}`;

  return {
    home: null,
    publish: (participant, offer) =>
      attempt(() => inTurn(participant.participantId, () => publish(participant, offer))),
    subscribe: (participant, publisherId) =>
      attempt(() => inTurn(pair(participant, publisherId), () => subscribe(participant, publisherId))),
    accept: (participant, publisherId, answer) =>
      attempt(() => inTurn(pair(participant, publisherId), () => accept(participant, publisherId, answer))),
    async observe(participant) {
      const found = await attempt(() => seenOf(participant));
      return found && observationOf(found, time());
    },
    showCameras: async () => undefined, // it carries as many as there are people
    carried: () => places.all().map(({ participant }) => participant),
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revoke: (participant) =>
      attempt(() =>
        inTurn(participant.participantId, async () => {
          const { participantId } = participant;
          const place = places.find(participant);
          if (place) await endPlace(place);
          await Promise.all(places.inRoom(participant).map((other) => endOffer(other, participantId)));
          await rooms.kick(participant, names.feed(participant));
          const { desks } = await rooms.list(participant);
          for (const { desk, id } of desks) if (desk === participantId) await rooms.kick(participant, id);
        }),
      ),
    async forget(room) {
      await attempt(() => Promise.all(places.inRoom(room).map(endPlace)).then(() => undefined));
    },
    lost() {
      const rooms = places.clear();
      if (rooms.length > 0) for (const listener of listeners) listener(rooms);
    },
  };
}
