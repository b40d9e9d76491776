import type { Readable } from 'node:stream';

/**
 * Reads a request's body in pieces, until the body ends, the connection breaks, or another request
 * continues the upload.
 */
export function piecesOf(body: Readable) {
  const chunks = body.iterator({ destroyOnReturn: false });
  let rest: Buffer | null = null;
  let isOver = false;
  let stop: () => void = () => undefined;
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });
  async function nextChunk(): Promise<Buffer | null> {
    if (rest !== null) {
      const chunk: Buffer = rest;
      rest = null;
      return chunk;
    }
    try {
      const next = await Promise.race([chunks.next(), stopped]);
      if (next === 'stopped' || next.done) return null;
      return next.value as Buffer;
    } catch {
      // The connection broke. The bytes that came before are kept: the client continues after them.
      return null;
    }
  }
  async function* piece(most: number) {
    for (let left = most; left > 0; ) {
      const chunk = await nextChunk();
      if (chunk === null) {
        isOver = true;
        return;
      }
      if (chunk.length > left) rest = chunk.subarray(left);
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }
  return {
    piece,
    isOver: () => isOver,
    hasMore: async () => {
      rest ??= await nextChunk();
      return rest !== null;
    },
    stop,
    /** Stops reading, so that other code can read the rest of the body. */
    release: () => void chunks.return?.(),
  };
}

/**
 * Runs the requests of one upload one after the other in this process. A new request means that the
 * client has given up the one before: that one takes no further bytes, but making the object is not
 * interrupted.
 */
export function createUploadTurns() {
  /** The newest request of each upload that is being worked on. */
  const underWay = new Map<string, { giveUp: () => void; over: Promise<void> }>();
  /** @param work gets a signal that a later request has come */
  return async <T>(id: string, work: (givenUp: AbortSignal) => Promise<T>): Promise<T> => {
    const former = underWay.get(id);
    const later = new AbortController();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const mine = { giveUp: () => later.abort(), over };
    underWay.set(id, mine);
    former?.giveUp();
    try {
      await former?.over;
      return await work(later.signal);
    } finally {
      end();
      if (underWay.get(id) === mine) underWay.delete(id);
    }
  };
}

/** Parses the header `Upload-Metadata`: keys, each with a value in base64. */
export function readUploadMetadata(header: string | undefined): Map<string, string> {
  const read = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ');
    if (key !== '') read.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return read;
}
