import {
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpTransceiver,
  useNACK,
  usePLI,
  useREMB,
} from 'werift';
import { MediaUnavailable } from '../media-engine.ts';
import { announce, type Expected, readDescription } from './description.ts';
import { addressesOf, type MediaNetwork, type Ports } from './network.ts';
import { keepEarlyHello, mendCiphers } from './werift-mending.ts';

/**
 * A browser checks the connection every few seconds (RFC 7675); one that has not for this long is
 * gone. Milliseconds.
 */
const SILENCE = 20_000;
/** To be connected at all. */
const PATIENCE = 20_000;

export interface ConnectionDeps {
  network: MediaNetwork;
  /** Null: the system chooses. */
  ports: Ports | null;
  /** Milliseconds of a clock that only rises. */
  now: () => number;
}

/** One browser's connection to the media server. */
export interface Connection {
  readonly transceivers: readonly RTCRtpTransceiver[];
  isConnected(): boolean;
  /** Calls back once, as soon as media can flow. */
  onConnected(listener: () => void): void;
  /** @returns our answer */
  answer(offer: string, expected: Expected): Promise<string>;
  /** @returns our offer of what the transceivers send */
  offer(kinds: readonly ('audio' | 'video')[]): Promise<string>;
  accept(answer: string, expected: Expected): Promise<void>;
  /** Whether nobody is at the other end any more. */
  isGone(): boolean;
  close(): Promise<void>;
}

/**
 * Opus and VP8: what every browser has. Made again each time: a connection numbers them in place.
 */
const codecs = () => ({
  audio: [
    new RTCRtpCodecParameters({
      mimeType: 'audio/opus',
      clockRate: 48_000,
      channels: 2,
      payloadType: 111,
      // Lost sound is repeated in the next packet; silence sends next to nothing.
      parameters: 'minptime=10;useinbandfec=1;usedtx=1',
    }),
  ],
  video: [
    new RTCRtpCodecParameters({
      mimeType: 'video/VP8',
      clockRate: 90_000,
      payloadType: 96,
      rtcpFeedback: [useNACK(), usePLI(), useREMB()],
    }),
  ],
});

/**
 * @throws MediaUnavailable when all ports are taken
 */
export function createConnection({ network, ports, now }: ConnectionDeps): Connection {
  const range = ports?.take();
  if (range === null) throw new MediaUnavailable('all ports of MEDIA_PORTS are taken');
  const startedAt = now();
  let heardAt = startedAt;
  let connected = false;
  let ended = false;
  const listeners: (() => void)[] = [];
  const pc = new RTCPeerConnection({
    codecs: codecs(),
    // None is of use to us, and werift's time of sending is not one.
    headerExtensions: { audio: [], video: [] },
    bundlePolicy: 'max-bundle',
    // One socket a connection, on every address of the machine; its only candidate is replaced in
    // what browsers are told. We answer checks and make none, so no STUN server of werift's choice
    // is asked either.
    iceLite: true,
    iceUseIpv4: false,
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    ...(range ? { icePortRange: range } : {}),
    iceFilterStunResponse: (message, [host, port]) => {
      const ice = pc.iceTransports[0]?.connection;
      // Only the browser of this connection was told its name.
      if (!ice || String(message.getAttributeValue('USERNAME')).split(':')[0] !== ice.localUsername)
        return false;
      heardAt = now();
      const [usedHost, usedPort] = ice.nominated?.remoteAddr ?? [host, port];
      // The browser moved to another network: werift would stay with the first address that it was
      // told to use.
      if (message.attributesKeys.includes('USE-CANDIDATE') && (usedHost !== host || usedPort !== port))
        ice.resetNominatedPair();
      return true;
    },
  });
  pc.connectionStateChange.subscribe((state) => {
    if (state === 'connected' && !connected) {
      connected = true;
      mendCiphers(pc);
      for (const listener of listeners.splice(0)) listener();
    }
    if (state === 'failed' || state === 'closed') ended = true;
  });
  const described = (): string => {
    const sdp = pc.localDescription?.sdp ?? '';
    if (!sdp.includes('a=candidate:')) throw new MediaUnavailable('no UDP port could be opened');
    return announce(sdp, addressesOf(network));
  };

  return {
    get transceivers() {
      return pc.getTransceivers();
    },
    isConnected: () => connected && !ended,
    onConnected: (listener) => {
      if (connected) listener();
      else listeners.push(listener);
    },
    async answer(offer, expected) {
      const sdp = readDescription(offer, expected);
      // Media that only comes in is received without being told; media that goes back needs a
      // sender.
      if (expected.direction === 'sendrecv')
        for (const kind of expected.kinds) pc.addTransceiver(kind, { direction: 'sendrecv' });
      await pc.setRemoteDescription({ type: 'offer', sdp });
      // The browser begins the handshake: werift would wait a tenth of a second before it did.
      for (const transport of pc.dtlsTransports) transport.role = 'server';
      keepEarlyHello(pc);
      await pc.setLocalDescription(await pc.createAnswer());
      return described();
    },
    async offer(kinds) {
      for (const kind of kinds) pc.addTransceiver(kind, { direction: 'sendonly' });
      keepEarlyHello(pc);
      await pc.setLocalDescription(await pc.createOffer());
      return described();
    },
    accept: (answer, expected) =>
      pc.setRemoteDescription({ type: 'answer', sdp: readDescription(answer, expected) }),
    isGone: () => ended || now() - heardAt > SILENCE || (!connected && now() - startedAt > PATIENCE),
    async close() {
      ended = true;
      try {
        await pc.close();
      } finally {
        if (range) ports?.giveBack(range);
      }
    },
  };
}
