import { vi } from 'vitest';

/**
 * A peer connection of the browser's, as far as links use it: the signalling states of JSEP (RFC 9429), transceivers in order, one data
 * channel. Two of them connect when each has the other's description of the same round.
 */
export class FakeConnection {
  static all: FakeConnection[] = [];
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { type: string; sdp: string } | null = null;
  configuration: RTCConfiguration;
  transceivers: {
    sender: { track: unknown; replaceTrack: (track: unknown) => Promise<void>; setStreams: () => void };
    receiver: { track: unknown };
    direction: string;
  }[] = [];
  channel: {
    readyState: string;
    onopen: (() => void) | null;
    onmessage: ((event: { data: string }) => void) | null;
    send: (text: string) => void;
    close: () => void;
  } | null = null;
  sentFlags: string[] = [];
  candidates: unknown[] = [];
  restarts = 0;
  closed = false;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { toJSON: () => object } | null }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  private round = 0;

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
    FakeConnection.all.push(this);
  }

  addTransceiver(trackOrKind: unknown): void {
    this.addSlot(typeof trackOrKind === 'string' ? null : trackOrKind);
    this.need();
  }
  private addSlot(sent: unknown = null): void {
    const sender = {
      track: sent,
      replaceTrack: async (track: unknown) => {
        await this.negotiated;
        sender.track = track;
      },
      setStreams: vi.fn(),
    };
    this.transceivers.push({
      sender,
      receiver: { track: { id: String(this.transceivers.length) } },
      direction: 'recvonly',
    });
  }
  getTransceivers() {
    return this.transceivers;
  }
  createDataChannel() {
    this.channel = {
      readyState: 'connecting',
      onopen: null,
      onmessage: null,
      send: (text) => void this.sentFlags.push(text),
      close: () => undefined,
    };
    return this.channel;
  }
  private needed = false;
  private need(): void {
    if (this.needed) return;
    this.needed = true;
    queueMicrotask(() => {
      this.needed = false;
      if (this.signalingState === 'stable' && !this.closed) this.onnegotiationneeded?.();
    });
  }
  /** A test may hold a negotiation: what comes after it in the browser's chain of operations waits too. */
  negotiated: Promise<void> | null = null;
  async setLocalDescription(): Promise<void> {
    await this.negotiated;
    const isAnswer = this.signalingState === 'have-remote-offer';
    if (!isAnswer) this.round += 1;
    this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: `round ${String(this.round)}` };
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer';
    this.onicecandidate?.({
      candidate: { toJSON: () => ({ candidate: 'host', sdpMid: '0', sdpMLineIndex: 0 }) },
    });
  }
  async setRemoteDescription(description: { type: string; sdp: string }): Promise<void> {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer')
      throw new Error(`answer in ${this.signalingState}`);
    this.remoteDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    if (description.type === 'offer') while (this.transceivers.length < 4) this.addSlot();
  }
  async addIceCandidate(candidate: unknown): Promise<void> {
    if (!this.remoteDescription) throw new Error('no remote description');
    this.candidates.push(candidate);
  }
  restartIce(): void {
    this.restarts += 1;
    this.need();
  }
  getConfiguration() {
    return this.configuration;
  }
  setConfiguration(configuration: RTCConfiguration): void {
    this.configuration = configuration;
  }
  /** RTP packets that came so far; more with each look, unless nothing comes. */
  packets = 0;
  silent = false;
  async getStats() {
    if (!this.silent) this.packets += 100;
    return new Map([['in', { type: 'inbound-rtp', packetsReceived: this.packets }]]);
  }
  close(): void {
    this.closed = true;
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }
  /** What the network does. */
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state;
    if (state === 'connected' && this.channel?.readyState === 'connecting') {
      this.channel.readyState = 'open';
      this.channel.onopen?.();
    }
    this.onconnectionstatechange?.();
  }
}
