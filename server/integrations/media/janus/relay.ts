import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createGate, createTurns, MEDIA_GATE } from '../gate.ts';
import {
  BadDescription,
  MediaNotReady,
  type MediaParticipant,
  type MediaRelay,
  type MediaRoom,
  MediaUnavailable,
} from '../media-engine.ts';
import type { JanusClient } from './client.ts';
import {
  CODES,
  fromBrowser,
  type HandleAddress,
  type HandleMessage,
  isOut,
  isRefusal,
  JanusAway,
  JanusRefusal,
} from './messages.ts';
import type { Names } from './names.ts';
import { createDesks, type Place, type Places } from './places.ts';
import type { Published, VideoRoom } from './video-room.ts';
import { createWitness, observationOf, type Seen } from './witness.ts';

/**
 * A publisher is listed from its answer on, and can be subscribed to once its connection stands.
 */
const STANDS_WITHIN = 3_000;
const LOOK_EVERY = 60;
/**
 * At most this many wait for it at a time, fewer than may call Janus at once: a publisher who never
 * connects holds up nobody else.
 */
const MOST_WAIT = 3;

interface RelayDeps {
  client: JanusClient;
  rooms: VideoRoom;
  names: Names;
  places: Places;
  logger: Logger;
  now: () => Date;
}

const isStarted = (message: HandleMessage): boolean =>
  message.janus === 'event' && message.plugindata.data.started === 'ok';

/** Translates Janus' errors into those of the port. */
function translated(error: unknown): unknown {
  if (isRefusal(error, ...CODES.wrongDescription)) return new BadDescription(String(error));
  if (error instanceof JanusAway || error instanceof JanusRefusal) return new MediaUnavailable(String(error));
  return error;
}

/** The part of the port that carries media, and what ends it. */
export interface JanusRelay extends MediaRelay {
  revoke(participant: MediaParticipant): Promise<void>;
  close(room: MediaRoom): Promise<void>;
  /** To be called when all is gone. */
  lost(): void;
}

/** The steps of the protocol share this. */
interface Relay extends RelayDeps {
  desks: ReturnType<typeof createDesks>;
  /** Does something whose failure ends nothing. */
  aside: (work: Promise<unknown>) => void;
  standing: (publisher: MediaParticipant) => Promise<void>;
  /** Epoch milliseconds. */
  time: () => number;
}

/**
 * For work that must go on whatever Janus answers: when Janus is away, its media are gone too.
 */
function createRegardless(logger: Logger) {
  return async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof JanusAway || error instanceof MediaUnavailable))
        logger.warn({ err: error }, 'Janus and Loge disagree');
    }
  };
}

async function endPublication(place: Place): Promise<void> {
  const { publication } = place;
  place.publication = null;
  await publication?.handle.detach();
}

async function endOffer(place: Place, publisherId: string): Promise<void> {
  const offer = place.offers.get(publisherId);
  place.offers.delete(publisherId);
  place.answers.delete(publisherId);
  await offer?.handle.detach();
}

async function endPlace(places: Places, place: Place): Promise<void> {
  places.remove(place);
  const { desk } = place;
  place.desk = null;
  await Promise.all([
    endPublication(place),
    desk?.handle.detach(),
    ...[...place.offers.keys()].map((publisherId) => endOffer(place, publisherId)),
  ]);
}

/**
 * A participant publishes again: existing subscriptions switch to the new publication over the
 * connection that stands. To Janus that is a new offer, to which the browser's answer is the
 * same; so the process that has the answer does it.
 */
async function follow({ names, rooms }: RelayDeps, place: Place, { feed, mids }: Published): Promise<void> {
  const { participant, offers, answers } = place;
  const isOf = (publisherId: string) =>
    names.feed({ sessionId: participant.sessionId, participantId: publisherId }) === feed;
  for (const [publisherId, { to, answer }] of answers)
    if (isOf(publisherId) && !(await rooms.follow(to, feed, mids, answer))) answers.delete(publisherId);
  for (const [publisherId, { handle, answered }] of offers)
    if (isOf(publisherId) && !answered) await rooms.follow(handle, feed, mids, null);
}

async function seenOf(
  { names, rooms, places }: RelayDeps,
  participant: MediaParticipant,
): Promise<Seen | null> {
  const own = places.find(participant)?.publication;
  if (own) return own.witness.seen();
  const feed = names.feed(participant);
  const { publishers } = await rooms.list(participant);
  return publishers.find(({ id }) => id === feed)?.seen ?? null;
}

async function publish(relay: Relay, participant: MediaParticipant, offer: string): Promise<string> {
  const { client, rooms, names, places, aside, time } = relay;
  const description = fromBrowser('offer', offer);
  const place = places.of(participant);
  const earlier = await seenOf(relay, participant);
  await endPublication(place);
  await rooms.kick(participant, names.feed(participant)); // another process may have it
  const lasted = earlier?.since == null ? 0 : time() - earlier.since;
  const witness = createWitness(lasted + (earlier?.before ?? 0));
  const handle = await client.attach((message) => {
    const changed = witness.hear(message, time());
    if (place.publication?.handle !== handle) return;
    if (isOut(message)) aside(endPublication(place));
    else if (changed) aside(rooms.note(handle, { seen: witness.seen() }));
  });
  place.publication = { handle, witness };
  try {
    const answer = await rooms.publish(handle, participant, description, witness.seen());
    if (places.isGone(place)) throw new MediaUnavailable('Janus was lost meanwhile');
    return answer;
  } catch (error) {
    await endPublication(place);
    throw error;
  }
}

/**
 * Waits until a publisher's connection stands.
 * @throws MediaNotReady when it publishes nothing, or that takes too long
 */
function createStanding({ rooms, names }: RelayDeps) {
  let waitingToStand = 0;
  return async (publisher: MediaParticipant): Promise<void> => {
    const feed = names.feed(publisher);
    const until = performance.now() + STANDS_WITHIN;
    for (;;) {
      const { publishers } = await rooms.list(publisher);
      const found = publishers.find(({ id }) => id === feed);
      if (found?.sends) return;
      if (!found || performance.now() > until || waitingToStand >= MOST_WAIT)
        throw new MediaNotReady(`${publisher.participantId} publishes nothing`);
      waitingToStand += 1;
      await wait(LOOK_EVERY);
      waitingToStand -= 1;
    }
  };
}

async function subscribe(relay: Relay, participant: MediaParticipant, publisherId: string): Promise<string> {
  const { client, rooms, places, desks, aside, standing } = relay;
  const publisher = { sessionId: participant.sessionId, participantId: publisherId };
  const place = places.of(participant);
  await endOffer(place, publisherId);
  for (const address of await desks.offersElsewhere(participant, publisherId)) await client.detach(address);
  await standing(publisher);
  const handle = await client.attach((message) => {
    if (place.offers.get(publisherId)?.handle !== handle) return;
    if (isStarted(message)) place.offers.set(publisherId, { handle, answered: true });
    if (message.janus === 'hangup' || isOut(message))
      aside(endOffer(place, publisherId).then(() => desks.tell(place)));
  });
  place.offers.set(publisherId, { handle, answered: false });
  try {
    const offer = await rooms.subscribe(handle, publisher);
    if (offer === null) throw new MediaNotReady(`${publisherId} has just left`);
    await desks.tell(place);
    if (places.isGone(place)) throw new MediaNotReady('it was put out meanwhile');
    return offer;
  } catch (error) {
    await endOffer(place, publisherId);
    throw error;
  }
}

async function accept(
  { rooms, places, desks }: Relay,
  participant: MediaParticipant,
  publisherId: string,
  answer: string,
): Promise<void> {
  const description = fromBrowser('answer', answer);
  const place = places.of(participant);
  const take = async ({ session, handle }: HandleAddress): Promise<boolean> => {
    const to = { session, handle };
    const taken = await rooms.start(to, description);
    if (taken) place.answers.set(publisherId, { to, answer: description });
    return taken;
  };
  const own = place.offers.get(publisherId);
  if (own && (await take(own.handle))) {
    own.answered = true;
    return;
  }
  // Of an offer that was replaced a moment ago, the note may still stand; its handle does not.
  for (const address of await desks.offersElsewhere(participant, publisherId)) {
    if (!(await take(address))) continue;
    await desks.tell(place);
    return;
  }
  throw new MediaNotReady('there is no offer to answer');
}

/** Removes a participant in every process; the last one out closes the room. */
async function putOut(
  { names, rooms, places }: RelayDeps,
  participant: MediaParticipant,
  place: Place | null,
): Promise<void> {
  const { participantId } = participant;
  if (place) await endPlace(places, place);
  await Promise.all(places.inRoom(participant).map((other) => endOffer(other, participantId)));
  await rooms.kick(participant, names.feed(participant));
  const { publishers, desks: present } = await rooms.list(participant);
  for (const { desk, id } of present) if (desk === participantId) await rooms.kick(participant, id);
  if (publishers.length === 0 && present.every(({ desk }) => desk === participantId))
    await rooms.destroy(participant);
}

const pair = ({ participantId }: MediaParticipant, publisherId: string) => `${participantId} ${publisherId}`;

/**
 * A publisher has a handle in Janus, and so has each pair of subscriber and publisher. They live as
 * long as the session of the process that made them; every process finds them in Janus' own list of
 * the room.
 */
export function createJanusRelay(deps: RelayDeps): JanusRelay {
  const { client, rooms, places, logger, now } = deps;
  const inTurn = createTurns();
  const gate = createGate(MEDIA_GATE);
  const listeners = new Set<(sessionIds: readonly string[]) => void>();
  const time = () => now().getTime();
  const regardless = createRegardless(logger);
  const aside = (work: Promise<unknown>): void => void regardless(work);
  const isUp = () => client.state().problem === null;
  /** A participant's requests run a few at a time. Ending their media waits for nothing. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await gate(work);
    } catch (error) {
      throw translated(error);
    }
  }

  const desks = createDesks({
    client,
    rooms,
    places,
    onPublished: (place, published) => aside(follow(deps, place, published)),
    onOut: (place) => aside(endPlace(places, place)),
  });
  const relay: Relay = { ...deps, desks, aside, time, standing: createStanding(deps) };

  return {
    home: null,
    publish: (participant, offer) =>
      attempt(() => inTurn(participant.participantId, () => publish(relay, participant, offer))),
    subscribe: (participant, publisherId) =>
      attempt(() => inTurn(pair(participant, publisherId), () => subscribe(relay, participant, publisherId))),
    accept: (participant, publisherId, answer) =>
      attempt(() =>
        inTurn(pair(participant, publisherId), () => accept(relay, participant, publisherId, answer)),
      ),
    async observe(participant) {
      let found: Seen | null = null;
      if (isUp())
        await regardless(
          gate(() => seenOf(deps, participant)).then((seen) => {
            found = seen;
          }),
        );
      return found && observationOf(found, time());
    },
    showCameras: async () => undefined, // it carries as many as there are people
    carried: () => places.all().map(({ participant }) => participant),
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revoke: (participant) =>
      inTurn(participant.participantId, async () => {
        const place = places.find(participant);
        if (place) places.remove(place);
        if (isUp()) await regardless(putOut(deps, participant, place));
      }),
    async close(room) {
      const held = places.inRoom(room);
      for (const place of held) places.remove(place);
      if (isUp())
        await regardless(Promise.all([...held.map((place) => endPlace(places, place)), rooms.destroy(room)]));
    },
    lost() {
      const rooms = places.clear();
      if (rooms.length > 0) for (const listener of listeners) listener(rooms);
    },
  };
}
