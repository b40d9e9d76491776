/**
 * Limits of one client. Where a hosted project has such a limit, its value and its answer are used.
 */
export interface RealtimeLimits {
  /** Bytes of one frame; a longer one closes the socket with 1009 (RFC 6455, 7.4.1). */
  frameBytes: number;
  /** Bytes of one broadcast. */
  payloadBytes: number;
  /**
   * Bytes that one client tracks: all members of the topic receive them, and each new member
   * receives those of all.
   */
  presenceBytes: number;
  /** Clients that one topic shows as present. */
  presencesPerTopic: number;
  channelsPerSocket: number;
  /** Joins of one socket within a second. */
  joinsPerSecond: number;
  /** Joins of one socket that ask the database at once; the others wait. */
  joinsAtOnce: number;
  /** `postgres_changes` bindings of one join. */
  bindingsPerJoin: number;
  /**
   * Filter conditions on all channels of a socket: each may cost a query to Postgres at each
   * change.
   */
  conditionsPerSocket: number;
  /**
   * Messages on one channel within a second; a socket may send twice as many frames over all its
   * channels.
   */
  messagesPerSecond: number;
  /** Presence messages on one channel within ten seconds. */
  presencePerTenSeconds: number;
  /** Bytes that wait for a slow reader before it is dropped. */
  unreadBytes: number;
  /** Sockets of one process; the next one is refused with 503. */
  sockets: number;
  /** Sockets of one network address; the next one is refused with 429. */
  socketsPerAddress: number;
  /** Joins of one network address within a second, over all its sockets. */
  joinsPerAddress: number;
  /**
   * A socket that is silent for this long is gone: the client's heartbeat comes every 25 seconds.
   * Milliseconds.
   */
  silence: number;
  /**
   * How often the policies are asked again about private channels, to find changes of access that
   * no notification announced. Milliseconds.
   */
  authorizeEvery: number;
}

export const LIMITS: RealtimeLimits = {
  frameBytes: 1024 * 1024,
  payloadBytes: 256 * 1024,
  presenceBytes: 4 * 1024,
  presencesPerTopic: 200,
  channelsPerSocket: 100,
  joinsPerSecond: 100,
  joinsAtOnce: 5,
  bindingsPerJoin: 20,
  conditionsPerSocket: 200,
  messagesPerSecond: 100,
  presencePerTenSeconds: 50,
  unreadBytes: 4 * 1024 * 1024,
  sockets: 10_000,
  socketsPerAddress: 200,
  joinsPerAddress: 400,
  silence: 60_000,
  authorizeEvery: 60_000,
};

/**
 * @returns a counter that refuses once `allowed` calls fell into the current window of
 *   `milliseconds`
 */
export function createRate(
  allowed: number,
  milliseconds: number,
  now: () => number = Date.now,
): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    const at = now();
    if (at - since >= milliseconds) {
      since = at;
      count = 0;
    }
    count += 1;
    return count <= allowed;
  };
}
