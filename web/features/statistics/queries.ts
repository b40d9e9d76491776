import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contracts/contract.ts';
import { readStatistics } from '#contracts/statistics.ts';
import type { Period } from '#domain/statistics/period.ts';
import { callCommand } from '#web/lib/call-command.ts';

export type Statistics = ResponseOf<typeof readStatistics>;
export type Figures = Statistics['now'];

/** The sums over a streamer's sessions of a period. The last answer stays while another period is on its way. */
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
