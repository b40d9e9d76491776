import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const readErrors = async (signal: AbortSignal) => {
  const { supabase } = await loadClient();
  const { data } = await supabase
    .from('admin_errors')
    .select('fingerprint,name,message,place,count,first_at,last_at,last_request_id')
    .order('last_at', { ascending: false })
    .limit(30)
    .abortSignal(signal)
    .throwOnError();
  return data;
};
type LoggedError = Awaited<ReturnType<typeof readErrors>>[number];

const errorsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'errors'],
  queryFn: ({ signal }) => readErrors(signal),
});

const when = (at: string) => formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short' });

const columns: Column<LoggedError>[] = [
  {
    key: 'error',
    header: 'Erreur',
    heading: true,
    cell: ({ name, message, place }) => (
      <span className="grid min-w-0">
        <span className="font-medium break-words">{message || name}</span>
        <span className="text-small break-all text-muted">
          {name}, {place}
        </span>
      </span>
    ),
  },
  { key: 'count', header: 'Fois', align: 'end', cell: ({ count }) => formatCount(Number(count)) },
  { key: 'first', header: 'Depuis', cell: ({ first_at }) => when(first_at) },
  { key: 'last', header: 'Dernière fois', cell: ({ last_at }) => when(last_at) },
  {
    key: 'request',
    header: 'Dernière requête',
    cell: ({ last_request_id }) => (
      <span className="num text-small break-all">{last_request_id ?? 'Hors d’une requête'}</span>
    ),
  },
];

/** What went wrong in the last thirty days, once a kind. */
export function LoggedErrors() {
  const list = useQuery(errorsQuery);
  return (
    <section className="grid gap-4" aria-labelledby="errors">
      <h3 id="errors" className="text-title">
        Erreurs du serveur
      </h3>
      {list.isError ? (
        <ErrorState
          title="Les erreurs n’ont pas pu être chargées"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.isPending ? (
        <Skeleton className="h-6" />
      ) : list.data.length === 0 ? (
        <p className="text-soft">Aucune en trente jours.</p>
      ) : (
        <Card padded={false}>
          <Table
            caption="Erreurs du serveur"
            columns={columns}
            rows={list.data}
            rowKey={({ fingerprint }) => fingerprint}
          />
        </Card>
      )}
    </section>
  );
}
