import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readStatistics } from '#product/insight/contract.ts';
import type { Period } from '#product/insight/rules/period.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';

export type Statistics = ResponseOf<typeof readStatistics>;
export type Figures = Statistics['now'];

/**
 * The sums over a streamer's sessions of a period. The last answer stays while another period is on
 * its way.
 */
export const statisticsQuery = (
  userId: string,
  { first, last, before, step }: Period,
  offerId: string | null,
) =>
  queryOptions({
    queryKey: ['statistics', userId, first, last, before, step, offerId],
    placeholderData: keepPreviousData,
    queryFn: () => callCommand(readStatistics, { days: { first, last }, before, offerId, step }),
  });
