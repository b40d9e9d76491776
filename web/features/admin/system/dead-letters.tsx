import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replayMail } from '#contracts/administration.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const read = (supabase: LogeSupabase) =>
  supabase.from('admin_dead_letters').select('id,to_address,subject,attempts,last_error,failed_at');

/** A mail that was given up. Its text is not shown to anybody. */
type DeadLetter = QueryData<ReturnType<typeof read>>[number];

const deadLettersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'dead-letters'],
  queryFn: async ({ signal }): Promise<DeadLetter[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase)
      .order('failed_at', { ascending: false })
      .limit(50)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

const columns: Column<DeadLetter>[] = [
  {
    key: 'subject',
    header: 'Objet',
    heading: true,
    cell: ({ subject }) => <span className="font-semibold">{subject}</span>,
  },
  { key: 'to', header: 'À', cell: ({ to_address }) => to_address },
  { key: 'error', header: 'Ce qui a échoué', cell: ({ last_error }) => last_error ?? 'Inconnu' },
  { key: 'attempts', header: 'Essais', align: 'end', cell: ({ attempts }) => String(attempts) },
  {
    key: 'failed_at',
    header: 'Abandonné le',
    cell: ({ failed_at }) => formatDateTime(failed_at, TEAM_ZONE, { weekday: false, month: 'short' }),
  },
];

const sendingAgain = (onReplay: (mail: DeadLetter) => void): Column<DeadLetter> => ({
  key: 'replay',
  header: 'Agir',
  cell: (mail) => (
    <Button size="sm" onClick={() => onReplay(mail)}>
      Renvoyer
      <span className="sr-only">
        {' '}
        « {mail.subject} » à {mail.to_address}
      </span>
    </Button>
  ),
});

/** The mails that could not be delivered, and sending them again once what stood in the way is mended. */
export function DeadLetters() {
  const [chosen, setChosen] = useState<DeadLetter | null>(null);
  const mayReplay = useDuty('support');
  const list = useQuery(deadLettersQuery);
  const sending = useCommand(replayMail, { changes: [ADMIN_KEY], done: 'E-mail remis en file' });
  return (
    <section className="mb-10 grid gap-4" aria-labelledby="dead-letters">
      <h2 id="dead-letters" className="text-title">
        E-mails abandonnés
      </h2>
      {list.isError ? (
        <ErrorState
          title="Les e-mails n’ont pas pu être chargés"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.isPending ? (
        // There are usually none: the room of that one line is kept, so that the log below does not move.
        <Skeleton className="h-6" />
      ) : list.data.length === 0 ? (
        <p className="text-soft">Aucun : tout ce qui devait partir est parti.</p>
      ) : (
        <Card padded={false}>
          <Table
            caption="E-mails abandonnés"
            columns={mayReplay ? [...columns, sendingAgain(setChosen)] : columns}
            rows={list.data}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {chosen && (
        <ConfirmDialog
          open
          onOpenChange={() => setChosen(null)}
          tone="spot"
          title="Renvoyer cet e-mail ?"
          description={`« ${chosen.subject} », à ${chosen.to_address}.`}
          cost="Il repart comme au premier jour, avec autant d’essais."
          confirmLabel="Renvoyer"
          {...DECISION}
          onConfirm={async (reason) => {
            await sending.run({ mailId: chosen.id, reason });
          }}
        />
      )}
    </section>
  );
}
