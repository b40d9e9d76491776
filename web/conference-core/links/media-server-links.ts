import type { RoomPeer, RoomSide } from '#product/conference/contract.ts';
import { KINDS, SLOTS, type Slot } from '../controller/ports.ts';
import type { Flags } from '../controller/signaling.ts';
import type { LinkDeps, LinkState, PeerLink, RoomLinks } from './link.ts';
import { createServerConnection } from './reconnection.ts';
import { sendTracks } from './sent-tracks.ts';

/** New credentials are shared by all links that ask within this time. Milliseconds. */
const FRESH = 5_000;

/**
 * Somebody who enters receives the others first and publishes after that, because each connection
 * is slower when a browser makes all of them at once. After this time it publishes in any case.
 * Milliseconds.
 */
const HEAD_START = 1_000;

/**
 * W3C WebRTC Extensions, `scaleResolutionDownTo`; a browser that does not know it ignores it.
 * Either way up.
 */
interface Encoding extends RTCRtpEncodingParameters {
  scaleResolutionDownTo?: { maxWidth: number; maxHeight: number };
}

/**
 * The highest bitrate of a picture, in bits per second. Everybody came to see the streamer; up to
 * six other cameras share each connection, each in a small tile. A shared screen must stay legible.
 */
const ENCODINGS = {
  streamer: { maxBitrate: 1_200_000 },
  other: { maxBitrate: 600_000, scaleResolutionDownTo: { maxWidth: 640, maxHeight: 360 } },
  screen: { maxBitrate: 2_000_000 },
} as const satisfies Record<string, Encoding>;

/**
 * Media through a server: this browser publishes once, and receives each other participant over a
 * separate connection. The server forwards everything that it gets, so what a person shows is said
 * on the room's channel.
 */
export function createServerLinks(deps: LinkDeps, side: RoomSide): RoomLinks {
  let told: Flags | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<readonly RTCIceServer[]> | null = null;

  const shared: LinkDeps = {
    ...deps,
    renewIce() {
      const now = deps.clock.now();
      if (!renewing || now - renewedAt > FRESH) {
        renewedAt = now;
        renewing = deps.renewIce();
      }
      return renewing;
    },
  };

  const encodingsOf = (slot: Slot): Encoding[] => {
    if (slot === 'camera') return [ENCODINGS[side === 'streamer' ? 'streamer' : 'other']];
    return slot === 'screen' ? [ENCODINGS.screen] : [];
  };

  async function publish(pc: RTCPeerConnection): Promise<void> {
    // Tracks of one stream are kept in sync: the lips with the words, a shared screen with its
    // sound.
    const person = new MediaStream();
    const share = new MediaStream();
    const tracks = deps.tracks();
    for (const slot of SLOTS)
      pc.addTransceiver(tracks[slot] ?? KINDS[slot], {
        direction: 'sendonly',
        streams: [slot === 'audio' || slot === 'camera' ? person : share],
        sendEncodings: encodingsOf(slot),
      });
    await pc.setLocalDescription();
    const answer = await deps.negotiate({ kind: 'publish', sdp: pc.localDescription?.sdp ?? '' });
    if (answer === null) throw new Error('the media server answered an offer with nothing');
    if (pc.signalingState === 'closed') return;
    await pc.setRemoteDescription({ type: 'answer', sdp: answer });
    updateTracks(); // they may have changed in the meantime
  }

  const sender = createServerConnection({ ...shared, negotiate: publish });
  let sends = false;
  let stopWaiting = () => {};
  function beginSending(): void {
    if (sends) return;
    sends = true;
    stopWaiting();
    sender.make();
  }

  function updateTracks(): void {
    const pc = sender.current();
    if (pc) sendTracks(pc, deps.tracks(), deps.report);
  }

  function tell(to: string | null): void {
    const flags = deps.flags();
    if (to === null) told = flags; // the newcomer alone is told; the others may still have to be told
    deps.send(to, { kind: 'flags', flags });
  }

  if (deps.offers.size > 0) stopWaiting = deps.clock.after(HEAD_START, beginSending);
  else beginSending();

  return {
    to(peer) {
      tell(peer.participantId);
      const { participantId } = peer;
      return createSubscription(shared, peer, {
        sendFlags: () => tell(participantId),
        onConnected: beginSending,
      });
    },
    sending: sender.state,
    update() {
      updateTracks();
      if (JSON.stringify(told) !== JSON.stringify(deps.flags())) tell(null);
    },
    greet: () => tell(null),
    reconnectNow() {
      if (sends) sender.reconnectNow();
    },
    close() {
      stopWaiting();
      sender.close();
    },
  };
}

/** How often it is checked whether packets still come. Milliseconds. */
const LOOK = 4_000;
/**
 * After this many checks without a packet from a peer who says that they send, their connection
 * counts as broken.
 */
const SILENT_LOOKS = 2;
/** After this many the connection is replaced, in case it is the one that is broken. */
const MUTE_LOOKS = 4;

const packetsOf = (stats: RTCStatsReport): number => {
  let packets = 0;
  stats.forEach((report: { type: string; packetsReceived?: number }) => {
    if (report.type === 'inbound-rtp') packets += report.packetsReceived ?? 0;
  });
  return packets;
};

interface SubscriptionHooks {
  /** Tells the other what this person sends. */
  sendFlags(): void;
  /** Media can be received, perhaps again. */
  onConnected(): void;
}

/** Receives what one other participant publishes, from the media server. */
function createSubscription(
  deps: LinkDeps,
  first: RoomPeer,
  { sendFlags, onConnected }: SubscriptionHooks,
): PeerLink {
  const { participantId } = first;
  let flags: Flags | null = null;
  let tracks: readonly MediaStreamTrack[] = [];
  let publishes = false;
  let packets = 0;
  let silentLooks = 0;
  let cancelLook = () => {};
  let closed = false;

  async function subscribe(pc: RTCPeerConnection): Promise<void> {
    const given = deps.offers.get(participantId);
    deps.offers.delete(participantId);
    const offer = given ?? (await deps.negotiate({ kind: 'subscribe', peer: participantId }));
    if (offer === null) throw new Error('the media server offered nothing');
    if (pc.signalingState === 'closed') return;
    await pc.setRemoteDescription({ type: 'offer', sdp: offer });
    await pc.setLocalDescription();
    const { localDescription } = pc;
    if (!localDescription) return; // closed in the meantime
    // The browser begins to connect now: the first picture may come before the server confirmed the
    // answer.
    tracks = pc.getTransceivers().map(({ receiver }) => receiver.track);
    packets = 0;
    silentLooks = 0;
    deps.onChange();
    await deps.negotiate({ kind: 'accept', peer: participantId, sdp: localDescription.sdp });
  }

  const connection = createServerConnection({
    ...deps,
    negotiate: subscribe,
    onChange() {
      if (connection.state() === 'connected') onConnected();
      deps.onChange();
    },
  });
  const sends = () => flags !== null && (flags.mic || flags.camera || flags.screen);

  /**
   * This connection is with the media server, and says nothing about the publisher's: the packets
   * that come do.
   */
  async function look(): Promise<void> {
    const pc = connection.current();
    if (pc && connection.state() === 'connected') {
      const now = packetsOf(await pc.getStats());
      const before = silentLooks;
      silentLooks = now > packets || !sends() ? 0 : silentLooks + 1;
      packets = now;
      if (before >= SILENT_LOOKS !== silentLooks >= SILENT_LOOKS) deps.onChange();
      if (silentLooks > 0 && silentLooks % MUTE_LOOKS === 0) connection.make();
    }
  }
  function lookLater(): void {
    cancelLook = deps.clock.after(LOOK, () => {
      look()
        .catch((error: unknown) => deps.report('the statistics could not be read', error))
        .finally(() => {
          if (!closed) lookLater();
        });
    });
  }

  function told(peer: RoomPeer): void {
    if (peer.publishes && !publishes) connection.reconnectNow();
    publishes = peer.publishes;
  }

  told(first);
  lookLater();

  return {
    state(): LinkState {
      const state = connection.state();
      return state === 'connected' && silentLooks >= SILENT_LOOKS ? 'recovering' : state;
    },
    remoteFlags: () => flags,
    remote: (slot) => tracks[SLOTS.indexOf(slot)] ?? null,
    receive(body) {
      if (body.kind === 'hello') sendFlags();
      if (body.kind !== 'flags') return;
      ({ flags } = body);
      deps.onChange();
    },
    told,
    update: () => undefined,
    remind: () => undefined,
    reconnectNow() {
      if (publishes) connection.reconnectNow();
    },
    stats: async () => (await connection.current()?.getStats()) ?? new Map(),
    close() {
      closed = true;
      cancelLook();
      connection.close();
    },
  };
}
