import { SLOTS, type Tracks } from '../controller/ports.ts';

/**
 * The last track given to each sender. A replacement waits until a negotiation under way is over,
 * so `sender.track` may still be the track before.
 */
const told = new WeakMap<RTCRtpSender, MediaStreamTrack | null>();

/**
 * Has a connection send these tracks, one for each of its transceivers, in the order of the slots.
 */
export function sendTracks(
  pc: RTCPeerConnection,
  tracks: Tracks,
  report: (what: string, error: unknown) => void,
): void {
  pc.getTransceivers().forEach(({ sender }, index) => {
    const slot = SLOTS[index];
    const sent = told.has(sender) ? told.get(sender) : sender.track;
    if (!slot || sent === tracks[slot]) return;
    told.set(sender, tracks[slot]);
    sender.replaceTrack(tracks[slot]).catch((error: unknown) => {
      told.delete(sender);
      report(`the ${slot} could not be replaced`, error);
    });
  });
}
