import type { RoomSide } from '#contracts/conference.ts';
import { createFeedLink } from './feed-link.ts';
import type { LinkDeps, RoomLinks } from './link.ts';
import { KINDS, SLOTS, type Slot } from './ports.ts';
import { createServerConnection } from './server-connection.ts';
import type { Flags } from './signal.ts';

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
