/** What the page learns from the platform's answers in addition to their content. */
export interface WatchedFetch {
  fetch: typeof fetch;
  /** Seconds to wait that the latest `429` asked for, or null when no answer did. */
  retryAfter: () => number | null;
}

const isRefresh = (url: string) => /\/auth\/v1\/token\?.*grant_type=refresh_token/.test(url);

const isAuthCall = (url: string) => /\/auth\/v1\//.test(url);

/**
 * A `fetch` that keeps a session whose refresh only has to wait, and notices two things the client library drops: how long a refused caller should wait (`Retry-After`),
 * and that the platform no longer accepts the session (401 outside of the auth service, where it is the ordinary
 * answer to a wrong password).
 * @param onRefused called when a data call was answered 401; it must not throw
 */
export function watchFetch(send: typeof fetch, onRefused: () => void): WatchedFetch {
  let waiting: number | null = null;
  return {
    retryAfter: () => waiting,
    async fetch(input, init) {
      const response = await send(input, init);
      if (response.status === 429) {
        const seconds = Number(response.headers.get('retry-after'));
        waiting = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
      }
      const url = input instanceof Request ? input.url : String(input);
      // The library takes a 429 for the end of the session, and a 503 for what passes: it waits and asks again.
      if (response.status === 429 && isRefresh(url))
        return new Response(response.body, { status: 503, headers: response.headers });
      if (response.status === 401 && !isAuthCall(url)) onRefused();
      return response;
    },
  };
}
