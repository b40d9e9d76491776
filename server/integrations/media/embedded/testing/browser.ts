import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RtpHeader,
  RtpPacket,
  useAbsSendTime,
  useNACK,
  usePLI,
  useREMB,
} from 'werift';
import { LAYOUT, type Medium } from '../description.ts';
import { mendCiphers } from '../werift-mending.ts';

/** What a browser would be, made of werift: it sends and receives real packets. Its payload types are not the server's. */
function createPeer(): RTCPeerConnection {
  const pc = new RTCPeerConnection({
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: 109,
        }),
      ],
      video: [
        new RTCRtpCodecParameters({
          mimeType: 'video/VP8',
          clockRate: 90_000,
          payloadType: 120,
          rtcpFeedback: [useNACK(), usePLI(), useREMB()],
        }),
      ],
    },
    headerExtensions: { audio: [], video: [useAbsSendTime()] },
    bundlePolicy: 'max-bundle',
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  pc.connectionStateChange.subscribe((state) => {
    if (state === 'connected') mendCiphers(pc);
  });
  return pc;
}

/** werift asks a STUN server of Google's where it is given none. */
function askNobody(pc: RTCPeerConnection): void {
  for (const { connection } of pc.iceTransports) Object.assign(connection, { stunServer: undefined });
}

const whenConnected = (pc: RTCPeerConnection): Promise<void> =>
  pc.connectionStateChange.watch((state) => state === 'connected').then(() => undefined);

/** One of the four media that somebody sends. */
export interface SentMedium {
  name: Medium['name'];
  /** Packets sent so far; the payload of each carries its count. */
  sent: number;
  /** Key frames that it was asked for. */
  asked: number;
  send(): void;
}

export interface Publisher {
  offer: string;
  accept(answer: string): Promise<void>;
  connected: Promise<void>;
  media: SentMedium[];
  /** Sends fifty packets of each medium a second. @returns stops */
  stream(names?: readonly Medium['name'][]): () => void;
  /** Bits per second that it was told it may send. */
  allowed(): bigint;
  close(): Promise<void>;
}

/** Video packets are as large as a camera's, so that fifty a second are 360 kbit/s. */
const BYTES = { audio: 80, video: 900 } as const;

export async function openPublisher(firstNumber = 60_000): Promise<Publisher> {
  const pc = createPeer();
  const media = LAYOUT.map(({ name, kind, clockRate }) => {
    const track = new MediaStreamTrack({ kind });
    const { sender } = pc.addTransceiver(track, { direction: 'sendonly' });
    const medium = {
      name,
      sender,
      sent: 0,
      asked: 0,
      send() {
        const payload = Buffer.alloc(BYTES[kind]);
        payload.writeUInt32BE(medium.sent, 0);
        const header = new RtpHeader({
          version: 2,
          marker: true,
          payloadType: 0,
          sequenceNumber: (firstNumber + medium.sent) % 65_536,
          timestamp: (medium.sent * clockRate) / 50,
        });
        medium.sent += 1;
        track.writeRtp(new RtpPacket(header, payload));
      },
    };
    sender.onPictureLossIndication.subscribe(() => {
      medium.asked += 1;
    });
    return medium;
  });
  askNobody(pc);
  await pc.setLocalDescription(await pc.createOffer());
  return {
    offer: pc.localDescription?.sdp ?? '',
    accept: (answer) => pc.setRemoteDescription({ type: 'answer', sdp: answer }),
    connected: whenConnected(pc),
    media,
    stream(names = LAYOUT.map(({ name }) => name)) {
      const chosen = media.filter(({ name }) => names.includes(name));
      const timer = setInterval(() => {
        for (const { send } of chosen) send();
      }, 20);
      return () => clearInterval(timer);
    },
    allowed: () => media[1]?.sender.receiverEstimatedMaxBitrate ?? 0n,
    close: () => pc.close(),
  };
}

/** One of the four media that somebody receives. */
export interface GotMedium {
  name: Medium['name'];
  /** The counts that arrived, each once. */
  counts: Set<number>;
  /** Sequence numbers and timestamps as they came. */
  places: { sequenceNumber: number; timestamp: number }[];
  wantKeyFrame(): Promise<void>;
}

export interface Watcher {
  answer: string;
  connected: Promise<void>;
  media: GotMedium[];
  close(): Promise<void>;
}

/** Takes an offer of the server's. */
export async function openWatcher(offer: string): Promise<Watcher> {
  const pc = createPeer();
  await pc.setRemoteDescription({ type: 'offer', sdp: offer });
  const transceivers = pc.getTransceivers();
  const media = LAYOUT.flatMap(({ name }, index): GotMedium[] => {
    const receiver = transceivers[index]?.receiver;
    const track = receiver?.tracks[0];
    if (!receiver || !track) return [];
    const medium: GotMedium = {
      name,
      counts: new Set(),
      places: [],
      wantKeyFrame: () => receiver.sendRtcpPLI(track.ssrc ?? 0),
    };
    track.onReceiveRtp.subscribe(({ header, payload }) => {
      const { sequenceNumber, timestamp } = header;
      medium.counts.add(payload.readUInt32BE(0));
      medium.places.push({ sequenceNumber, timestamp });
    });
    return [medium];
  });
  askNobody(pc);
  await pc.setLocalDescription(await pc.createAnswer());
  return {
    answer: pc.localDescription?.sdp ?? '',
    connected: whenConnected(pc),
    media,
    close: () => pc.close(),
  };
}

/** Sends video and counts what comes back. */
export async function openEchoing() {
  const pc = createPeer();
  const track = new MediaStreamTrack({ kind: 'video' });
  const { receiver } = pc.addTransceiver(track, { direction: 'sendrecv' });
  askNobody(pc);
  await pc.setLocalDescription(await pc.createOffer());
  let sent = 0;
  let got = 0;
  return {
    offer: pc.localDescription?.sdp ?? '',
    async accept(answer: string): Promise<void> {
      await pc.setRemoteDescription({ type: 'answer', sdp: answer });
      receiver.tracks[0]?.onReceiveRtp.subscribe(() => {
        got += 1;
      });
      await whenConnected(pc);
    },
    send(): void {
      const header = new RtpHeader({
        version: 2,
        sequenceNumber: sent,
        timestamp: sent * 1_800,
        payloadType: 0,
      });
      sent += 1;
      track.writeRtp(new RtpPacket(header, Buffer.alloc(900)));
    },
    got: () => got,
    close: () => pc.close(),
  };
}
