import type { RoomEntry, RoomStanding } from '#product/conference/contract.ts';
import type { NegotiationStep } from '#product/conference/media-contract.ts';
import type { HostAct } from '#product/conference/rules/host.ts';
import type { LineQuality } from '#product/conference/rules/lines.ts';
import type { ChannelHandlers, Flags, RoomChannel } from './signaling.ts';

/** The commands of one room. Each throws a CommandError. */
export interface RoomServer {
  enter(options: EnterOptions): Promise<RoomEntry>;
  heartbeat(participantId: string, beat: Beat): Promise<RoomStanding>;
  renewMedia(
    participantId: string,
    options: { epoch: number; rebuild: boolean },
  ): Promise<{ epoch: number; iceServers: RTCIceServer[] }>;
  /** @returns the description of the media server's side, where the step has one */
  negotiate(participantId: string, epoch: number, step: NegotiationStep): Promise<string | null>;
  /** @param target the participant whom it concerns; null for what concerns the room */
  moderate(participantId: string, act: HostAct, target: string | null): Promise<void>;
  leave(participantId: string): Promise<void>;
}

interface Beat {
  /** With how many others the media flow. */
  connected: number;
  /** Wants to send the camera. */
  camera: boolean;
  /** How good the lines typically are, as they were measured last. */
  line: LineQuality | null;
}

export interface EnterOptions {
  takeOver?: boolean;
  /** The participant that this tab was before it was reloaded. */
  resume?: string | null;
  /** Why an admin enters. */
  reason?: string;
}

/** The slots of the fixed layout, in the order of its m-lines. */
export const SLOTS = ['audio', 'camera', 'screen', 'screenAudio'] as const;
export type Slot = (typeof SLOTS)[number];
export type Tracks = Readonly<Record<Slot, MediaStreamTrack | null>>;

/** The kind of track that each slot carries. */
export const KINDS = { audio: 'audio', camera: 'video', screen: 'video', screenAudio: 'audio' } as const;

/** The tracks that this person sends. */
export interface LocalSource {
  tracks(): Tracks;
  flags(): Flags;
  subscribe(listener: () => void): () => void;
  /** The streamer muted this person: the microphone goes off, and may be switched on again. */
  mute(): void;
  /** The streamer ended the share. */
  stopShare(): void;
}

/** Time, which tests control. */
export interface Clock {
  /** Epoch milliseconds on this device. */
  now(): number;
  /** @returns cancels it */
  after(milliseconds: number, work: () => void): () => void;
}

export interface RoomPorts {
  server: RoomServer;
  openChannel(handlers: ChannelHandlers): RoomChannel;
  createConnection(configuration: RTCConfiguration): RTCPeerConnection;
  local: LocalSource;
  clock: Clock;
  /** Writes an error that is being repaired to the console. */
  report(what: string, error: unknown): void;
}
