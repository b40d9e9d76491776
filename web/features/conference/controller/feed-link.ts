import type { RoomPeer } from '#contracts/conference.ts';
import type { LinkDeps, PeerLink } from './link.ts';
import { SLOTS } from './ports.ts';
import type { LinkState } from './recovery.ts';
import { createServerConnection } from './server-connection.ts';
import type { Flags } from './signal.ts';

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
