import { z } from 'zod';

export interface ChannelHandlers {
  onSignal(signal: Signal): void;
  /** Something changed in the room: ask the server. */
  onPoke(): void;
  onStatus(status: 'joined' | 'lost'): void;
}

/** The room's channel. It joins again by itself when the network is back. */
export interface RoomChannel {
  send(signal: Signal): void;
  close(): void;
}

/**
 * The flags of a participant's devices, sent beside the media so that a tile knows them before the
 * first frame.
 */
const flags = z.object({ mic: z.boolean(), camera: z.boolean(), screen: z.boolean(), hand: z.boolean() });
export type Flags = z.output<typeof flags>;

export const REACTIONS = ['clap', 'heart', 'laugh', 'wow', 'up'] as const;
export type Reaction = (typeof REACTIONS)[number];

/**
 * The messages between browsers: `hello` on joining the channel, `bye` on leaving the room, session
 * descriptions and ICE candidates, the flags of devices where no data channel carries them, and
 * reactions.
 */
const body = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('bye') }),
  z.object({ kind: z.literal('flags'), flags }),
  z.object({ kind: z.literal('reaction'), id: z.uuid(), emoji: z.enum(REACTIONS) }),
  z.object({
    kind: z.literal('description'),
    description: z.object({
      type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
      sdp: z.string().optional(),
    }),
  }),
  z.object({
    kind: z.literal('candidate'),
    candidate: z.object({
      candidate: z.string().optional(),
      sdpMid: z.string().nullish(),
      sdpMLineIndex: z.number().nullish(),
      usernameFragment: z.string().nullish(),
    }),
  }),
]);
const envelope = z.object({ from: z.uuid(), to: z.uuid().nullable(), epoch: z.int(), body });

export type SignalBody = z.output<typeof body>;
/**
 * A message of one participant to another, or with `to: null` to all, in the media epoch that it
 * belongs to.
 */
export type Signal = z.output<typeof envelope>;

/** @returns null when it is not a signal: anybody in the room may send anything on its channel */
export function parseSignal(payload: unknown): Signal | null {
  const parsed = envelope.safeParse(payload);
  return parsed.success ? parsed.data : null;
}

export function parseFlags(text: unknown): Flags | null {
  if (typeof text !== 'string' || text.length > 500) return null;
  try {
    const parsed = flags.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON, so not one of ours
  }
}

/** The sending participant and their media epoch. */
interface Speaker {
  participantId: string;
  epoch: number;
}

/**
 * Sends signals on the room's channel. While it cannot be reached, signals that still matter later
 * are kept.
 */
export interface Signaling {
  send(to: string | null, body: SignalBody): void;
  /** Drops the signals that wait: they belong to earlier connections. */
  forget(): void;
  close(): void;
}

/** Signals that are worth nothing later. */
const FLEETING: ReadonlySet<SignalBody['kind']> = new Set(['hello', 'bye', 'flags', 'reaction']);

export interface SignalingDeps {
  open(handlers: ChannelHandlers): RoomChannel;
  self(): Speaker;
  onSignal(signal: Signal): void;
  onPoke(): void;
  /** @param returned the channel had been lost before */
  onStatus(status: 'joined' | 'lost', returned: boolean): void;
}

export function openSignaling({ open, self, onSignal, onPoke, onStatus }: SignalingDeps): Signaling {
  let status: 'joining' | 'joined' | 'lost' = 'joining';
  let waiting: Signal[] = [];
  let channel: RoomChannel | null = null;
  let closed = false;

  function send(to: string | null, body: SignalBody): void {
    const { participantId, epoch } = self();
    const signal: Signal = { from: participantId, to, epoch, body };
    if (channel && status === 'joined') channel.send(signal);
    else if (!FLEETING.has(body.kind)) waiting.push(signal);
  }

  channel = open({
    onSignal: (signal) => {
      if (!closed) onSignal(signal);
    },
    onPoke: () => {
      if (!closed) onPoke();
    },
    onStatus(next) {
      if (closed) return;
      const returned = next === 'joined' && status === 'lost';
      status = next;
      if (next === 'joined') {
        for (const signal of waiting.splice(0)) channel?.send(signal);
        send(null, { kind: 'hello' });
      }
      onStatus(next, returned);
    },
  });

  return {
    send,
    forget: () => {
      waiting = [];
    },
    close() {
      closed = true;
      channel?.close();
    },
  };
}
