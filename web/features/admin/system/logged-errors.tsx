import { queryOptions, useQuery } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Part } from '#web/features/admin/system/part.tsx';
import { formatCount, formatDateTime, plural } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
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

/** An error of the last day is looked at; older ones are read by who wants to. Milliseconds. */
const RECENT = 86_400_000;

/** The kinds of errors that happened within a day. */
export const recentOf = (errors: readonly LoggedError[]): LoggedError[] =>
  errors.filter(({ last_at }) => serverNow() - Date.parse(last_at) < RECENT);

export const errorsQuery = queryOptions({
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

/** The errors of the last thirty days, once a kind. */
export function LoggedErrors() {
  const list = useQuery(errorsQuery);
  const count = list.data?.length ?? 0;
  const recent = recentOf(list.data ?? []);
  return (
    <Part
      id="errors"
      title="Erreurs du serveur"
      tone={list.isError ? 'live' : recent.length > 0 ? 'spot' : count > 0 ? 'neutral' : 'settled'}
      state={
        list.isError
          ? 'N’ont pas pu être lues'
          : count === 0
            ? 'Aucune en trente jours'
            : recent.length > 0
              ? `${plural(recent.length, 'sorte', 'sortes')} depuis un jour`
              : `${plural(count, 'sorte', 'sortes')} en trente jours`
      }
      isTrouble={list.isError || recent.length > 0}
      flush={count > 0}
    >
      {list.isError ? (
        <ErrorState
          title="Les erreurs n’ont pas pu être chargées"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : count === 0 ? (
        <p className="text-small text-muted">
          Ce qui échoue sans qu’on l’ait prévu s’écrit ici, avec le numéro de la dernière requête.
        </p>
      ) : (
        <Table
          caption="Erreurs du serveur"
          columns={columns}
          rows={list.data ?? []}
          rowKey={({ fingerprint }) => fingerprint}
        />
      )}
    </Part>
  );
}
