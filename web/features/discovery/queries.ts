import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { browseStreamers } from '#product/discovery/contract.ts';
import type { RequestOf } from '#product/shared/contract.ts';
import { STREAMERS_KEY } from '#web/entities/streamer/queries.ts';
import { callCommand, contractToCome } from '#web/lib/call-command.ts';

const contracts = () => import('#product/discovery/contract.ts');
const browse = contractToCome('discovery/browse-streamers', async () => (await contracts()).browseStreamers);
const home = contractToCome('discovery/get-home', async () => (await contracts()).getHome);
const met = contractToCome('discovery/list-met-streamers', async () => (await contracts()).listMetStreamers);
const nextStarts = contractToCome(
  'discovery/list-next-starts',
  async () => (await contracts()).listNextStarts,
);

/** Free times go stale by themselves; coming back to a list within this time shows it at once. */
const FRESH = 30_000;

/**
 * A page of streamers. The one before it stays on the screen while the next one is fetched. Among
 * favourites it is asked for again each time it is shown: what changed elsewhere counts at once,
 * and a card that is no favourite any more stays until one leaves the page, so that it can be kept
 * again.
 * @param personId whose favourites are meant
 */
export const browseQuery = (request: RequestOf<typeof browseStreamers>, personId: string | null) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'browse', request, request.favourites ? personId : null],
    queryFn: () => callCommand(browse, request),
    placeholderData: keepPreviousData,
    staleTime: request.favourites ? 0 : FRESH,
  });

export const homeQuery = (zone: string) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'home', zone],
    queryFn: () => callCommand(home, { zone }),
    staleTime: FRESH,
  });

/** Whom this person met in a session. */
export const metQuery = (personId: string | null) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'met', personId],
    queryFn: personId === null ? skipToken : () => callCommand(met, {}),
    staleTime: FRESH,
  });

/** The next free starts of each offer; asked for once the streamer is known. */
export const nextStartsQuery = (streamerId: string | null) =>
  queryOptions({
    queryKey: [...STREAMERS_KEY, 'next-starts', streamerId],
    queryFn: streamerId === null ? skipToken : () => callCommand(nextStarts, { streamerId, count: 5 }),
    staleTime: FRESH,
  });
