import { AuditTable } from '#web/features/administration/audit-table.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/system`: for now the log of decisions; the machine's own health comes with what there is to watch. */
export function Component() {
  const { params, change, hrefFor } = useAddress();
  const page = Number(params.get('page') ?? 1);
  return (
    <>
      <PageHeader
        title="Système"
        description="Le journal des décisions sur les comptes. Il ne s’efface pas et ne se corrige pas."
      />
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
