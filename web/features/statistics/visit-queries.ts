import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readDemand, readFunnel } from '#product/insight/visits-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { callCommand } from '#web/lib/call-command.ts';

export interface Days {
  first: LocalDate;
  last: LocalDate;
}

export type Funnel = ResponseOf<typeof readFunnel>;
export type Demand = ResponseOf<typeof readDemand>;

/** Sums change once a day, bookings by the minute. */
const FRESH = 60_000;

export const funnelQuery = (userId: string, { first, last }: Days) =>
  queryOptions({
    queryKey: ['visits', 'funnel', userId, first, last],
    queryFn: () => callCommand(readFunnel, { first, last }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });

export const demandQuery = (userId: string, { first, last }: Days) =>
  queryOptions({
    queryKey: ['visits', 'demand', userId, first, last],
    queryFn: () => callCommand(readDemand, { first, last }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
