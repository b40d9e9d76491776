import type { RoomPeer, RoomSide } from '#contracts/conference.ts';
import { KINDS, SLOTS, type Slot } from '../controller/ports.ts';
import type { Flags } from '../controller/signaling.ts';
import type { LinkDeps, PeerLink, RoomLinks } from './link.ts';
import { createServerConnection, type LinkState } from './reconnection.ts';

/** Fresh credentials do for all links that ask within so long. Milliseconds. */
const FRESH = 5_000;

/**
 * Whoever comes in sees the others before they see them: a browser that makes all its connections at once makes each of them late. After so
 * long it sends all the same. Milliseconds.
 */
const HEAD_START = 1_000;

/** W3C WebRTC Extensions, `scaleResolutionDownTo`; a browser that does not know it ignores it. Either way up. */
interface Encoding extends RTCRtpEncodingParameters {
  scaleResolutionDownTo?: { maxWidth: number; maxHeight: number };
}

/**
 * The most that a picture takes, in bits per second. The streamer is whom everybody came to see; of each other camera there may be five
 * more on every line, each in a small tile. A shared screen must stay legible.
 */
const ENCODINGS = {
  streamer: { maxBitrate: 1_200_000 },
  other: { maxBitrate: 600_000, scaleResolutionDownTo: { maxWidth: 640, maxHeight: 360 } },
  screen: { maxBitrate: 2_000_000 },
} as const satisfies Record<string, Encoding>;

/**
 * Media through a server: this browser sends once, and gets each other participant by a connection of its own. The server passes on whatever
 * it gets, so what a person shows is told over the room's channel.
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
    // What belongs together keeps time together: the lips with the words, a shared picture with its sound.
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
    sendTracks(); // they may have changed meanwhile
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

  function sendTracks(): void {
    const tracks = deps.tracks();
    (sender.current()?.getTransceivers() ?? []).forEach((transceiver, index) => {
      const slot = SLOTS[index];
      if (!slot || transceiver.sender.track === tracks[slot]) return;
      transceiver.sender
        .replaceTrack(tracks[slot])
        .catch((error: unknown) => deps.report(`the ${slot} could not be replaced`, error));
    });
  }

  function tell(to: string | null): void {
    const flags = deps.flags();
    if (to === null) told = flags; // one who came is told by themself; the others may still have to hear it
    deps.send(to, { kind: 'flags', flags });
  }

  if (deps.offers.size > 0) stopWaiting = deps.clock.after(HEAD_START, beginSending);
  else beginSending();

  return {
    to(peer) {
      tell(peer.participantId);
      const { participantId } = peer;
      return createFeedLink(shared, peer, { tellFlags: () => tell(participantId), onStands: beginSending });
    },
    sending: sender.state,
    update() {
      sendTracks();
      if (JSON.stringify(told) !== JSON.stringify(deps.flags())) tell(null);
    },
    greet: () => tell(null),
    hurry() {
      if (sends) sender.hurry();
    },
    close() {
      stopWaiting();
      sender.close();
    },
  };
}

/** How often a look is taken at whether anything still comes. Milliseconds. */
const LOOK = 4_000;
/** So many looks without a packet, of somebody who says that they send: their line broke. */
const SILENT_LOOKS = 2;
/** After so many the connection is made anew, should it be that which is broken. */
const MUTE_LOOKS = 4;

const packetsOf = (stats: RTCStatsReport): number => {
  let packets = 0;
  stats.forEach((report: { type: string; packetsReceived?: number }) => {
    if (report.type === 'inbound-rtp') packets += report.packetsReceived ?? 0;
  });
  return packets;
};

interface FeedHooks {
  /** Tells the other what this person sends. */
  tellFlags(): void;
  /** Media can come. Perhaps again. */
  onStands(): void;
}

/** What one other participant publishes, as this browser gets it from the media server. */
export function createFeedLink(
  deps: LinkDeps,
  first: RoomPeer,
  { tellFlags, onStands }: FeedHooks,
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
    if (!localDescription) return; // closed meanwhile
    // The browser begins to connect now: the first picture may be here before the server said that it took the answer.
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
      if (connection.state() === 'connected') onStands();
      deps.onChange();
    },
  });
  const sends = () => flags !== null && (flags.mic || flags.camera || flags.screen);

  /** The connection to the server says nothing about the publisher's own: what comes does. */
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
        .catch((error: unknown) => deps.report('the line could not be read', error))
        .finally(() => {
          if (!closed) lookLater();
        });
    });
  }

  function told(peer: RoomPeer): void {
    if (peer.publishes && !publishes) connection.hurry();
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
      if (body.kind === 'hello') tellFlags();
      if (body.kind !== 'flags') return;
      ({ flags } = body);
      deps.onChange();
    },
    told,
    update: () => undefined,
    remind: () => undefined,
    hurry() {
      if (publishes) connection.hurry();
    },
    stats: async () => (await connection.current()?.getStats()) ?? new Map(),
    close() {
      closed = true;
      cancelLook();
      connection.close();
    },
  };
}
