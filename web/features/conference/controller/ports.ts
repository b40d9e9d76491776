import type { RoomEntry, RoomStanding } from '#contracts/conference.ts';
import type { Flags, Signal } from './signal.ts';

/** The commands of one room. Each throws a CommandError. */
export interface RoomServer {
  enter(options: EnterOptions): Promise<RoomEntry>;
  heartbeat(participantId: string, connected: number): Promise<RoomStanding>;
  renewMedia(
    participantId: string,
    options: { epoch: number; rebuild: boolean },
  ): Promise<{ epoch: number; iceServers: RTCIceServer[] }>;
  leave(participantId: string): Promise<void>;
}

export interface EnterOptions {
  takeOver?: boolean;
  /** The participant that this tab was before it was reloaded. */
  resume?: string | null;
  /** An admin's. */
  reason?: string;
}

export interface ChannelHandlers {
  onSignal(signal: Signal): void;
  /** Something changed in the room: ask the server. */
  onPoke(): void;
  onStatus(status: 'joined' | 'lost'): void;
}

/** The room's channel: it comes back by itself when the connection does. */
export interface RoomChannel {
  send(signal: Signal): void;
  close(): void;
}

/** The slots of the fixed layout, in the order of its m-lines. */
export const SLOTS = ['audio', 'camera', 'screen'] as const;
export type Slot = (typeof SLOTS)[number];
export type Tracks = Readonly<Record<Slot, MediaStreamTrack | null>>;

/** What this person sends. */
export interface LocalSource {
  tracks(): Tracks;
  flags(): Flags;
  subscribe(listener: () => void): () => void;
}

/** Time, so that tests own it. */
export interface Clock {
  /** Epoch milliseconds on this device. */
  now(): number;
  /** @returns calls it off */
  after(milliseconds: number, work: () => void): () => void;
}

export interface RoomPorts {
  server: RoomServer;
  openChannel(handlers: ChannelHandlers): RoomChannel;
  createConnection(configuration: RTCConfiguration): RTCPeerConnection;
  local: LocalSource;
  clock: Clock;
  /** What went wrong and is being mended, for the console. */
  report(what: string, error: unknown): void;
}
