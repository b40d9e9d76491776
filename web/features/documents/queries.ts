import { queryOptions } from '@tanstack/react-query';
import { readFiscalIdentity } from '#contracts/documents.ts';
import { DOCUMENTS_KEY } from '#web/entities/payment/documents.ts';
import { callCommand } from '#web/lib/call-command.ts';

/** Who the streamer told that they are, and whether they let Loge make their invoices. */
export const fiscalIdentityQuery = (userId: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, 'identity'],
    queryFn: () => callCommand(readFiscalIdentity, {}),
  });
