import { decodeBinary, encodeUserBroadcast } from './binary.ts';
import { type Broadcast, type Frame, FrameError, type Incoming, type Vsn } from './message.ts';

const textOrNull = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new FrameError('a reference is no text');
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError('not JSON');
  }
}

function decodeText(vsn: Vsn, text: string): Incoming {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw new FrameError('neither array nor object');
  const named = parsed as Record<string, unknown>;
  const [joinRef, ref, topic, event, payload] = Array.isArray(parsed)
    ? (parsed as unknown[])
    : [named.join_ref, named.ref, named.topic, named.event, named.payload];
  if (Array.isArray(parsed) !== (vsn === 2)) throw new FrameError('of the other serialiser');
  if (typeof topic !== 'string' || typeof event !== 'string') throw new FrameError('no topic or event');
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload };
}

/** @throws FrameError */
export function decode(vsn: Vsn, data: Buffer, isBinary: boolean): Incoming {
  if (!isBinary) return decodeText(vsn, data.toString('utf8'));
  if (vsn === 1) throw new FrameError('serialiser 1.0.0 has no binary frames');
  return decodeBinary(data);
}

/** A message of the server's own, its payload already JSON text. */
export function encodePush(
  vsn: Vsn,
  message: { joinRef: string | null; ref: string | null; topic: string; event: string; payload: string },
): string {
  const { joinRef, ref, topic, event, payload } = message;
  const [wireRef, wireTopic, wireEvent] = [ref, topic, event].map((each) => JSON.stringify(each));
  return vsn === 1
    ? `{"topic":${wireTopic},"event":${wireEvent},"payload":${payload},"ref":${wireRef}}`
    : `[${JSON.stringify(joinRef)},${wireRef},${wireTopic},${wireEvent},${payload}]`;
}

/** @returns null where the serialiser has no form for it: 1.0.0 cannot carry bytes */
export function encodeBroadcast(vsn: Vsn, topic: string, broadcast: Broadcast): Frame | null {
  const text = (payload: string): Frame => {
    const message = { joinRef: null, ref: null, topic, event: 'broadcast', payload };
    return { data: Buffer.from(encodePush(vsn, message)), binary: false };
  };
  if (broadcast.form === 'json') return text(broadcast.payload);
  if (vsn === 2) {
    const data = encodeUserBroadcast(topic, broadcast);
    return data && { data, binary: true };
  }
  if (broadcast.encoding === 'binary') return null;
  const { event, body } = broadcast;
  return text(`{"event":${JSON.stringify(event)},"payload":${body.toString('utf8')},"type":"broadcast"}`);
}
