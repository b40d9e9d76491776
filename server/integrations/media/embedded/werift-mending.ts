/**
 * Mends from outside the parts of werift 0.25.2 that are slow or wrong where it matters to a room.
 * To be checked at each update.
 */
import { createSecretKey } from 'node:crypto';
import type { RTCPeerConnection, RTCRtpReceiver } from 'werift';

type Srtp = RTCPeerConnection['dtlsTransports'][number]['srtp'];
type Context = Srtp['localContext'];

/** How far one source's numbers have come: what RFC 3711 calls ROC and s_l. */
interface Turn {
  turn?: number;
  highest?: number;
}
type SourceState = Parameters<Context['updateRolloverCount']>[1] & Turn;

/**
 * Once a connection stands. Node prepares a key given as bytes for longer than it encrypts; as key
 * objects, keys halve the time that a packet costs. And a packet that is sent again near the wrap
 * of the 16 bit numbers made werift miscount the wraps for good, after which the other side could
 * read nothing any more.
 */
export function mendCiphers(pc: RTCPeerConnection): void {
  for (const { srtp, srtcp } of pc.dtlsTransports) {
    for (const session of [srtp, srtcp]) {
      for (const context of [session.localContext, session.remoteContext]) {
        const { cipher } = context;
        Object.assign(cipher, {
          srtpSessionKey: createSecretKey(cipher.srtpSessionKey),
          srtcpSessionKey: createSecretKey(cipher.srtcpSessionKey),
        });
        context.updateRolloverCount = countTurns;
      }
    }
  }
}

/** RFC 3711, 3.3.1: the count of turns that a packet belongs to, whether it is ahead or late. */
export function countTurns(sequenceNumber: number, state: SourceState): void {
  const { turn = state.rolloverCounter, highest = sequenceNumber } = state;
  const ahead = ((sequenceNumber - highest + 32_768 + 65_536) % 65_536) - 32_768;
  const place = turn * 65_536 + highest + ahead;
  // Before the first packet there is nothing: what comes from there is of the first turn.
  const own = Math.max(0, Math.floor(place / 65_536));
  state.rolloverCounter = own;
  state.lastSequenceNumber = sequenceNumber;
  if (ahead >= 0) Object.assign(state, { turn: own, highest: sequenceNumber });
  else Object.assign(state, { turn, highest });
}

/**
 * After each packet of video. Was the last number of a turn lost, werift waited for it until the
 * next one, and asked for no other packet in between.
 */
export function keepAskingForLost(receiver: RTCRtpReceiver, sequenceNumber: number): void {
  const { nack } = receiver as unknown as { nack: { newEstSeqNum: number } };
  const ahead = (sequenceNumber - nack.newEstSeqNum + 65_536) % 65_536;
  if (ahead > 0 && ahead < 32_768) nack.newEstSeqNum = sequenceNumber;
}

/** The first byte of a datagram of a DTLS handshake (RFC 6347, 4.1). */
const HANDSHAKE = 22;
/**
 * Behind the headers of the record and of the message stands where in the message a fragment begins
 * (RFC 6347, 4.2.2).
 */
const FRAGMENT_OFFSET = { at: 19, bytes: 3 } as const;
/** A browser's hello takes two. */
const MOST_FRAGMENTS = 8;

const beginsMessage = (data: Buffer): boolean =>
  data.length < FRAGMENT_OFFSET.at + FRAGMENT_OFFSET.bytes ||
  data.readUIntBE(FRAGMENT_OFFSET.at, FRAGMENT_OFFSET.bytes) === 0;

const CLIENT_HELLO = 1;
/**
 * Behind its version and its random number, a hello has a session id and then a cookie, each after
 * a byte with its length.
 */
const SESSION_ID_AT = 34;
const hasCookie = (hello: Buffer): boolean =>
  (hello[SESSION_ID_AT + 1 + (hello[SESSION_ID_AT] ?? 0)] ?? 0) > 0;

/**
 * werift's side of a handshake: the last flight that it sent, and where messages come in, put
 * together.
 */
interface Handshake {
  dtls: { flight: number };
  onHandleHandshakes(messages: { msg_type: number; fragment: Buffer }[]): Promise<void>;
}

/**
 * Before the connection begins. A browser starts its handshake as soon as we answer its checks,
 * which may be before its description is here, and tries again after pauses that double (RFC 6347,
 * 4.2.4) and begin with two of its round trips. werift passes over what comes too early: the last
 * hello is kept, in as many datagrams as it has, and read before anything that comes later.
 */
export function keepEarlyHello({ dtlsTransports }: RTCPeerConnection): void {
  for (const transport of new Set(dtlsTransports)) {
    const { onData } = transport.iceTransport.connection;
    let early: Buffer[] = [];
    const { unSubscribe } = onData.subscribe((data) => {
      if (data[0] !== HANDSHAKE) return;
      if (beginsMessage(data)) early = [];
      if (early.length < MOST_FRAGMENTS) early.push(data);
    });
    const read = () => {
      passOverLateHello(transport.dtls as unknown as Handshake);
      try {
        for (const datagram of early) onData.execute(datagram);
      } catch {
        // Anybody may have sent it: like any packet that cannot be read, it is passed over.
      }
    };
    transport.onStateChange.once((state) => {
      unSubscribe();
      if (state === 'connecting') queueMicrotask(read); // werift listens by then
    });
  }
}

/**
 * A hello that is said again, or comes late, made werift take new keys when the browser had the old
 * ones: nobody understood the other any more.
 */
function passOverLateHello(handshake: Handshake): void {
  const handle = handshake.onHandleHandshakes.bind(handshake);
  handshake.onHandleHandshakes = (messages) => {
    const { flight } = handshake.dtls;
    const isLate = (hello: Buffer) => flight >= 6 || (flight >= 4 && !hasCookie(hello));
    return handle(
      messages.filter(({ msg_type, fragment }) => msg_type !== CLIENT_HELLO || !isLate(fragment)),
    );
  };
}
