import { z } from 'zod';
import { extensionFacts, extensionOffer } from '#product/booking/extension-contract.ts';
import { person } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract } from '#product/shared/contract.ts';
import { ENGINES } from './rules/engine.ts';
import { LINE_QUALITIES } from './rules/lines.ts';

/**
 * The commands of a room. A room is named by its session's id; `conference/get-room` also takes the
 * id of a booking in it. Instants are ISO 8601, on the server's clock, which is the room's: each
 * answer carries `now`. A room that the caller has no part in is `room_not_found`.
 */

const instant = z.iso.datetime();
const side = z.enum(['viewer', 'streamer', 'admin']);
const personFacts = z.object({
  personId: z.uuid(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  side,
});
export type RoomSide = z.output<typeof side>;
export type RoomPerson = z.output<typeof personFacts>;

/**
 * The state of a room for a person. `unpaid` is a slot still held, `unanswered` a request,
 * `cancelled` whatever will not take place, `over` a session that was, a no-show included.
 */
export const ROOM_STATES = ['early', 'setup', 'open', 'over', 'cancelled', 'unpaid', 'unanswered'] as const;
const state = z.enum(ROOM_STATES);
export type RoomState = z.output<typeof state>;

/**
 * The facts on which the settlement rests. Minutes of the session for which each side was there (in
 * the room or, of the viewer, waiting to be let in), and for which the viewer was kept out of it:
 * put out, not let in, or ended for everybody.
 */
const evidence = z.object({
  streamerMinutes: z.int(),
  viewerMinutes: z.int(),
  keptOutMinutes: z.int(),
  /**
   * Of the streamer, and of the viewer of `booking`, in order; also outside the session's own time.
   */
  presences: z.array(
    z.object({
      side: z.enum(['viewer', 'streamer']),
      place: z.enum(['room', 'lobby']),
      from: instant,
      until: instant,
    }),
  ),
});
/** An admin's decision against attendance: the viewer gets back so much in all. */
const decision = z.object({ refundCents: z.int(), reason: z.string(), at: instant });

export const getRoom = contract(
  'conference/get-room',
  z.strictObject({ roomId: z.uuid() }),
  z.object({
    roomId: z.uuid(),
    side,
    state,
    setupFrom: instant,
    opensAt: instant,
    startsAt: instant,
    endsAt: instant,
    closesAt: instant,
    /** The caller's own booking; an admin's is any of the session's. */
    booking: z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.string(),
      durationMinutes: z.int(),
      priceCents: z.int(),
      /** Cents, once settled or cancelled; what attendance decided, whatever `decision` says. */
      refundCents: z.int().nullable(),
      deliveredMinutes: z.int().nullable(),
      streamerHandle: z.string().nullable(),
      /** Null once the offer is gone. */
      offerId: z.uuid().nullable(),
    }),
    /** The people whom the caller meets. */
    others: z.array(personFacts),
    me: personFacts,
    /** The caller is in the room already, in another tab or on another device. */
    openElsewhere: z.boolean(),
    /** Why admins entered it. */
    adminEntries: z.array(z.object({ reason: z.string(), at: instant })),
    evidence: evidence.nullable(),
    decision: decision.nullable(),
    /** The viewer's review, until when they may write it, and the streamer's answer. */
    review: z.object({
      id: z.uuid().nullable(),
      answer: z.string().nullable(),
      mayWriteUntil: instant.nullable(),
      rating: z.int().nullable(),
      body: z.string().nullable(),
      /** The team hid it from all but its author, or took it away. */
      withheld: z.enum(['hidden', 'removed']).nullable(),
    }),
    now: instant,
  }),
  { access: person },
);
export type RoomDetails = z.output<typeof getRoom.response>;

const peer = personFacts.extend({
  participantId: z.uuid(),
  /** The caller makes the first WebRTC offer to this peer: of each pair the server chooses one. */
  initiates: z.boolean(),
  /** Its media can be subscribed to; always true where browsers connect to each other. */
  publishes: z.boolean(),
});
export type RoomPeer = z.output<typeof peer>;

const waitingPerson = personFacts.extend({ participantId: z.uuid() });
export type WaitingPerson = z.output<typeof waitingPerson>;

const iceServers = z.array(
  z.object({
    urls: z.array(z.string()),
    username: z.string().optional(),
    credential: z.string().optional(),
  }),
);

const standing = z.object({
  /**
   * The engine that carries the media: browsers themselves, or a server that one negotiates with
   * (product/conference/media-contract.ts).
   */
  engine: z.enum(ENGINES),
  /** Rises when the media of the room are built again. */
  epoch: z.int(),
  peers: z.array(peer),
  /**
   * The caller's camera is forwarded, or would be if it were on: the room carries a limited number.
   */
  mayShowCamera: z.boolean(),
  /**
   * The caller stands in the lobby: no peers, no media, not on the room's channel. Once false they
   * were let in, and ask `conference/renew-media` for the ways to connect, which entering did not
   * tell them.
   */
  waiting: z.boolean(),
  /** The people in the lobby; filled for the streamer, and empty for everybody else. */
  lobby: z.array(waitingPerson),
  /** Whether people who come for the first time wait in the lobby. */
  lobbyOn: z.boolean(),
  /** When the streamer last ordered the caller's microphone off, and their shared screen to end. */
  orders: z.object({ mutedAt: instant.nullable(), shareStoppedAt: instant.nullable() }),
  /**
   * The extension last spoken of, and what one would be now; null when there can be none: groups,
   * admins, before the start.
   */
  extension: extensionFacts.nullable(),
  mayExtend: extensionOffer.nullable(),
  startsAt: instant,
  endsAt: instant,
  closesAt: instant,
  now: instant,
});
export type RoomStanding = z.output<typeof standing>;

export const REASON_LENGTH = { min: 5, max: 500 } as const;

/**
 * Lets one connection in. Refuses with `room_too_early` (`details.opensAt`), `room_over`,
 * `room_cancelled`, `room_unpaid`, `room_unanswered`, `room_full`, `room_ended`, `room_barred`,
 * `room_refused` (`details.againAt`), or `room_open_elsewhere` unless it takes over or comes back
 * from a reload (`resume`: the participant that this tab was). An admin says why:
 * `entry_reason_required`. Anybody who comes in again and again is told to wait:
 * `too_many_attempts`.
 */
export const enterRoom = contract(
  'conference/enter-room',
  z.strictObject({
    roomId: z.uuid(),
    takeOver: z.boolean().default(false),
    resume: z.uuid().nullable().default(null),
    reason: z.string().trim().max(REASON_LENGTH.max).default(''),
  }),
  standing.extend({
    participantId: z.uuid(),
    side,
    iceServers,
    /**
     * The media server's offers of those who publish already, to be accepted at once
     * (product/conference/media-contract.ts): they spare the question. Anybody who is not among
     * them is subscribed to.
     */
    offers: z.array(z.object({ participantId: z.uuid(), sdp: z.string() })),
  }),
  {
    access: person,
    audit: entry({
      label: 'Entrée dans une loge',
      before: null,
      after: ['sessionId'],
      words: { sessionId: say.nothing },
      readBy: ['support', 'moderation'],
    }),
  },
);
export type RoomEntry = z.output<typeof enterRoom.response>;

/** How often a participant says that they are there, in milliseconds. */
export const HEARTBEAT = 10_000;

const participant = { roomId: z.uuid(), participantId: z.uuid() };

/**
 * Says that the participant is there, every ten seconds, and learns who else is; one who waits is
 * there too. Refuses with `room_taken_over`, `room_left`, `room_removed`, `room_barred`,
 * `room_refused`, `room_ended`, `room_cancelled` or `room_over`: then the participant is out.
 */
export const sendHeartbeat = contract(
  'conference/send-heartbeat',
  z.strictObject({
    ...participant,
    /** With how many others its media flow, as the browser sees it: kept as evidence. */
    connected: z.int().min(0).max(13).default(0),
    /** It has a camera to show, should there be a place for one. */
    camera: z.boolean().default(false),
    /**
     * How good its lines typically are; null: none was measured. The team sees it, and nothing is
     * decided by it.
     */
    line: z.enum(LINE_QUALITIES).nullable().default(null),
  }),
  standing,
  { access: person },
);

/**
 * Fresh ways to connect. With `rebuild`, where browsers connect to each other, all media of the
 * room are built again, unless somebody asked for that already; refuses with `too_many_attempts`
 * anybody who asks without end.
 */
export const renewMedia = contract(
  'conference/renew-media',
  z.strictObject({ ...participant, epoch: z.int(), rebuild: z.boolean() }),
  z.object({ epoch: z.int(), iceServers }),
  { access: person },
);

export const leaveRoom = contract('conference/leave-room', z.strictObject(participant), z.object({}), {
  access: person,
});

export const MESSAGE_MAX = 2000;
/**
 * Writes in the chat, which stays with the booking. Refuses as `messages/send-message` does, and
 * with what ends a heartbeat.
 */
export const sendChatMessage = contract(
  'conference/send-chat-message',
  z.strictObject({
    ...participant,
    key: z.uuid(),
    body: z
      .string()
      .trim()
      .min(1, 'Écrivez un message')
      .max(MESSAGE_MAX, `Le message doit tenir en ${MESSAGE_MAX} caractères`)
      .regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Le message contient un caractère invisible'),
  }),
  z.object({ messageId: z.string(), sentAt: instant }),
  { access: person },
);
