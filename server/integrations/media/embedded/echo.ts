import type { RTCRtpTransceiver } from 'werift';
import { EchoBusy } from '../media-engine.ts';
import { type ConnectionDeps, createConnection } from './connection.ts';
import { ECHOES } from './description.ts';

/** Long enough for eight seconds of measuring on a slow line. Milliseconds. */
const LASTS = 20_000;
const MOST_ECHOES = 12;

/** Sends back what somebody sends who tests their line. */
export function createEchoes(deps: ConnectionDeps) {
  const open = new Map<NodeJS.Timeout, () => Promise<void>>();
  return {
    /** @throws BadDescription, MediaUnavailable, EchoBusy */
    async answer(offer: string): Promise<string> {
      if (open.size >= MOST_ECHOES) throw new EchoBusy('too many tests of lines at a time');
      const connection = createConnection(deps);
      const timer = setTimeout(() => {
        open.delete(timer);
        void connection.close();
      }, LASTS);
      open.set(timer, () => connection.close());
      try {
        const answer = await connection.answer(offer, ECHOES);
        const [transceiver] = connection.transceivers;
        if (transceiver) sendBack(transceiver);
        return answer;
      } catch (error) {
        clearTimeout(timer);
        open.delete(timer);
        await connection.close();
        throw error;
      }
    },
    async stop(): Promise<void> {
      for (const [timer, close] of open) {
        clearTimeout(timer);
        await close();
      }
      open.clear();
    },
  };
}

function sendBack({ receiver, sender }: RTCRtpTransceiver): void {
  const [track] = receiver.tracks;
  track?.onReceiveRtp.subscribe((packet) => {
    const copy = packet.clone();
    Object.assign(copy.header, { extensions: [], extension: false });
    void sender.sendRtp(copy);
  });
  sender.onPictureLossIndication.subscribe(() => receiver.sendRtcpPLI(track?.ssrc ?? 0));
}
