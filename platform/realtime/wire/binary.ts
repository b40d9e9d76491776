import { type Broadcast, FrameError, type Incoming } from './message.ts';

/**
 * The binary frames of serialiser 2.0.0 (realtime-js, src/lib/serializer.ts): one byte each for the
 * kind and the lengths, then the texts, then the body.
 */
const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const JSON_ENCODING = 1;
/** A length is one byte. */
export const LONGEST_TEXT = 255;

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // the caller decides what an invalid text means
  }
};

/** @throws FrameError */
export function decodeBinary(frame: Buffer): Incoming {
  const [kind, ...lengths] = frame.subarray(0, 6);
  const encoding = frame[6];
  if (kind !== USER_BROADCAST_PUSH || encoding === undefined) throw new FrameError('unknown binary frame');
  let at = 7;
  const texts = lengths.map((length) => {
    const text = frame.toString('utf8', at, at + length);
    at += length;
    return text;
  });
  if (at > frame.length) throw new FrameError('binary frame ends early');
  const [joinRef = '', ref = '', topic = '', event = ''] = texts;
  const body = Buffer.from(frame.subarray(at));
  const isJson = encoding === JSON_ENCODING;
  if (isJson && !parses(body.toString('utf8'))) throw new FrameError('the payload is no JSON');
  const broadcast: Broadcast = { form: 'user', event, encoding: isJson ? 'json' : 'binary', body };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: broadcast };
}

/** @returns null when a text does not fit its length byte */
export function encodeUserBroadcast(
  topic: string,
  { event, encoding, body, meta = '' }: Extract<Broadcast, { form: 'user' }>,
): Buffer | null {
  const texts = [topic, event, meta].map((text) => Buffer.from(text));
  if (texts.some(({ length }) => length > LONGEST_TEXT)) return null;
  const lengths = texts.map(({ length }) => length);
  const head = [USER_BROADCAST, ...lengths, encoding === 'json' ? JSON_ENCODING : 0];
  return Buffer.concat([Buffer.from(head), ...texts, body]);
}
