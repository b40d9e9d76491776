import { setTimeout as wait } from 'node:timers/promises';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift';
import type { MediaParticipant, MediaRelay } from '../../media-engine.ts';

const LAYOUT = ['audio', 'video', 'video', 'audio'] as const;
const EVERY = 20;

const createConnection = () =>
  new RTCPeerConnection({
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv4: true,
    iceUseIpv6: false,
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: 96,
        }),
      ],
      video: [new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, payloadType: 97 })],
    },
  });

/** As a browser's, which waits for no candidates. */
const withoutCandidates = (sdp: string) =>
  sdp
    .split('\r\n')
    .filter((line) => !/^a=(candidate|end-of-candidates)/.test(line))
    .join('\r\n');

/** Another one's media, as they come in. */
export interface Received {
  connection: RTCPeerConnection;
  /** Payloads that came, by the place in the layout. */
  payloads: string[][];
}

/** Somebody in a room, with RTP of their own making. */
export interface Guest {
  participant: MediaParticipant;
  connection: RTCPeerConnection | null;
  /** Until the connection stands. */
  publish(relay: MediaRelay): Promise<void>;
  /** Sends in these places of the layout until it is called again. */
  send(...places: number[]): void;
  subscribe(relay: MediaRelay, publisherId: string, acceptBy?: MediaRelay): Promise<Received>;
  leave(): Promise<void>;
}

export function createGuest(participant: MediaParticipant): Guest {
  const received: Received[] = [];
  let tracks: MediaStreamTrack[] = [];
  let sending: readonly number[] = [];
  let sequence = 0;
  const timer = setInterval(() => {
    sequence = (sequence + 1) % 65_536;
    for (const place of sending) {
      const header = new RtpHeader({
        sequenceNumber: sequence,
        timestamp: sequence * 960,
        payloadType: LAYOUT[place] === 'audio' ? 96 : 97,
        marker: true,
      });
      tracks[place]?.writeRtp(new RtpPacket(header, Buffer.from(`${participant.participantId} ${place}`)));
    }
  }, EVERY);

  const guest: Guest = {
    participant,
    connection: null,
    async publish(relay) {
      await guest.connection?.close();
      const connection = createConnection();
      guest.connection = connection;
      tracks = LAYOUT.map((kind) => new MediaStreamTrack({ kind }));
      for (const track of tracks) connection.addTransceiver(track, { direction: 'sendonly' });
      await connection.setLocalDescription(await connection.createOffer());
      const sdp = await relay.publish(participant, withoutCandidates(connection.localDescription?.sdp ?? ''));
      await connection.setRemoteDescription({ type: 'answer', sdp });
      await until(() => connection.connectionState === 'connected', 15_000);
    },
    send(...places) {
      sending = places;
    },
    async subscribe(relay, publisherId, acceptBy = relay) {
      const offer = await relay.subscribe(participant, publisherId);
      const connection = createConnection();
      const payloads: string[][] = LAYOUT.map(() => []);
      connection.onRemoteTransceiverAdded.subscribe((transceiver) => {
        const place = connection.getTransceivers().indexOf(transceiver);
        transceiver.onTrack.subscribe((track) =>
          track.onReceiveRtp.subscribe(({ payload }) => payloads[place]?.push(payload.toString())),
        );
      });
      await connection.setRemoteDescription({ type: 'offer', sdp: offer });
      await connection.setLocalDescription(await connection.createAnswer());
      await acceptBy.accept(
        participant,
        publisherId,
        withoutCandidates(connection.localDescription?.sdp ?? ''),
      );
      const line = { connection, payloads };
      received.push(line);
      return line;
    },
    async leave() {
      clearInterval(timer);
      await Promise.all([guest.connection?.close(), ...received.map(({ connection }) => connection.close())]);
    },
  };
  return guest;
}

/** Waits until it holds. @throws after some seconds */
export async function until(holds: () => boolean | Promise<boolean>, limit = 10_000): Promise<void> {
  const end = performance.now() + limit;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms: ${String(holds)}`);
    await wait(20);
  }
}
