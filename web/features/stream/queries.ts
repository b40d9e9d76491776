import { queryOptions } from '@tanstack/react-query';
import { getKit } from '#product/stream/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';

export const KIT_KEY = ['stream-kit'] as const;

/** Reads what a streamer shows on their stream. */
export const kitQuery = (userId: string) =>
  queryOptions({ queryKey: [...KIT_KEY, userId], queryFn: () => callCommand(getKit, {}) });
