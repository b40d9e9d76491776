import type pg from 'pg';
import type { EngineName } from '#product/conference/rules/engine.ts';

/** The servers through which a browser reaches another one: RTCIceServer of the WebRTC API. */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** A room as an engine knows it. */
export interface MediaRoom {
  sessionId: string;
}

export interface MediaParticipant extends MediaRoom {
  participantId: string;
}

export interface EngineHealth {
  ok: boolean;
  /** In words for the operator. */
  detail: string;
}

/**
 * Carries picture and sound between the people of a room. Who may enter, and when, is decided
 * before it is asked; what people see and say never passes through a command.
 */
export interface MediaEngine {
  readonly name: EngineName;
  /** Most participants at a time in one room. */
  readonly capacity: number;
  /** Most cameras at a time in one room. */
  readonly cameras: number;
  /** Makes a room ready; opening it again changes nothing. */
  open(room: MediaRoom): Promise<void>;
  /**
   * Lets one connection in, or renews what it needs to connect.
   * @param validSeconds for how long credentials are valid from `now`; without it, longer than any
   *   session
   */
  admit(
    participant: MediaParticipant,
    now: Date,
    validSeconds?: number,
  ): Promise<{ iceServers: IceServer[] }>;
  /** Ends one connection's media. */
  revoke(participant: MediaParticipant): Promise<void>;
  close(room: MediaRoom): Promise<void>;
  health(): Promise<EngineHealth>;
  /** Null when browsers connect to each other. */
  readonly relay: MediaRelay | null;
  stop(): Promise<void>;
}

/** A relay's observation of a participant since it was admitted. */
export interface Observation {
  connected: boolean;
  /** RTP packets that it sent. */
  packetsReceived: number;
}

/**
 * A server through which the media of a room go. Each participant publishes once; each other one
 * subscribes to it, by a connection of its own that is made again whenever it is asked for again.
 * Every description has four media in one order: audio, camera, screen, the screen's sound. There
 * is no trickle: descriptions carry the server's candidates, and browsers are found by their first
 * packet.
 */
export interface MediaRelay {
  /**
   * For an engine whose rooms live in one process each; null when every process reaches them all.
   */
  readonly home: MediaHome | null;
  /**
   * Takes the browser's offer, which only sends; publishing again replaces.
   * @returns the answer
   * @throws BadDescription, MediaUnavailable
   */
  publish(participant: MediaParticipant, offer: string): Promise<string>;
  /**
   * @returns the server's offer of what that participant publishes; it replaces an earlier one of
   *   the same two
   * @throws MediaNotReady when that one does not publish (yet), MediaUnavailable
   */
  subscribe(participant: MediaParticipant, publisherId: string): Promise<string>;
  /** @throws MediaNotReady when there is no offer to answer, BadDescription, MediaUnavailable */
  accept(participant: MediaParticipant, publisherId: string, answer: string): Promise<void>;
  /** Evidence. Null when it knows nothing of that participant. */
  observe(participant: MediaParticipant): Promise<Observation | null>;
  /**
   * Sets the participants whose cameras are forwarded, in a room where more are wanted than the
   * engine carries; null where all are.
   */
  showCameras(room: MediaRoom, participantIds: readonly string[] | null): Promise<void>;
  /**
   * The participants whose media this process carries now: those unknown to the room are revoked.
   */
  carried(): readonly MediaParticipant[];
  /**
   * Tells when the media of rooms are gone with their server: everybody in these rooms must join
   * again.
   * @returns stops listening
   */
  onLost(listener: (sessionIds: readonly string[]) => void): () => void;
}

/** A process, as the home of rooms that it alone carries. */
export interface MediaHome {
  /** Its name for as long as it lives. */
  key(): Promise<number>;
  /**
   * Whether a room may be carried here from now on: it has no home yet, or one that is dead.
   * @param home of the room
   */
  mayTake(db: pg.ClientBase, home: number | null): Promise<boolean>;
  /** Whether a room is carried here; when it is not, the operator is told what to do about it. */
  isHere(home: number | null): Promise<boolean>;
}

/** Sends back the received video, for a connection test. */
export interface EchoEngine {
  /**
   * @param offer one video that sends and receives
   * @returns the answer; the connection is closed after 20 seconds
   * @throws BadDescription, MediaUnavailable, EchoBusy
   */
  answer(offer: string): Promise<string>;
}

/** The engines of this process. */
export interface MediaEngines {
  /** For a room that opens now. @param seats of the booked offer */
  forSeats(seats: number): MediaEngine;
  /** For a room that is open; null when this process has no such engine. */
  byName(name: EngineName): MediaEngine | null;
  /** Null where no engine of this process can. */
  readonly echo: EchoEngine | null;
  /** Of each engine that this process has. */
  health(): Promise<Partial<Record<EngineName, EngineHealth>>>;
  stop(): Promise<void>;
}

/**
 * That participant publishes nothing (yet), or the subscription is not there any more: ask again a
 * little later.
 */
export class MediaNotReady extends Error {
  override name = 'MediaNotReady';
}

/** The server of the media does not answer. */
export class MediaUnavailable extends Error {
  override name = 'MediaUnavailable';
}

/** A description that is not what the layout says, or that nobody can read. */
export class BadDescription extends Error {
  override name = 'BadDescription';
}

/** As many connection tests as there may be at a time are under way. */
export class EchoBusy extends Error {
  override name = 'EchoBusy';
}
