/** What a browser needs to reach another one: RTCIceServer of the WebRTC API. */
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
  /** In words for whoever runs Loge. */
  detail: string;
}

/**
 * Carries picture and sound between the people of a room. Who may enter, and when, is decided before it is asked; what people see and say
 * never passes through a command.
 */
export interface MediaEngine {
  readonly name: 'p2p';
  /** Most participants at a time in one room. */
  readonly capacity: number;
  /** Makes a room ready; opening it again is nothing. */
  open(room: MediaRoom): Promise<void>;
  /** Lets one connection in, or renews what it needs to connect. Credentials are valid from `now` for a while. */
  admit(participant: MediaParticipant, now: Date): Promise<{ iceServers: IceServer[] }>;
  /** Ends one connection's media. */
  revoke(participant: MediaParticipant): Promise<void>;
  close(room: MediaRoom): Promise<void>;
  health(): Promise<EngineHealth>;
}
