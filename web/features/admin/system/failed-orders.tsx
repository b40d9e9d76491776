import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeOrder, relaunchOrder } from '#product/payments/contract.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { ORDERS } from '#web/features/admin/payments/payment-books.tsx';
import { Part } from '#web/features/admin/system/part.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_failed_orders')
    .select('id,kind,amount_cents,last_error,created_at,title,viewer_name,streamer_name,can_relaunch');

/** An order that the provider refused for good. */
type FailedOrder = QueryData<ReturnType<typeof read>>[number];

export const failedOrdersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'failed-orders'],
  queryFn: async ({ signal }): Promise<FailedOrder[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase).order('created_at').limit(50).abortSignal(signal).throwOnError();
    return data;
  },
});

const textOf = ({ kind, amount_cents }: FailedOrder): string => {
  if (kind === 'void') return 'Libérer la somme réservée';
  return amount_cents > 0 ? `${ORDERS[kind]} ${formatMoney(amount_cents)}` : ORDERS[kind];
};

const columns: Column<FailedOrder>[] = [
  {
    key: 'order',
    header: 'Ordre',
    heading: true,
    cell: (order) => (
      <span className="grid">
        <span className="num font-semibold">{textOf(order)}</span>
        <span className="text-small text-muted">{order.title}</span>
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Pour',
    cell: ({ viewer_name, streamer_name }) =>
      [viewer_name ?? 'Compte supprimé', streamer_name].filter((name) => name !== null).join(', avec '),
  },
  { key: 'error', header: 'Refusé pour', cell: ({ last_error }) => last_error ?? 'Inconnu' },
  {
    key: 'at',
    header: 'Décidé le',
    cell: ({ created_at }) => formatDateTime(created_at, TEAM_ZONE, { weekday: false, month: 'short' }),
  },
];

interface Chosen {
  act: 'relaunch' | 'close';
  order: FailedOrder;
}

const acting = (onChoose: (chosen: Chosen) => void): Column<FailedOrder> => ({
  key: 'act',
  header: 'Agir',
  place: 'below-end',
  cell: (order) => (
    <span className="flex flex-wrap justify-end gap-2">
      {/* What was given back in another way, or has nothing left to take, can only be closed. */}
      {order.can_relaunch && (
        <Button size="sm" onClick={() => onChoose({ act: 'relaunch', order })}>
          Relancer
          <span className="sr-only"> : {textOf(order)}</span>
        </Button>
      )}
      <Button size="sm" tone="quiet" onClick={() => onChoose({ act: 'close', order })}>
        Clore
        <span className="sr-only"> : {textOf(order)}</span>
      </Button>
    </span>
  ),
});

/**
 * Orders that the payment provider refused: sending them again, or saying that they were settled
 * otherwise. Only finance sees them.
 */
export function FailedOrders() {
  const mayAct = useDuty('finance');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const list = useQuery({ ...failedOrdersQuery, enabled: mayAct });
  const relaunching = useCommand(relaunchOrder, { changes: [ADMIN_KEY], done: 'Ordre relancé' });
  const closing = useCommand(closeOrder, { changes: [ADMIN_KEY], done: 'Ordre clos' });
  if (!mayAct) return null;
  const count = list.data?.length ?? 0;
  return (
    <Part
      id="failed-orders"
      title="Ordres de paiement"
      tone={list.isError || count > 0 ? 'live' : 'settled'}
      state={
        list.isError
          ? 'N’ont pas pu être lus'
          : count === 0
            ? 'Aucun en échec'
            : plural(count, 'ordre en échec', 'ordres en échec')
      }
      isTrouble={list.isError || count > 0}
      flush={count > 0}
    >
      {list.isError ? (
        <ErrorState
          title="Les ordres de paiement n’ont pas pu être chargés"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : count === 0 ? (
        <p className="text-small text-muted">
          Ce que le prestataire refuse de débiter, de libérer ou de rembourser se relance ou se clôt ici.
        </p>
      ) : (
        <Table
          caption="Ordres de paiement en échec"
          columns={[...columns, acting(setChosen)]}
          rows={list.data ?? []}
          rowKey={({ id }) => id}
        />
      )}
      {chosen && (
        <ConfirmDialog
          open
          onOpenChange={() => setChosen(null)}
          tone={chosen.act === 'relaunch' ? 'spot' : 'danger'}
          title={chosen.act === 'relaunch' ? 'Relancer cet ordre ?' : 'Clore cet ordre ?'}
          description={`${textOf(chosen.order)}, pour « ${chosen.order.title} ».`}
          cost={
            chosen.act === 'relaunch'
              ? 'Le prestataire reçoit un nouvel ordre. Un remboursement ne rend jamais plus que ce qui reste.'
              : 'Loge ne le tentera plus : l’argent a été réglé autrement, ou ne l’est plus. Ce qui l’attendait reprend.'
          }
          confirmLabel={chosen.act === 'relaunch' ? 'Relancer' : 'Clore'}
          {...DECISION}
          onConfirm={async (reason) => {
            const command = chosen.act === 'relaunch' ? relaunching : closing;
            await command.run({ orderId: chosen.order.id, reason });
          }}
        />
      )}
    </Part>
  );
}
