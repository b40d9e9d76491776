import type { QueryClient } from '@tanstack/react-query';
import type { Params } from 'react-router';
import { streamerQuery } from '#web/entities/streamer/queries.ts';
import type { AuthState, AuthUser } from '#web/features/auth/auth-state.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';
import { isWhole, readFilters, requestOf } from '#web/features/discovery/filters.ts';
import { browseQuery, metQuery } from '#web/features/discovery/queries.ts';
import { deviceZone, zoneQuery } from '#web/lib/zone.ts';

/** The cache of pages' data, and the session. */
export interface DataSource {
  client: QueryClient;
  store: AuthStore;
}

interface Arrival {
  params: Params;
  search: URLSearchParams;
  source: DataSource;
}

/** Waits until it is known whether somebody is signed in; null when nobody is. */
export function personOf({ state, subscribe }: AuthStore): Promise<AuthUser | null> {
  const userIn = (now: AuthState) => (now.status === 'signed-in' ? now.user : null);
  if (state().status !== 'loading') return Promise.resolve(userIn(state()));
  return new Promise((known) => {
    const stop = subscribe(() => {
      if (state().status === 'loading') return;
      stop();
      known(userIn(state()));
    });
  });
}

export type Fetches = readonly Promise<void>[];
export type PageData = (arrival: Arrival) => Fetches | Promise<Fetches>;

const streamer: PageData = ({ params, source: { client } }) => [
  client.prefetchQuery(streamerQuery(params.streamerId ?? '')),
];

/**
 * By the page's module, as in the table of pages; apart from the dashboards', which no visitor
 * needs. The home page is not among them: its first look must not wait for the client that its data
 * needs.
 */
export const PUBLIC_PAGE_DATA: Readonly<Record<string, PageData>> = {
  'pages/browse/browse': async ({ search, source: { client, store } }) => {
    const personId = (await personOf(store))?.id ?? null;
    const zone = client.getQueryData(zoneQuery(personId).queryKey) ?? deviceZone();
    const filters = readFilters(search);
    return [
      client.prefetchQuery(browseQuery(requestOf(filters, zone), personId)),
      ...(personId !== null && isWhole(filters) ? [client.prefetchQuery(metQuery(personId))] : []),
    ];
  },
  'pages/streamer/streamer': streamer,
  'pages/book-session/book-session': streamer,
};
