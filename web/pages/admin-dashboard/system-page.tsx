import { AuditTable } from '#web/features/administration/audit-table.tsx';
import { DeadLetters } from '#web/features/administration/dead-letters.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/system`: mails that were given up, and the log of decisions. */
export function Component() {
  const { params, change, hrefFor } = useAddress();
  const page = Number(params.get('page') ?? 1);
  return (
    <>
      <PageHeader
        title="Système"
        description="Ce qui n’a pas pu partir, et le journal des décisions. Il ne s’efface pas et ne se corrige pas."
      />
      <DeadLetters />
      <h2 className="mb-4 text-title">Journal</h2>
      <AuditTable
        view={{
          search: params.get('q')?.trim() ?? '',
          action: params.get('action'),
          page: Number.isInteger(page) && page > 0 ? page : 1,
        }}
        onChange={change}
        hrefFor={hrefFor}
      />
    </>
  );
}
