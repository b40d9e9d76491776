/**
 * RFC 6455: policy violation. The platform closes the sockets of a session with it as soon as that
 * has ended.
 */
const POLICY_VIOLATION = 1008;

/**
 * A `WebSocket` that notices that the platform no longer accepts the session. The client library
 * takes the close for a lost line, so that somebody who was suspended would learn of it only by
 * their next click.
 * @param onRefused must not throw
 */
export const watchSocket = (Socket: typeof WebSocket, onRefused: () => void): typeof WebSocket =>
  class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('close', ({ code }) => {
        if (code === POLICY_VIOLATION) onRefused();
      });
    }
  };

/** Reports to the page the facts that the platform's answers carry beside their content. */
export interface WatchedFetch {
  fetch: typeof fetch;
  /** Seconds to wait that the latest `429` asked for, or null when no answer did. */
  retryAfter: () => number | null;
}

/** Whom `watchFetch` tells. Neither may throw. */
interface Watcher {
  /** A data call was answered 401. */
  onRefused: () => void;
  /**
   * The session could not be renewed for a passing reason, and is asked for again (true), until an
   * answer comes (false).
   */
  onWaiting: (waiting: boolean) => void;
}

const isRefresh = (url: string) => /\/auth\/v1\/token\?.*grant_type=refresh_token/.test(url);

const isAuthCall = (url: string) => /\/auth\/v1\//.test(url);

/**
 * The first wait of a refresh that has to be repeated, and the longest, so that who waits is let in
 * soon after the server is back. Milliseconds.
 */
const FIRST_WAIT = 200;
const LONGEST_WAIT = 800;

/** From then on an answer that does not come is a service that cannot be reached. Milliseconds. */
const LONG_ANSWER = 5_000;

/** A proxy without its server, a restart, a limit: nothing that says that the session is over. */
const passes = ({ status }: Response) => status === 429 || status >= 500;

function secondsAsked(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/**
 * How long to wait before a refresh is sent again. A limit says it; a server that comes back does
 * not know when.
 */
const waitBefore = (failures: number, answer: Response | null) =>
  answer?.status === 429
    ? (secondsAsked(answer) ?? 1) * 1_000
    : Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);

/**
 * A `fetch` that keeps a session whose refresh only has to wait, and notices two things the client
 * library drops: how long a refused caller should wait (`Retry-After`), and that the platform no
 * longer accepts the session (401 outside of the auth service, where it is the ordinary answer to a
 * wrong password).
 *
 * A refresh is answered only once the platform has decided on it. The library gives up after half a
 * minute and then asks as a visitor, to whom pages look empty, and notices only a minute later that
 * the server is back; until it is answered, its calls wait instead.
 */
export function watchFetch(send: typeof fetch, { onRefused, onWaiting }: Watcher): WatchedFetch {
  let waiting: number | null = null;
  const untilDecided: typeof fetch = async (input, init) => {
    for (let failures = 1; ; failures += 1) {
      const late = setTimeout(() => onWaiting(true), LONG_ANSWER);
      // fetch rejects with a TypeError where nothing was answered.
      const answer = await send(input, init)
        .catch((error: unknown) => {
          if (error instanceof TypeError) return null;
          throw error;
        })
        .finally(() => clearTimeout(late));
      if (answer && !passes(answer)) {
        onWaiting(false);
        return answer;
      }
      onWaiting(true);
      await new Promise((resolve) => setTimeout(resolve, waitBefore(failures, answer)));
    }
  };
  return {
    retryAfter: () => waiting,
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      if (isRefresh(url)) return untilDecided(input, init);
      const response = await send(input, init);
      if (response.status === 429) waiting = secondsAsked(response);
      if (response.status === 401 && !isAuthCall(url)) onRefused();
      return response;
    },
  };
}
