import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { RequestOf } from '#contracts/contract.ts';
import { browse, home, nextStarts } from '#contracts/discovery.ts';
import { callCommand } from '#web/lib/call-command.ts';

/** Free times go stale by themselves; coming back to a list within this time shows it at once. */
const FRESH = 30_000;

/** A page of streamers. The one before it stays on the screen while the next one is fetched. */
export const browseQuery = (request: RequestOf<typeof browse>) =>
  queryOptions({
    queryKey: ['discovery', 'browse', request],
    queryFn: () => callCommand(browse, request),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });

export const homeQuery = (zone: string) =>
  queryOptions({
    queryKey: ['discovery', 'home', zone],
    queryFn: () => callCommand(home, { zone }),
    staleTime: FRESH,
  });

/** The next free starts of each offer; asked for once the streamer is known. */
export const nextStartsQuery = (streamerId: string | null) =>
  queryOptions({
    queryKey: ['discovery', 'next-starts', streamerId],
    queryFn: streamerId === null ? skipToken : () => callCommand(nextStarts, { streamerId, count: 5 }),
    staleTime: FRESH,
  });
