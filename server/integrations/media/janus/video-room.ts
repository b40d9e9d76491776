import { z } from 'zod';
import type { MediaParticipant, MediaRoom } from '../media-engine.ts';
import type { Handle, JanusClient } from './client.ts';
import {
  CODES,
  type Description,
  type HandleAddress,
  type HandleMessage,
  isRefusal,
  JanusAway,
} from './messages.ts';
import type { Names } from './names.ts';
import { type Seen, seen } from './witness.ts';

/** More than the people of a room: one who publishes again may count twice for a moment. */
const PUBLISHERS = 20;
/** Bits per second of one publisher's camera and screen together. */
const BITRATE = 3_000_000;

/**
 * The note beside a name in Janus' list of a room, which every process reads: for a publisher what
 * was observed of it, for a process that offered a participant something where the answer goes.
 */
const note = z.union([
  z.strictObject({ seen }),
  z.strictObject({
    desk: z.uuid(),
    session: z.int(),
    /** Handles by the publisher's id. */
    offers: z.record(z.uuid(), z.int()),
  }),
]);
export type Note = z.output<typeof note>;
export type Desk = Extract<Note, { desk: string }> & { id: number };

const participants = z.object({
  participants: z.array(z.object({ id: z.int(), display: z.string().optional(), publisher: z.boolean() })),
});

export interface Listed {
  publishers: { id: number; sends: boolean; seen: Seen }[];
  desks: Desk[];
}

function readNote(text: string | undefined): Note | null {
  try {
    return note.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null; // somebody else's words
  }
}

/** A publisher whose connection is established, so that others can subscribe. */
export interface Published {
  feed: number;
  /** Of its media, in their order. */
  mids: string[];
}

const published = z.object({
  publishers: z.array(
    z.object({ id: z.int(), streams: z.array(z.object({ mindex: z.int(), mid: z.string() })) }),
  ),
});

/** Told about publishers that join. */
export function publishersIn(message: HandleMessage): Published[] {
  const told = message.janus === 'event' ? published.safeParse(message.plugindata.data).data : undefined;
  return (told?.publishers ?? []).map(({ id, streams }) => ({
    feed: id,
    mids: streams.toSorted((a, b) => a.mindex - b.mindex).map(({ mid }) => mid),
  }));
}

/** The requests to the video room plugin (janus.conf.meetecho.com/docs/videoroom). */
export interface VideoRoom {
  /** Makes the room; one that is there already is the same one. */
  create(room: MediaRoom): Promise<void>;
  destroy(room: MediaRoom): Promise<void>;
  /** The people in the room; empty when there is no room. */
  list(room: MediaRoom): Promise<Listed>;
  /**
   * Puts somebody out of the room, whichever process let them in.
   * @returns whether they were there
   */
  kick(room: MediaRoom, id: number): Promise<boolean>;
  publish(handle: Handle, participant: MediaParticipant, offer: Description, seen: Seen): Promise<string>;
  /** @returns the offer; null when that one does not publish (yet) */
  subscribe(handle: Handle, publisher: MediaParticipant): Promise<string | null>;
  /** Takes the answer to an offer of any process. @returns whether that still stands */
  start(to: HandleAddress, answer: Description): Promise<boolean>;
  /**
   * Switches a subscription to its publisher's current publication.
   * @param answer of the browser to the first offer; null while there is none
   * @returns whether the subscription still stands
   */
  follow(
    to: HandleAddress,
    feed: number,
    mids: readonly string[],
    answer: Description | null,
  ): Promise<boolean>;
  /** Puts a desk into the room. */
  sit(handle: Handle, room: MediaRoom, desk: Desk): Promise<void>;
  /** Replaces the note beside a name. */
  note(handle: Handle, note: Note): Promise<void>;
}

const text = (written: Note) => JSON.stringify(written);
export const addressesOf = ({ session, offers }: Desk, publisherId: string): HandleAddress[] => {
  const handle = offers[publisherId];
  return handle === undefined ? [] : [{ session, handle }];
};

function sdpOf(jsep: Description | null): string {
  if (!jsep) throw new JanusAway('Janus answered without a description');
  return jsep.sdp;
}

/** @param adminKey the plugin's `admin_key`, without which it may make no rooms */
export function createVideoRoom(client: JanusClient, names: Names, adminKey: string | null): VideoRoom {
  async function create(room: MediaRoom): Promise<void> {
    try {
      await client.control({
        request: 'create',
        ...names.room(room),
        ...(adminKey === null ? {} : { admin_key: adminKey }),
        permanent: false,
        is_private: true,
        description: 'Loge',
        publishers: PUBLISHERS,
        bitrate: BITRATE,
        audiocodec: 'opus',
        videocodec: 'vp8',
      });
    } catch (error) {
      if (!isRefusal(error, CODES.roomExists)) throw error;
    }
  }

  /**
   * Puts a handle into the room, as one that may publish; a Janus that was started again has no
   * rooms.
   */
  async function enter(handle: Handle, of: MediaRoom, id: number, written: Note): Promise<void> {
    const { room, pin } = names.room(of);
    const body = { request: 'join', ptype: 'publisher', room, pin, id, display: text(written) };
    try {
      await handle.request(body);
    } catch (error) {
      if (!isRefusal(error, CODES.noSuchRoom)) throw error;
      await create(of);
      await handle.request(body);
    }
  }

  const start = (to: HandleAddress, answer: Description) => client.tell(to, { request: 'start' }, answer);

  return {
    create,
    async destroy(of) {
      const { room, secret } = names.room(of);
      try {
        await client.control({ request: 'destroy', room, secret, permanent: false });
      } catch (error) {
        if (!isRefusal(error, CODES.noSuchRoom)) throw error;
      }
    },
    async list(of) {
      const { room } = names.room(of);
      const listed: Listed = { publishers: [], desks: [] };
      try {
        const answer = participants.parse(await client.control({ request: 'listparticipants', room }));
        for (const { id, display, publisher } of answer.participants) {
          const written = readNote(display);
          if (!written) continue;
          if ('seen' in written) listed.publishers.push({ id, sends: publisher, seen: written.seen });
          else listed.desks.push({ ...written, id });
        }
      } catch (error) {
        if (!isRefusal(error, CODES.noSuchRoom)) throw error;
      }
      return listed;
    },
    async kick(of, id) {
      const { room, secret } = names.room(of);
      try {
        await client.control({ request: 'kick', room, secret, id });
        return true;
      } catch (error) {
        if (!isRefusal(error, CODES.noSuchRoom, CODES.noSuchFeed)) throw error;
        return false;
      }
    },
    async publish(handle, participant, offer, before) {
      // Two requests: a handle that was given a description once, in a room that is not there,
      // takes no other.
      await enter(handle, participant, names.feed(participant), { seen: before });
      return sdpOf((await handle.request({ request: 'publish' }, offer)).jsep);
    },
    async subscribe(handle, publisher) {
      const { room, pin } = names.room(publisher);
      try {
        const { jsep } = await handle.request({
          request: 'join',
          ptype: 'subscriber',
          room,
          pin,
          streams: [{ feed: names.feed(publisher) }],
          autoupdate: false, // a layout for good
        });
        return sdpOf(jsep);
      } catch (error) {
        if (!isRefusal(error, CODES.noSuchRoom, CODES.noSuchFeed)) throw error;
        return null;
      }
    },
    start,
    async follow(to, feed, mids, answer) {
      // Janus numbers the media that it offers; ours are all of one publisher, in its order.
      const streams = mids.map((mid, place) => ({ feed, mid, sub_mid: String(place) }));
      const stands = await client.tell(to, { request: 'switch', streams });
      return stands && (answer === null || start(to, answer));
    },
    sit: (handle, room, { id, ...desk }) => enter(handle, room, id, desk),
    async note(handle, written) {
      await handle.request({ request: 'configure', display: text(written) });
    },
  };
}
