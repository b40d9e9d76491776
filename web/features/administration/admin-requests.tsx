import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decideAdminRequest } from '#contracts/administration.ts';
import { nameOf, PersonName } from '#web/features/administration/person-name.tsx';
import { type AdminRequest, pendingRequestsQuery } from '#web/features/administration/requests-query.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay, plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Deciding {
  request: AdminRequest;
  decision: 'approve' | 'refuse';
}

/** Those who ask to be an admin. Nothing at all while nobody does. */
export function AdminRequests() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const queries = useQueryClient();
  const requests = useQuery(pendingRequestsQuery());
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
  const approving = deciding?.decision === 'approve';
  const decide = async (reason: string) => {
    if (!deciding) return;
    const { request, decision } = deciding;
    await callCommand(decideAdminRequest, { requestId: request.id, decision, reason });
    toast({ title: approving ? 'Accès donné' : 'Demande refusée', description: nameOf(request) });
    await queries.invalidateQueries({ queryKey: ['administration'] });
  };
  return (
    <section aria-labelledby="admin-requests" className="mb-8 grid gap-3">
      <h2 id="admin-requests" className="display text-title">
        {plural(requests.data.length, 'demande', 'demandes')} d’accès admin
      </h2>
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {requests.data.map((request) => (
            <li key={request.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
              <div className="min-w-0 flex-1 basis-60">
                <PersonName person={request} />
              </div>
              <span className="num text-small text-muted">
                depuis le {formatDay(request.created_at, zone, { weekday: false })}
              </span>
              {!request.email_confirmed && <Badge tone="spot">E-mail à confirmer</Badge>}
              <div className="flex gap-3">
                <Button
                  size="sm"
                  aria-label={`Refuser la demande de ${nameOf(request)}`}
                  onClick={() => setDeciding({ request, decision: 'refuse' })}
                >
                  Refuser
                </Button>
                <Button
                  size="sm"
                  aria-label={`Accepter la demande de ${nameOf(request)}`}
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
            ? 'Cette personne pourra tout voir et tout décider sur Loge.'
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
