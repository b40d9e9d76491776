import { QueryClient } from '@tanstack/react-query';
import { QUERY_GC_TIME, QUERY_RETRIES, retryDelay } from '#web/lib/retry-delay.ts';

/** What was fetched, and how it is fetched again when that fails (spec, sections 7 and 9). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: QUERY_RETRIES, retryDelay, gcTime: QUERY_GC_TIME } },
  });
