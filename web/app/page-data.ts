import type { QueryClient } from '@tanstack/react-query';
import type { Role } from '#product/shared/roles.ts';
import { type Fetches, type PageData, personOf } from '#web/app/public-page-data.ts';
import type { Side } from '#web/entities/booking/booking.ts';
import {
  awaitingQuery,
  bookingsQuery,
  bookingTabOf,
  nextSessionQuery,
  ownSessionsQuery,
  sessionFilterOf,
} from '#web/entities/booking/queries.ts';
import { unreadQuery } from '#web/entities/message/message.ts';
import { ownOffersQuery, waitingListsQuery } from '#web/entities/offer/queries.ts';
import { earnedSessionsQuery, earningsQuery, earningsViewOf } from '#web/entities/payment/earnings.ts';
import { paymentsQuery, paymentsViewOf, payoutsQuery } from '#web/entities/payment/payment.ts';
import { favouritesQuery } from '#web/entities/streamer/queries.ts';
import { hoursQuery } from '#web/features/availability/queries.ts';
import { favouritesRequest } from '#web/features/discovery/filters.ts';
import { browseQuery } from '#web/features/discovery/queries.ts';
import { ownZoneQuery } from '#web/features/sessions/open-hours.ts';
import { statisticsQuery } from '#web/features/statistics/queries.ts';
import { askedIn } from '#web/features/statistics/use-period.ts';
import { demandQuery, funnelQuery } from '#web/features/statistics/visit-queries.ts';
import { pageQuery } from '#web/features/streamer-settings/queries.ts';
import { deviceZone, zoneQuery } from '#web/lib/zone.ts';

const pageIn = (search: URLSearchParams): number => Number(search.get('page') ?? 1) || 1;

/** The first data of a page of the given person's dashboard. */
const own =
  (fetch: (userId: string, client: QueryClient, search: URLSearchParams, role: Role) => Fetches): PageData =>
  async ({ search, source: { client, store } }) => {
    const person = await personOf(store);
    return person === null ? [] : fetch(person.id, client, search, person.role);
  };

const overview = (side: Side): PageData =>
  own((userId, client) => [
    client.prefetchQuery(nextSessionQuery(userId, side)),
    client.prefetchQuery(bookingsQuery(userId, side, 'coming', 1)),
    client.prefetchQuery(unreadQuery(userId)),
    client.prefetchQuery(awaitingQuery(userId, side)),
    ...(side === 'viewer' ? [client.prefetchQuery(waitingListsQuery(userId))] : []),
  ]);

const viewerBookings: PageData = own((userId, client, search) => [
  client.prefetchQuery(bookingsQuery(userId, 'viewer', bookingTabOf(search.get('tab')), pageIn(search))),
  client.prefetchQuery(unreadQuery(userId)),
]);

const streamerBookings: PageData = own((userId, client, search) => [
  client.prefetchQuery(ownSessionsQuery(userId, sessionFilterOf(search), pageIn(search))),
  client.prefetchQuery(unreadQuery(userId)),
  client.prefetchQuery(awaitingQuery(userId, 'streamer')),
  client.prefetchQuery(ownZoneQuery(userId)),
]);

/**
 * Days are cut in the streamer's zone, so that is fetched first. When it fails, the page itself
 * shows the error.
 */
async function statisticsOf(userId: string, client: QueryClient, search: URLSearchParams): Promise<void> {
  await client.prefetchQuery(ownZoneQuery(userId));
  const zone = client.getQueryData(ownZoneQuery(userId).queryKey);
  if (zone === undefined) return;
  const { period, offerId } = askedIn(search, zone);
  await Promise.all([
    client.prefetchQuery(statisticsQuery(userId, period, offerId)),
    client.prefetchQuery(funnelQuery(userId, period)),
    client.prefetchQuery(demandQuery(userId, period)),
  ]);
}

/** By the page's module, as in the table of pages: those of the dashboards. */
export const PAGE_DATA: Readonly<Record<string, PageData>> = {
  'pages/viewer-dashboard/overview': overview('viewer'),
  'pages/viewer-dashboard/bookings': viewerBookings,
  'pages/viewer-dashboard/favourites': own((userId, client, search) => [
    client.prefetchQuery(favouritesQuery(userId)),
    client.prefetchQuery(
      browseQuery(
        favouritesRequest(client.getQueryData(zoneQuery(userId).queryKey) ?? deviceZone(), pageIn(search)),
        userId,
      ),
    ),
  ]),
  'pages/viewer-dashboard/payments': own((userId, client, search) => [
    client.prefetchQuery(paymentsQuery(userId, paymentsViewOf(search))),
  ]),
  // An admin may look at this page, and has no balance.
  'pages/streamer-dashboard/earnings': own((userId, client, search, role) =>
    role === 'streamer'
      ? [
          client.prefetchQuery(earningsQuery(userId)),
          client.prefetchInfiniteQuery(earnedSessionsQuery(userId, earningsViewOf(search))),
          client.prefetchInfiniteQuery(payoutsQuery(userId)),
        ]
      : [],
  ),
  'pages/streamer-dashboard/statistics': own((userId, client, search, role) =>
    role === 'streamer'
      ? [client.prefetchQuery(ownOffersQuery(userId)), statisticsOf(userId, client, search)]
      : [],
  ),
  'pages/streamer-dashboard/overview': overview('streamer'),
  'pages/streamer-dashboard/bookings': streamerBookings,
  'pages/streamer-dashboard/availability': own((userId, client) => [
    client.prefetchQuery(hoursQuery(userId)),
    client.prefetchQuery(ownOffersQuery(userId)),
  ]),
  'pages/streamer-dashboard/offers': own((userId, client) => [
    client.prefetchQuery(pageQuery(userId)),
    client.prefetchQuery(ownOffersQuery(userId)),
  ]),
  'pages/streamer-dashboard/settings': own((userId, client) => [
    client.prefetchQuery(pageQuery(userId)),
    client.prefetchQuery(ownOffersQuery(userId)),
  ]),
};
