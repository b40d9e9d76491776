import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decideAdminRequest } from '#product/administration/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { ADMIN_KEY, ageText } from '#web/features/admin/admin.tsx';
import { useAskedRow } from '#web/features/admin/asked-row.ts';
import { nameOf, PersonName } from '#web/features/admin/users/person.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_request_details')
    .select('id,person_id,email,email_confirmed,first_name,last_name,avatar_url,created_at');
type AdminRequest = QueryData<ReturnType<typeof read>>[number];

/** Those who ask to be an admin, the longest waiting first. */
export const pendingRequestsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'requests'],
  queryFn: async ({ signal }): Promise<AdminRequest[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase)
      .eq('state', 'pending')
      .order('created_at')
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

interface Deciding {
  request: AdminRequest;
  decision: 'approve' | 'refuse';
}

/** Those who ask to be an admin. Nothing at all while nobody does. */
export function AdminRequests() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const requests = useQuery(pendingRequestsQuery);
  const asked = useAskedRow('request');
  const approving = deciding?.decision === 'approve';
  const sending = useCommand(decideAdminRequest, {
    changes: [ADMIN_KEY],
    done: (_, { decision }) => ({
      title: decision === 'approve' ? 'Accès donné' : 'Demande refusée',
      description: deciding ? nameOf(deciding.request) : '',
    }),
  });
  const decide = async (reason: string) => {
    if (!deciding) return;
    await sending.run({ requestId: deciding.request.id, decision: deciding.decision, reason });
  };
  if (requests.isError) {
    return (
      <ErrorState
        className="mb-8"
        title="Les demandes d’accès n’ont pas pu être chargées"
        onRetry={() => requests.refetch()}
        retrying={requests.isFetching}
      />
    );
  }
  if (requests.isPending || requests.data.length === 0) return null;
  return (
    <section aria-labelledby="admin-requests" className="mb-8 grid gap-3">
      <h2 id="admin-requests" className="display text-title">
        {plural(requests.data.length, 'demande', 'demandes')} d’accès admin
      </h2>
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {requests.data.map((request) => (
            <li
              key={request.id}
              {...asked(request.id)}
              className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 aria-[current=true]:bg-wash"
            >
              <div className="min-w-0 flex-1 basis-60">
                <PersonName person={request} />
              </div>
              <span className="num text-small text-muted">depuis {ageText(request.created_at)}</span>
              {!request.email_confirmed && <Badge tone="spot">E-mail à confirmer</Badge>}
              <div className="flex gap-3">
                <Button
                  size="sm"
                  aria-label={`Refuser la demande ${ofName(nameOf(request))}`}
                  onClick={() => setDeciding({ request, decision: 'refuse' })}
                >
                  Refuser
                </Button>
                <Button
                  size="sm"
                  aria-label={`Accepter la demande ${ofName(nameOf(request))}`}
                  onClick={() => setDeciding({ request, decision: 'approve' })}
                >
                  Accepter
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        open={deciding !== null}
        onOpenChange={(open) => {
          if (!open) setDeciding(null);
        }}
        tone={approving ? 'spot' : 'danger'}
        title={
          deciding ? `${approving ? 'Donner' : 'Refuser'} l’accès admin à ${nameOf(deciding.request)} ?` : ''
        }
        description={
          approving
            ? 'Cette personne entre dans l’équipe en lecture seule. Donnez-lui son rôle dans les réglages.'
            : 'Cette personne garde son compte de viewer. Elle reçoit votre réponse par e-mail.'
        }
        confirmLabel={approving ? 'Donner l’accès' : 'Refuser la demande'}
        reason={{ label: 'Motif', requiredMessage: 'Indiquez un motif' }}
        failure={errorText}
        onConfirm={decide}
      />
    </section>
  );
}
