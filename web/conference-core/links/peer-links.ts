import pLimit from 'p-limit';
import type { RoomPeer } from '#product/conference/contract.ts';
import { KINDS, SLOTS, type Slot } from '../controller/ports.ts';
import { type Flags, parseFlags, type SignalBody } from '../controller/signaling.ts';
import type { LinkDeps, PeerLink, RoomLinks } from './link.ts';
import { createRecovery } from './reconnection.ts';
import { sendTracks } from './sent-tracks.ts';

/**
 * An offer that was not answered is sent again after this time, because the channel may lose
 * signals. Milliseconds.
 */
const RESEND = 3_000;

/**
 * The m-lines never change: audio, camera, screen and its sound, data channel. The side that the
 * server chose makes the first offer, and the other side answers. After that both may renegotiate
 * (only for an ICE restart) by the perfect negotiation pattern, in which the initiator is the
 * impolite peer.
 */
function createPeerLink(deps: LinkDeps, { participantId, initiates }: RoomPeer): PeerLink {
  const pc = deps.createConnection({ iceServers: [...deps.iceServers()], bundlePolicy: 'max-bundle' });
  const send = (body: SignalBody) => deps.send(participantId, body);
  const early: RTCIceCandidateInit[] = [];
  let data: RTCDataChannel | null = null;
  let flags: Flags | null = null;
  let agreed = false;
  let makingOffer = false;
  let settingAnswer = false;
  let ignoring = false;
  let closed = false;
  let cancelResend = () => {};
  /** Steps of negotiation run one after the other. */
  const inTurn = pLimit(1);

  const recovery = createRecovery(
    deps.clock,
    {
      restart: () => pc.restartIce(),
      renew: () =>
        void deps.renewIce().then(
          (iceServers) => {
            if (closed) return;
            pc.setConfiguration({ ...pc.getConfiguration(), iceServers: [...iceServers] });
            pc.restartIce();
          },
          (error: unknown) => deps.report('no fresh credentials', error),
        ),
      rebuild: deps.rebuild,
    },
    deps.onChange,
  );

  const step = (what: string, work: () => Promise<void>) => {
    void inTurn(async () => {
      try {
        await work();
      } catch (error) {
        if (closed) return;
        deps.report(what, error);
        deps.rebuild();
      }
    });
  };

  function sendDescription(): void {
    const { localDescription } = pc;
    if (!localDescription || closed) return;
    const { type, sdp } = localDescription;
    send({ kind: 'description', description: { type, sdp } });
    cancelResend();
    if (type === 'offer') cancelResend = deps.clock.after(RESEND, remind);
  }

  function remind(): void {
    if (pc.signalingState === 'have-local-offer') sendDescription();
  }

  function takeData(): void {
    // Both sides create it under the same number, so that it needs no negotiation.
    data = pc.createDataChannel('state', { negotiated: true, id: 0 });
    data.onopen = tell;
    data.onmessage = ({ data: text }) => {
      flags = parseFlags(text) ?? flags;
      deps.onChange();
    };
  }

  function tell(): void {
    if (data?.readyState === 'open') data.send(JSON.stringify(deps.flags()));
  }

  /**
   * Tracks of one stream are kept in sync: the lips with the words, a shared screen with its sound.
   */
  const person = new MediaStream();
  const share = new MediaStream();
  const streamOf = (slot: Slot) => (slot === 'audio' || slot === 'camera' ? person : share);

  if (initiates) {
    const tracks = deps.tracks();
    for (const slot of SLOTS) {
      pc.addTransceiver(tracks[slot] ?? KINDS[slot], { direction: 'sendrecv', streams: [streamOf(slot)] });
    }
    takeData();
  }

  /** Sets the answerer's side up, from the m-lines of the first offer. */
  function adopt(): void {
    pc.getTransceivers().forEach((transceiver, index) => {
      transceiver.direction = 'sendrecv';
      const slot = SLOTS[index];
      if (slot) transceiver.sender.setStreams(streamOf(slot));
    });
    takeData();
    sendTracks(pc, deps.tracks(), deps.report);
  }

  pc.onnegotiationneeded = () => {
    if (!initiates && !agreed) return;
    step('an offer could not be made', async () => {
      if (closed || pc.signalingState !== 'stable') return;
      try {
        makingOffer = true;
        await pc.setLocalDescription();
        sendDescription();
      } finally {
        makingOffer = false;
      }
    });
  };
  pc.onicecandidate = ({ candidate }) => {
    if (candidate) send({ kind: 'candidate', candidate: candidate.toJSON() });
  };
  pc.onconnectionstatechange = () => {
    if (!closed) recovery.connectionChanged(pc.connectionState);
  };

  async function takeDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const isOffer = description.type === 'offer';
    if (!isOffer && pc.signalingState !== 'have-local-offer') return; // answered already
    const collides = isOffer && (makingOffer || (pc.signalingState !== 'stable' && !settingAnswer));
    ignoring = initiates && collides;
    if (ignoring) return;
    settingAnswer = !isOffer;
    try {
      await pc.setRemoteDescription(description);
    } finally {
      settingAnswer = false;
    }
    cancelResend();
    if (isOffer) {
      if (!data) adopt();
      await pc.setLocalDescription();
      sendDescription();
    }
    agreed = true;
    for (const candidate of early.splice(0)) await pc.addIceCandidate(candidate);
    deps.onChange();
  }

  async function takeCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (!pc.remoteDescription) {
      early.push(candidate);
      return;
    }
    try {
      await pc.addIceCandidate(candidate);
    } catch (error) {
      // A candidate of an offer that was ignored, or of an earlier attempt, may fail: others will
      // come.
      if (!ignoring) deps.report('a candidate was refused', error);
    }
  }

  return {
    state: recovery.state,
    remoteFlags: () => flags,
    remote: (slot) => pc.getTransceivers()[SLOTS.indexOf(slot)]?.receiver.track ?? null,
    receive(body) {
      if (body.kind === 'hello') remind();
      if (body.kind === 'description') {
        const { type, sdp } = body.description;
        step('a description was refused', () =>
          takeDescription({ type, ...(sdp === undefined ? {} : { sdp }) }),
        );
      } else if (body.kind === 'candidate') {
        const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = body.candidate;
        step('a candidate was refused', () =>
          takeCandidate({
            candidate: candidate ?? '',
            sdpMid: sdpMid ?? null,
            sdpMLineIndex: sdpMLineIndex ?? null,
            usernameFragment: usernameFragment ?? null,
          }),
        );
      }
    },
    told: () => undefined,
    update() {
      if (data) sendTracks(pc, deps.tracks(), deps.report);
      tell();
    },
    remind,
    reconnectNow: recovery.reconnectNow,
    stats: () => pc.getStats(),
    close() {
      closed = true;
      recovery.stop();
      cancelResend();
      pc.onnegotiationneeded = null;
      pc.onicecandidate = null;
      pc.onconnectionstatechange = null;
      data?.close();
      pc.close();
    },
  };
}

/** A connection with every other browser (a mesh). */
export const createPeerLinks = (deps: LinkDeps): RoomLinks => ({
  to: (peer) => createPeerLink(deps, peer),
  sending: () => null,
  update: () => undefined,
  greet: () => undefined,
  reconnectNow: () => undefined,
  close: () => undefined,
});
