import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { readGuardianship } from '#product/guardians/contract.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';

export const GUARDIANSHIP_KEY = ['guardianship'] as const;
export type Guardianship = z.output<typeof readGuardianship.response>;

export const isUnknown = (error: unknown) =>
  error instanceof CommandError && error.code === 'guardianship_not_found';

export const guardianshipQuery = (token: string) =>
  queryOptions({
    queryKey: [...GUARDIANSHIP_KEY, token],
    queryFn: () => callCommand(readGuardianship, { token }),
    retry: (count, error) => count < 2 && !isUnknown(error),
  });
