import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decideFactorRemoval } from '#product/accounts/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { nameOf, PersonName } from '#web/features/admin/users/person.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatDay, plural } from '#web/lib/format.ts';
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
    .from('admin_factor_removals')
    .select(
      'id,person_id,words,state,asked_at,takes_effect_at,email,first_name,last_name,avatar_url,member_since',
    );
type Removal = QueryData<ReturnType<typeof read>>[number];

/** Open requests to remove lost second factors, the longest waiting first. */
export const removalsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'factor-removals'],
  queryFn: async ({ signal }): Promise<Removal[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase).order('asked_at').abortSignal(signal).throwOnError();
    return data;
  },
});

interface Deciding {
  removal: Removal;
  decision: 'grant' | 'refuse';
}

const day = (instant: string) => formatDay(instant, TEAM_ZONE, { weekday: false, year: true });

/**
 * Those who lost their second factor and their recovery codes. Nothing at all while there is
 * nobody.
 */
export function FactorRemovals() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const removals = useQuery(removalsQuery);
  const mayDecide = useDuty('support');
  const granting = deciding?.decision === 'grant';
  const sending = useCommand(decideFactorRemoval, {
    changes: [ADMIN_KEY],
    done: ({ state }) => ({
      title: state === 'granted' ? 'Retrait accordé, dans 24 heures' : 'Demande refusée',
      description: deciding ? nameOf(deciding.removal) : '',
    }),
  });
  if (removals.isError)
    return (
      <ErrorState
        className="mb-8"
        title="Les demandes de retrait n’ont pas pu être chargées"
        onRetry={() => removals.refetch()}
        retrying={removals.isFetching}
      />
    );
  if (removals.isPending || removals.data.length === 0) return null;
  return (
    <section aria-labelledby="factor-removals" className="mb-8 grid gap-3">
      <h2 id="factor-removals" className="display text-title">
        {plural(removals.data.length, 'second facteur perdu', 'seconds facteurs perdus')}
      </h2>
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {removals.data.map((removal) => (
            <li key={removal.id} className="flex flex-wrap items-start gap-x-5 gap-y-3 p-4">
              <div className="grid min-w-0 flex-1 basis-72 gap-2">
                <PersonName person={removal} />
                <p className="max-w-[65ch] text-small whitespace-pre-line wrap-anywhere text-soft">
                  « {removal.words} »
                </p>
                <span className="num text-small text-muted">
                  demandé le {day(removal.asked_at)} · inscription le {day(removal.member_since)}
                </span>
              </div>
              {removal.state === 'granted' && removal.takes_effect_at ? (
                <Badge tone="settled">
                  Effet le {formatDateTime(removal.takes_effect_at, TEAM_ZONE, { weekday: false })}
                </Badge>
              ) : (
                mayDecide && (
                  <div className="flex gap-3">
                    <Button
                      size="sm"
                      aria-label={`Refuser le retrait ${ofName(nameOf(removal))}`}
                      onClick={() => setDeciding({ removal, decision: 'refuse' })}
                    >
                      Refuser
                    </Button>
                    <Button
                      size="sm"
                      aria-label={`Accorder le retrait ${ofName(nameOf(removal))}`}
                      onClick={() => setDeciding({ removal, decision: 'grant' })}
                    >
                      Accorder
                    </Button>
                  </div>
                )
              )}
            </li>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        open={deciding !== null}
        onOpenChange={(open) => {
          if (!open) setDeciding(null);
        }}
        tone={granting ? 'spot' : 'danger'}
        title={
          deciding
            ? `${granting ? 'Retirer' : 'Garder'} le second facteur ${ofName(nameOf(deciding.removal))} ?`
            : ''
        }
        description={
          granting
            ? 'Écrivez d’abord à cette personne et assurez-vous que c’est elle. Ses seconds facteurs et ses codes de secours partent dans 24 heures, sauf si elle en montre un ou arrête la demande : un e-mail le lui dit maintenant.'
            : 'Cette personne garde son second facteur. Elle reçoit votre motif par e-mail.'
        }
        confirmLabel={granting ? 'Retirer dans 24 heures' : 'Refuser la demande'}
        reason={{
          label: granting ? 'Comment vous savez que c’est elle' : 'Motif',
          requiredMessage: 'Indiquez un motif',
        }}
        failure={errorText}
        onConfirm={async (reason) => {
          if (!deciding) return;
          await sending.run({ removalId: deciding.removal.id, decision: deciding.decision, reason });
        }}
      />
    </section>
  );
}
