import { QueryClient } from '@tanstack/react-query';
import { QUERY_GC_TIME, QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';

/** The cache of fetched data, and its retries (spec, sections 7 and 9). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Data prefetched on the way to a page is not fetched again when the page appears.
      queries: { retry: QUERY_RETRIES, retryDelay, gcTime: QUERY_GC_TIME, staleTime: 2_000 },
    },
  });
