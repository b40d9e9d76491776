import { queryOptions } from '@tanstack/react-query';
import { readCase } from '#product/moderation/contract.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { callCommand } from '#web/lib/call-command.ts';

/** The query of a case with its evidence, its person and its decision. */
export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'case', caseId],
    queryFn: () => callCommand(readCase, { caseId }),
  });
export type Case = Awaited<ReturnType<NonNullable<ReturnType<typeof caseQuery>['queryFn']>>>;
