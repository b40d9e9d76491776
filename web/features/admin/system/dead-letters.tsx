import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replayMail } from '#product/administration/contract.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Part } from '#web/features/admin/system/part.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const read = (supabase: LogeSupabase) =>
  supabase.from('admin_dead_letters').select('id,to_address,subject,attempts,last_error,failed_at');

/** A mail that was given up. Its text is not shown to anybody. */
type DeadLetter = QueryData<ReturnType<typeof read>>[number];

export const deadLettersQuery = queryOptions({
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

/**
 * The mails that could not be delivered, and sending them again once what stood in the way is
 * mended.
 */
export function DeadLetters() {
  const [chosen, setChosen] = useState<DeadLetter | null>(null);
  const mayReplay = useDuty('support');
  const list = useQuery(deadLettersQuery);
  const sending = useCommand(replayMail, { changes: [ADMIN_KEY], done: 'E-mail remis en file' });
  const count = list.data?.length ?? 0;
  return (
    <Part
      id="dead-letters"
      title="E-mails abandonnés"
      tone={list.isError || count > 0 ? 'live' : 'settled'}
      state={
        list.isError
          ? 'N’ont pas pu être lus'
          : count === 0
            ? 'Aucun'
            : plural(count, 'e-mail n’est pas parti', 'e-mails ne sont pas partis')
      }
      isTrouble={list.isError || count > 0}
      flush={count > 0}
    >
      {list.isError ? (
        <ErrorState
          title="Les e-mails n’ont pas pu être chargés"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : count === 0 ? (
        <p className="text-small text-muted">Tout ce qui devait partir est parti.</p>
      ) : (
        <Table
          caption="E-mails abandonnés"
          columns={mayReplay ? [...columns, sendingAgain(setChosen)] : columns}
          rows={list.data ?? []}
          rowKey={({ id }) => id}
        />
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
    </Part>
  );
}
